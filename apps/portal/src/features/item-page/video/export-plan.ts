import { GIF_MAX_S } from "@stillreel/contract";
import type { ExportBody, ExportFormat } from "./exports.queries.ts";
import type { Range } from "./gif-range.ts";

/** The formats in menu order. */
export const EXPORT_FORMATS = ["mp4", "webm", "gif", "webp", "mp3", "wav", "png"] as const satisfies readonly ExportFormat[];
const HEIGHTS = [2_160, 1_440, 1_080, 720, 480] as const;
/** Number of frames of a range at first, and at most. */
export const FRAMES = { first: 10, max: 100 } as const;

export type ExportHeight = (typeof HEIGHTS)[number];

/** The choices of the dialog. */
export interface ExportChoice {
  format: ExportFormat;
  height: ExportHeight | null;
  isPart: boolean;
  range: Range;
  frames: number;
  /** Language of the captions in the picture. */
  captions: string | null;
}

export const isMoving = (format: ExportFormat): boolean => format === "gif" || format === "webp";
export const isSound = (format: ExportFormat): boolean => format === "mp3" || format === "wav";
export const hasSize = (format: ExportFormat): boolean => format === "mp4" || format === "webm";

/** Returns whether the dialog offers a range: moving images always have one. */
export const hasRange = ({ format, isPart }: Pick<ExportChoice, "format" | "isPart">): boolean => isPart || isMoving(format);

/** Returns the maximum length of a range in seconds. */
export const rangeMax = (format: ExportFormat): number => (isMoving(format) ? GIF_MAX_S : Infinity);

/** Returns the lower heights of a video. Its shorter side counts. */
export const lowerHeights = (lines: number): ExportHeight[] => HEIGHTS.filter((height) => height < lines);

/** Returns the request of a choice. A PNG of the whole video is the frame at `playheadS`. */
export function bodyOf(choice: ExportChoice, playheadS: number): ExportBody {
  const { format, height, range, frames, captions } = choice;
  return {
    format,
    ...(hasSize(format) && height !== null ? { height } : {}),
    ...(hasRange(choice) ? range : format === "png" ? { from: playheadS } : {}),
    ...(format === "png" && choice.isPart ? { frames } : {}),
    ...(captions !== null && !isSound(format) ? { captions } : {}),
  };
}
