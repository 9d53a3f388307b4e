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

// The page is already rendered: the app must not delay its first frame.
if (document.documentElement.dataset["item"] !== undefined)
  void firstFrame(document.querySelector("video"))
    .then(() => import("./app.tsx"))
    .then(({ start }) => start());

// The page of a request. Its box is filled by the app.
if (document.documentElement.dataset["request"] !== undefined)
  void import("./request/request-app.tsx").then(({ startRequest }) => startRequest());
