import type { RecordingOrder } from "../recorder.types.ts";
import type { Studio } from "../sources/studio.ts";
import { prepareCodecs, startCodecTake } from "./codec-take.ts";
import { recorderType, startRecorderTake } from "./recorder-take.ts";
import type { Take, TakeOutput } from "./take.types.ts";

/** Encoders that were found and can begin at once. */
export interface PreparedTake {
  mimeType: string;
  start(output: TakeOutput): Take;
  /** Lets go of them: nothing is recorded after all. */
  close(): void;
}

/** Finds the best way that this browser has to encode a recording. Null: it has none. */
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
  // The browser's own recorder films what there is: it cannot cut an area out.
  if (mimeType === null || main === undefined || setup.source === "area") return null;
  return {
    mimeType,
    start: (output) => startRecorderTake({ main, sound: sound.track, frameRate, mimeType }, output),
    close: () => {},
  };
}
