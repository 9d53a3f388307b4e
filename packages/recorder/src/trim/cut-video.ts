import {
  BlobSource,
  Conversion,
  EncodedPacketSink,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { createTrimFile } from "./trim-storage.ts";
import { mayStartLater, type TrimRange } from "./trim.plan.ts";

/**
 * Differences to a keyframe or to the start of a packet of sound up to which packets are copied, in seconds. Packets of sound last up to
 * 46 ms, and not every browser can encode all of the codecs that it plays.
 */
const COPY_TOLERANCE_S = 0.05;
/** Differences that come from rounded times, in seconds. */
const ROUNDING_S = 0.001;

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

/** Where a cut starts, and whether its frames must be encoded because no packets can be copied from there. */
interface CutStart {
  start: number;
  forceTranscode: boolean;
}

/** Returns the start of a cut: at a keyframe that is there, or so near that the difference does not matter. */
async function startOf(input: Input, { start, end }: TrimRange): Promise<CutStart> {
  const track = await input.getPrimaryVideoTrack();
  if (!track || start <= 0) return { start, forceTranscode: false };
  const sink = new EncodedPacketSink(track);
  const before = await sink.getKeyPacket(start, { metadataOnly: true });
  if (!before) return { start, forceTranscode: true };
  if (start - before.timestamp < ROUNDING_S) return { start: before.timestamp, forceTranscode: false };
  const next = await sink.getNextKeyPacket(before, { metadataOnly: true });
  const isNear = next !== null && (next.timestamp - start <= COPY_TOLERANCE_S || mayStartLater({ start, end }, next.timestamp));
  return isNear ? { start: next.timestamp, forceTranscode: false } : { start, forceTranscode: true };
}

/** Refuses a result without its video: the library copies nothing where it finds no keyframe. @throws Error */
async function assertHasVideo(blob: Blob): Promise<void> {
  using input = new Input({ source: new BlobSource(blob), formats: [MP4, WEBM] });
  if (!(await input.getPrimaryVideoTrack())) throw new Error("The video is missing in the cut.");
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
    const { start, forceTranscode } = await startOf(input, range);
    const conversion = await Conversion.init({
      input,
      output,
      tracks: "primary",
      trim: { start, end: range.end },
      video: { forceTranscode },
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
    const content = await written.finish();
    await assertHasVideo(content);
    return new File([content], `${file.name.replace(/\.\w{1,5}$/u, "")}.${ending}`, { type });
  } catch (error) {
    await written.discard();
    throw error;
  }
}
