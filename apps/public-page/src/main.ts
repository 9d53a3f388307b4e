/** The page waits no longer than this for its first frame, in milliseconds. */
const FRAME_WAIT_MS = 1_000;

/** Resolves with the first frame of what the page's element plays, or once that is not to be had. */
function firstFrame(video: HTMLVideoElement | null): Promise<void> {
  const hasSource = video !== null && (video.hasAttribute("src") || video.querySelector("source") !== null);
  if (!hasSource || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA || video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE)
    return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, FRAME_WAIT_MS);
    // A source inside of the element is only heard on the way down to it.
    for (const type of ["loadeddata", "error"]) video.addEventListener(type, () => resolve(), { once: true, capture: true });
  });
}

// The page stands already: this only brings what comes after its first frame, which it would keep the browser from showing.
if (document.documentElement.dataset["item"] !== undefined)
  void firstFrame(document.querySelector("video"))
    .then(() => import("./app.tsx"))
    .then(({ start }) => start());
