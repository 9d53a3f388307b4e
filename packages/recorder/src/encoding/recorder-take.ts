import { bitrateFor, SOUND_BITRATE } from "./bitrate.plan.ts";
import type { Take, TakeOutput } from "./take.types.ts";

/** Types that browsers write with their own recorder, best first: MP4 where possible, because its fragments play immediately. */
const TYPES = [
  "video/mp4;codecs=avc1.640028,mp4a.40.2",
  "video/mp4;codecs=avc1.640028,opus",
  "video/mp4;codecs=avc1.42E01E,mp4a.40.2",
  "video/webm;codecs=vp9,opus",
  "video/webm;codecs=vp8,opus",
] as const;

/** Without this option keyframes are seconds apart, and nothing is written between them. The type library does not have it yet. */
type RecorderOptions = MediaRecorderOptions & { videoKeyFrameIntervalDuration?: number };

/** Returns the type that this browser's own recorder writes, or null. */
export const recorderType = (): string | null =>
  typeof MediaRecorder === "undefined" ? null : (TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null);

/** Starts a take with the browser's own recorder, for browsers without frames or encoders: the main source without bubble or area. */
export function startRecorderTake(
  input: { main: MediaStreamTrack; sound: MediaStreamTrack | null; frameRate: number; mimeType: string },
  { write, onFailure, clock }: TakeOutput,
): Take {
  const { width = 1280, height = 720 } = input.main.getSettings();
  const options: RecorderOptions = {
    mimeType: input.mimeType,
    videoBitsPerSecond: bitrateFor({ width, height }, input.frameRate),
    audioBitsPerSecond: SOUND_BITRATE,
    videoKeyFrameIntervalDuration: 1_000,
  };
  const recorder = new MediaRecorder(new MediaStream([input.main, ...(input.sound ? [input.sound] : [])]), options);
  let writing: Promise<void> = Promise.resolve();
  let pieces = 0;
  let isOver = false;
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size === 0 || isOver) return;
    pieces += 1;
    const endMs = Math.round(clock.seconds() * 1_000);
    writing = writing
      .then(async () => write(new Uint8Array(await data.arrayBuffer()), endMs))
      .catch((error: unknown) => onFailure(error as Error));
  });
  recorder.addEventListener("error", (event) => onFailure(new Error(`The browser's recorder broke down: ${event.type}`)));
  recorder.start(1_000);
  return {
    pause() {
      clock.pause();
      recorder.pause();
    },
    resume() {
      recorder.resume();
      clock.resume();
    },
    tick: () => {},
    setShare: () => {},
    // The browser reduces the frame rate itself and does not report it.
    isSlow: () => false,
    async finish() {
      clock.pause();
      if (recorder.state !== "inactive")
        await new Promise<void>((resolve) => {
          recorder.addEventListener("stop", () => resolve(), { once: true });
          recorder.stop();
        });
      await writing;
      return pieces;
    },
    abandon() {
      isOver = true;
      if (recorder.state !== "inactive") recorder.stop();
    },
  };
}
