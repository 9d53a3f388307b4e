import type { RecordingOrder } from "../recorder.types.ts";
import type { Studio } from "../sources/studio.ts";
import { prepareCodecs, startCodecTake } from "./codec-take.ts";
import { recorderType, startRecorderTake } from "./recorder-take.ts";
import type { Take, TakeOutput } from "./take.types.ts";

/** Encoders that were found and can start immediately. */
export interface PreparedTake {
  mimeType: string;
  start(output: TakeOutput): Take;
  /** Releases the encoders when nothing is recorded. */
  close(): void;
}

/** Finds the best encoding that this browser supports for a recording, or null. */
export async function prepareTake({ picture, sources, sound }: Studio, { setup }: RecordingOrder): Promise<PreparedTake | null> {
  const { frameRate } = setup;
  if (picture) {
    const input = { picture, sound: sound.track, frameRate, kind: setup.source === "camera" ? "motion" : "detail" } as const;
    const codecs = await prepareCodecs(input);
    if (codecs)
      return { mimeType: codecs.mimeType, start: (output) => startCodecTake(input, codecs, output), close: () => codecs.video.close() };
  }
  const mimeType = recorderType();
  const [main] = sources.main.getVideoTracks();
  // The browser's own recorder records whole sources: it cannot crop to an area.
  if (mimeType === null || main === undefined || setup.source === "area") return null;
  return {
    mimeType,
    start: (output) => startRecorderTake({ main, sound: sound.track, frameRate, mimeType }, output),
    close: () => {},
  };
}
