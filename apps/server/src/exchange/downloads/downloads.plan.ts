import { BOARD_ENDING, BOARD_MIME_TYPE, endingOf, GIF_MAX_S, type DownloadQuery, type ItemType } from "@stillreel/contract";
import type { z } from "zod";
import { invalid } from "../../platform/http/app-error.ts";
import { cleanName, withEnding } from "../../platform/ports/archives/index.ts";
import type { Conversion } from "../../platform/ports/images.port.ts";

export type DownloadArgs = z.output<typeof DownloadQuery>;

const TYPES = { png: "image/png", jpg: "image/jpeg", webp: "image/webp", pdf: "application/pdf" } as const;

/**
 * How an item is delivered: unchanged, after conversion, as the MP4 that plays everywhere, or as a GIF of a
 * range of the video.
 */
export type DownloadPlan =
  | { kind: "original"; fileName: string }
  | { kind: "converted"; fileName: string; mimeType: string; conversion: Conversion }
  | { kind: "universal"; fileName: string }
  | { kind: "gif"; fileName: string; mimeType: "image/gif"; range: GifRange };

/** A range of a video in seconds. */
export interface GifRange {
  from: number;
  to: number;
}

/** Default length of a GIF in seconds. */
const GIF_DEFAULT_S = 10;

type DownloadedItem = { type: ItemType; mimeType: string; fullFileName: string };
type DownloadOptions = Pick<DownloadArgs, "format" | "paper" | "from" | "to">;

/**
 * Decides how to deliver an item in a format. Returns null when the format is not available. A file that already has the
 * format is delivered unchanged, so that no quality is lost by encoding it again.
 * @throws AppError `validation-failed` for an impossible range
 */
export function planDownload(item: DownloadedItem, options: DownloadOptions): DownloadPlan | null {
  const { format, paper } = options;
  // A whiteboard has no file. Its exports are drawn by its own route.
  if (item.type === "board") return null;
  if (format === "original") return { kind: "original", fileName: item.fullFileName };
  const fileName = withEnding(item.fullFileName, format);
  if (item.type === "video") return planVideo(item, options, fileName);
  if (format === "mp4" || format === "webm" || format === "gif") return null;
  if (TYPES[format] === item.mimeType) return { kind: "original", fileName };
  return { kind: "converted", fileName, mimeType: TYPES[format], conversion: format === "pdf" ? { format, paper } : { format } };
}

function planVideo({ mimeType }: DownloadedItem, { format, from, to }: DownloadOptions, fileName: string): DownloadPlan | null {
  if (format === "mp4") return { kind: "universal", fileName };
  if (format === "webm") return mimeType === "video/webm" ? { kind: "original", fileName } : null;
  return format === "gif" ? { kind: "gif", fileName, mimeType: "image/gif", range: gifRange(from, to) } : null;
}

/** Validates the requested range. It does not check the length of the video, which is known only later. */
function gifRange(from = 0, to = from + GIF_DEFAULT_S): GifRange {
  if (to <= from) throw invalid("to", "The end must lie behind the beginning.");
  if (to - from > GIF_MAX_S) throw invalid("to", `At most ${GIF_MAX_S} seconds fit into a GIF.`, "too-long");
  return { from, to };
}

/** Returns the name of a file in an archive: its own name made safe, with an extension. */
export function mediaNameOf(item: { title: string; fullFileName: string; mimeType: string }): string {
  const ending = item.mimeType === BOARD_MIME_TYPE ? BOARD_ENDING : endingOf(item.mimeType);
  const name = cleanName(item.fullFileName, cleanName(item.title, "file"));
  if (name.toLowerCase().endsWith(`.${ending}`)) return name;
  if (item.mimeType === BOARD_MIME_TYPE) return `${name}.${ending}`;
  return /\.[A-Za-z0-9]{1,5}$/u.test(name) ? name : `${name}.${ending}`;
}
