/** Chromium's stream of a track's frames, which the type library does not know. */
type FrameStream = new <T>(init: { track: MediaStreamTrack; maxBufferSize?: number }) => { readable: ReadableStream<T> };

const constructorOf = (): FrameStream | undefined => (globalThis as { MediaStreamTrackProcessor?: FrameStream }).MediaStreamTrackProcessor;

/** Frames that may wait to be taken while this page is busy with something else. Pictures are large, and the browser has few of them. */
const WAITING_MAX = { audio: 100, video: 3 } as const;

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
