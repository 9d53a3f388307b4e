import { Conversion, EncodedPacketSink, type Input, Mp4OutputFormat, Output, type OutputFormat, WebMOutputFormat } from "mediabunny";
import { createTrimFile } from "./trim-storage.ts";
import { mayStartLater, type TrimRange } from "./trim.plan.ts";

/**
 * Differences to a keyframe or to the start of a packet of sound up to which packets are copied, in seconds. Packets of sound last up to
 * 46 ms, and not every browser can encode all of the codecs that it plays.
 */
const COPY_TOLERANCE_S = 0.05;

/** Options of a cut. */
export interface CutOptions {
  /** Name of the file on this browser's disk. */
  name: string;
  signal: AbortSignal;
  /** Reports the progress from 0 to 1. */
  onProgress(done: number): void;
}

/** Returns the container of the cut video: WebM stays WebM, everything else becomes MP4. */
function containerOf(file: File): { format: OutputFormat; ending: string; type: string } {
  return /webm/u.test(file.type)
    ? { format: new WebMOutputFormat(), ending: "webm", type: "video/webm" }
    : { format: new Mp4OutputFormat({ fastStart: false }), ending: "mp4", type: "video/mp4" };
}

/** Returns where a cut starts: at the next keyframe, when the encoding of a long video would take minutes and the difference is small. */
async function startOf(input: Input, range: TrimRange): Promise<number> {
  const track = await input.getPrimaryVideoTrack();
  if (!track || range.start <= 0) return range.start;
  const sink = new EncodedPacketSink(track);
  const before = await sink.getKeyPacket(range.start, { metadataOnly: true });
  if (!before || before.timestamp >= range.start) return range.start;
  const next = await sink.getNextKeyPacket(before, { metadataOnly: true });
  return next && mayStartLater(range, next.timestamp) ? next.timestamp : range.start;
}

/**
 * Writes a part of a video into a new file. Packets are copied where possible, which is from a keyframe on. Otherwise frames are encoded
 * again, because copied packets before the start would be in the file, although no player shows them.
 */
export async function cutVideo(input: Input, file: File, range: TrimRange, { name, signal, onProgress }: CutOptions): Promise<File> {
  const { format, ending, type } = containerOf(file);
  const written = await createTrimFile(name, file.size);
  try {
    const output = new Output({ format, target: written.target });
    const conversion = await Conversion.init({
      input,
      output,
      tracks: "primary",
      trim: { start: await startOf(input, range), end: range.end },
      copy: { boundaryPolicy: "shrink", boundaryTolerance: COPY_TOLERANCE_S },
      tags: {},
      showWarnings: false,
    });
    if (!conversion.isValid || conversion.discardedTracks.length > 0) throw new Error("A track cannot be cut.");
    conversion.onProgress = onProgress;
    const cancel = (): void => void conversion.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    signal.throwIfAborted();
    await conversion.execute().finally(() => signal.removeEventListener("abort", cancel));
    return new File([await written.finish()], `${file.name.replace(/\.\w{1,5}$/u, "")}.${ending}`, { type });
  } catch (error) {
    await written.discard();
    throw error;
  }
}
