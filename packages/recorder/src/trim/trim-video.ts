import { BlobSource, CanvasSink, Input, type InputVideoTrack, MATROSKA, MP4, QTFF, WEBM } from "mediabunny";
import { type CutOptions, cutVideo } from "./cut-video.ts";
import { pictureTimes, TRIM_MIN_S, type TrimRange } from "./trim.plan.ts";

const FORMATS = [MP4, QTFF, WEBM, MATROSKA];
/** Number of frames from which the frame rate is computed. */
const RATE_SAMPLE = 120;
const FRAME_RATE_MAX = 120;

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
