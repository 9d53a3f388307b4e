import {
  BlobSource,
  CanvasSink,
  Conversion,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { createTrimFile } from "./trim-storage.ts";
import { pictureTimes, TRIM_MIN_S, type TrimRange } from "./trim.plan.ts";

const FORMATS = [MP4, QTFF, WEBM, MATROSKA];
/** Number of frames from which the frame rate is computed. */
const RATE_SAMPLE = 120;
const FRAME_RATE_MAX = 120;
/** Differences to a keyframe that are not visible, in seconds. There the packets are copied. */
const COPY_TOLERANCE_S = 0.01;

/** Options of a cut. */
export interface CutOptions {
  /** Name of the file on this browser's disk. */
  name: string;
  signal: AbortSignal;
  /** Reports the progress from 0 to 1. */
  onProgress(done: number): void;
}

/** A video that can be trimmed in this browser. */
export interface TrimVideo {
  /** Length in seconds. */
  seconds: number;
  /** Duration of one frame in seconds. */
  frameSeconds: number;
  /** Draws the film strip, picture by picture. */
  draw(canvas: HTMLCanvasElement, pictures: number, signal: AbortSignal): Promise<void>;
  /** Writes a part of the video into a new file. Nothing outside of the part is in it. */
  cut(range: TrimRange, options: CutOptions): Promise<File>;
  close(): void;
}

/** Returns the container of the cut video: WebM stays WebM, everything else becomes MP4. */
function containerOf(file: File): { format: OutputFormat; ending: string; type: string } {
  return /webm/u.test(file.type)
    ? { format: new WebMOutputFormat(), ending: "webm", type: "video/webm" }
    : { format: new Mp4OutputFormat({ fastStart: false }), ending: "mp4", type: "video/mp4" };
}

/** Draws pictures side by side. */
async function drawStrip(
  track: InputVideoTrack,
  canvas: HTMLCanvasElement,
  { seconds, pictures, signal }: { seconds: number; pictures: number; signal: AbortSignal },
): Promise<void> {
  const context = canvas.getContext("2d");
  const width = Math.ceil(canvas.width / pictures);
  const sink = new CanvasSink(track, { width, height: canvas.height, fit: "cover", poolSize: 1 });
  let index = 0;
  for await (const picture of sink.canvasesAtTimestamps(pictureTimes(seconds, pictures))) {
    if (signal.aborted) return;
    if (picture) context?.drawImage(picture.canvas, index * width, 0);
    index += 1;
  }
}

/**
 * Cuts with the packets as they are where possible: they can be copied from a keyframe on. Otherwise frames are encoded again, because
 * copied packets before the start would be in the file, although no player shows them.
 */
async function cutVideo(input: Input, file: File, range: TrimRange, { name, signal, onProgress }: CutOptions): Promise<File> {
  const { format, ending, type } = containerOf(file);
  const written = await createTrimFile(name, file.size);
  try {
    const output = new Output({ format, target: written.target });
    const conversion = await Conversion.init({
      input,
      output,
      tracks: "primary",
      trim: range,
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

/** Opens a video for trimming. Returns null when this browser cannot decode it, or when it is too short. */
export async function openTrimVideo(file: File): Promise<TrimVideo | null> {
  const input = new Input({ source: new BlobSource(file), formats: FORMATS });
  const open = async (): Promise<TrimVideo | null> => {
    const track = await input.getPrimaryVideoTrack();
    if (!track || typeof VideoEncoder === "undefined" || !(await track.canDecode())) return null;
    const seconds = await input.computeDuration([track]);
    const { averagePacketRate: rate } = await track.computePacketStats(RATE_SAMPLE);
    if (!(seconds > TRIM_MIN_S) || !Number.isFinite(seconds)) return null;
    return {
      seconds,
      frameSeconds: 1 / Math.min(FRAME_RATE_MAX, Math.max(1, rate)),
      draw: (canvas, pictures, signal) => drawStrip(track, canvas, { seconds, pictures, signal }),
      cut: (range, options) => cutVideo(input, file, range, options),
      close: () => input.dispose(),
    };
  };
  const opened = await open().catch(() => null);
  if (!opened) input.dispose();
  return opened;
}
