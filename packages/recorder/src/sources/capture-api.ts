/** Chromium's stream of a track's frames, which the type library does not know. */
type FrameStream = new <T>(init: { track: MediaStreamTrack; maxBufferSize?: number }) => { readable: ReadableStream<T> };

const constructorOf = (): FrameStream | undefined => (globalThis as { MediaStreamTrackProcessor?: FrameStream }).MediaStreamTrackProcessor;

/** Whether this browser hands out the frames of a track. */
export const canReadFrames = (): boolean => constructorOf() !== undefined;

/**
 * Reads a track's frames until it ends or the answer is called. Who takes a frame closes it. Frames that come faster than they
 * are taken are dropped by the browser, oldest first.
 */
export function readFrames<T extends VideoFrame | AudioData>(
  track: MediaStreamTrack,
  take: (frame: T) => void,
  ended: () => void,
): () => void {
  const Processor = constructorOf();
  if (!Processor) throw new Error("This browser hands out no frames.");
  const reader = new Processor<T>({ track, ...(track.kind === "audio" ? { maxBufferSize: 100 } : {}) }).readable.getReader();
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
