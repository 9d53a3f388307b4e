/** Maximum wait for the first frame in milliseconds. */
const FRAME_WAIT_MS = 1_000;

/** Resolves with the first frame of the page's video element, or when it fails. */
function firstFrame(video: HTMLVideoElement | null): Promise<void> {
  const hasSource = video !== null && (video.hasAttribute("src") || video.querySelector("source") !== null);
  if (!hasSource || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA || video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE)
    return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, FRAME_WAIT_MS);
    // Events of a source element do not bubble; they are received in the capture phase.
    for (const type of ["loadeddata", "error"]) video.addEventListener(type, () => resolve(), { once: true, capture: true });
  });
}

/**
 * Adds an element to the head. The promise resolves when its file is loaded or has failed. Each is added in its own task, in the order of
 * the calls, because a request takes 5 to 15 ms on a phone.
 */
function load<E extends HTMLElement>(element: E, attributes: Partial<E>): Promise<void> {
  return new Promise((resolve) => {
    element.addEventListener("load", () => resolve());
    element.addEventListener("error", () => resolve());
    setTimeout(() => document.head.append(Object.assign(element, attributes)));
  });
}

/**
 * Loads and runs what the app consists of, each script in a separate task: the import of the app would run all of them in one task,
 * which blocks a phone. The server writes their addresses into the page. A failed file is requested again by the import.
 */
async function runParts(): Promise<void> {
  const addresses = document.querySelector<HTMLElement>("script[data-parts]")?.dataset["parts"]?.split(" ") ?? [];
  await Promise.all(
    addresses.map((href) =>
      href.endsWith(".css")
        ? load(document.createElement("link"), { rel: "preload", as: "style", crossOrigin: "", href })
        : load(document.createElement("script"), { type: "module", async: false, src: href }),
    ),
  );
}

/** Opens the storage while the scripts are loaded: its first use, which waits for the browser, would block the first render. */
function openStorage(): void {
  try {
    localStorage.getItem("");
  } catch {
    // Storage is blocked.
  }
}

// The page is already rendered: the app must not delay its first frame.
if (document.documentElement.dataset["item"] !== undefined)
  void firstFrame(document.querySelector("video"))
    .then(() => {
      setTimeout(openStorage);
      return runParts();
    })
    .then(() => import("./app.tsx"))
    .then(({ start }) => start());

// The page of a request. Its box is filled by the app.
if (document.documentElement.dataset["request"] !== undefined)
  void import("./request/request-app.tsx").then(({ startRequest }) => startRequest());
