import { endingOf, type DownloadQuery } from "@stillreel/contract";
import type { z } from "zod";
import { cleanName, withEnding } from "../../ports/archives/index.ts";
import type { Conversion } from "../../ports/images.port.ts";

export type DownloadArgs = z.output<typeof DownloadQuery>;

const TYPES = { png: "image/png", jpg: "image/jpeg", webp: "image/webp", pdf: "application/pdf" } as const;

/** How an item is handed out: as it is, or converted first; null when it cannot be had in that format. */
export type DownloadPlan =
  | { kind: "original"; fileName: string }
  | { kind: "converted"; fileName: string; mimeType: string; conversion: Conversion };

/** What to do for this format. A picture that is of the type already is handed out as it is: nothing is lost by encoding it again. */
export function planDownload(
  item: { type: "image" | "video"; mimeType: string; fullFileName: string },
  { format, paper }: Pick<DownloadArgs, "format" | "paper">,
): DownloadPlan | null {
  if (format === "original") return { kind: "original", fileName: item.fullFileName };
  if (item.type !== "image" || format === "mp4" || format === "webm" || format === "gif") return null;
  const fileName = withEnding(item.fullFileName, format);
  if (TYPES[format] === item.mimeType) return { kind: "original", fileName };
  return { kind: "converted", fileName, mimeType: TYPES[format], conversion: format === "pdf" ? { format, paper } : { format } };
}

/** The name that a file gets in an archive: its own, harmless, and with an ending. */
export function mediaNameOf(item: { title: string; fullFileName: string; mimeType: string }): string {
  const ending = endingOf(item.mimeType);
  const name = cleanName(item.fullFileName, cleanName(item.title, "file"));
  return /\.[A-Za-z0-9]{1,5}$/u.test(name) ? name : `${name}.${ending}`;
}
