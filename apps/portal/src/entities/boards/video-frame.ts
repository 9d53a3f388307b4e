/** Longest side of a stored frame in pixels. */
const SIDE_MAX = 2_560;
/** Time in which a second copy of the video must have loaded its frame, in milliseconds. */
const LOAD_MS = 15_000;

/** `readyState` of an element that has the picture of its position. */
const HAVE_CURRENT_DATA = 2;

/** A frame of a video that is put onto a whiteboard. */
export interface VideoFrame {
  /** Time of the frame in seconds, to the millisecond. */
  at: number;
  /** The frame as a file; null when the browser cannot read it. The board then shows the poster of the video. */
  picture: Promise<File | null>;
}

async function draw(video: HTMLVideoElement): Promise<File> {
  const scale = Math.min(1, SIDE_MAX / Math.max(video.videoWidth, video.videoHeight));
  const canvas = Object.assign(document.createElement("canvas"), {
    width: Math.max(1, Math.round(video.videoWidth * scale)),
    height: Math.max(1, Math.round(video.videoHeight * scale)),
  });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("There is no 2D context.");
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
  if (!blob) throw new Error("The browser did not encode the frame.");
  return new File([blob], "frame.jpg", { type: "image/jpeg" });
}

/** Loads the same file with permission to read its pixels, which the playing element has not when the store is another site. */
async function drawCopy(src: string, at: number): Promise<File> {
  const video = Object.assign(document.createElement("video"), { crossOrigin: "anonymous", muted: true, preload: "auto" });
  try {
    const signal = AbortSignal.timeout(LOAD_MS);
    await new Promise((resolve, reject) => {
      video.addEventListener("loadedmetadata", () => (video.currentTime = at), { once: true });
      video.addEventListener("seeked", resolve, { once: true });
      video.addEventListener("error", () => reject(new Error("The video was not loaded.")), { once: true });
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      video.src = src;
    });
    return await draw(video);
  } finally {
    video.removeAttribute("src");
    video.load();
  }
}

/** Takes the frame that a video shows now. Null before it was started: then it shows its poster. */
export function takeFrame(video: HTMLVideoElement | null): VideoFrame | null {
  if (!video || video.currentTime === 0 || video.readyState < HAVE_CURRENT_DATA || video.videoWidth === 0) return null;
  const { currentSrc, currentTime } = video;
  const picture = draw(video)
    .catch(() => drawCopy(currentSrc, currentTime))
    .catch(() => null);
  return { at: Math.round(currentTime * 1_000) / 1_000, picture };
}
