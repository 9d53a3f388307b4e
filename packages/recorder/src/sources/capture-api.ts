/** Chromium's stream of a track's frames, which the type library does not declare. */
type FrameStream = new <T>(init: { track: MediaStreamTrack; maxBufferSize?: number }) => { readable: ReadableStream<T> };

const constructorOf = (): FrameStream | undefined => (globalThis as { MediaStreamTrackProcessor?: FrameStream }).MediaStreamTrackProcessor;

/** Maximum number of frames in the queue while this page is busy. Video frames are large, and the browser has few of them. */
const WAITING_MAX = { audio: 100, video: 3 } as const;

/** Returns whether this browser provides the frames of a track. */
export const canReadFrames = (): boolean => constructorOf() !== undefined;

/**
 * Reads a track's frames until it ends or the returned function is called. The consumer closes each frame. The browser drops frames
 * that arrive faster than they are read, oldest first.
 */
export function readFrames<T extends VideoFrame | AudioData>(
  track: MediaStreamTrack,
  take: (frame: T) => void,
  ended: () => void,
): () => void {
  const Processor = constructorOf();
  if (!Processor) throw new Error("This browser hands out no frames.");
  const reader = new Processor<T>({ track, maxBufferSize: WAITING_MAX[track.kind === "audio" ? "audio" : "video"] }).readable.getReader();
  let isOver = false;
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done || value === undefined) break;
      if (isOver) value.close();
      else take(value);
    }
    if (!isOver) ended();
  })();
  return () => {
    isOver = true;
    void reader.cancel().catch(() => {});
  };
}
