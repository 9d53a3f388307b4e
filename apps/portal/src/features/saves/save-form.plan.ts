import type { SaveSubject } from "../../entities/saves/save-subject.ts";

/** Formats of the dialog. `mp4` is the one that plays everywhere. */
const IMAGE_FORMATS = ["original", "png", "jpg", "pdf"] as const;
const VIDEO_FORMATS = ["mp4", "original"] as const;
export type DialogFormat = (typeof IMAGE_FORMATS)[number] | (typeof VIDEO_FORMATS)[number];

/** Returns the formats for the items; a selection with images has those of images. */
export function formatsFor(subjects: readonly Pick<SaveSubject, "type" | "mimeType">[]): readonly DialogFormat[] {
  return subjects.some(({ type }) => type === "image") ? IMAGE_FORMATS : VIDEO_FORMATS;
}

/** Returns the format for the server. Videos are saved as MP4 in every format except `original`. */
export const sentFormat = (format: DialogFormat): "original" | "png" | "jpg" | "pdf" => (format === "mp4" ? "png" : format);

const ENDING = /\.([A-Za-z0-9]{1,8})$/u;

/** Returns the name of a file without its ending. */
export const stemOf = (fileName: string): string => fileName.replace(ENDING, "");

/** Returns the ending that a file gets, with its dot. GIFs stay unchanged. */
export function endingOf({ mimeType, fullFileName }: Pick<SaveSubject, "mimeType" | "fullFileName">, format: DialogFormat): string {
  const own = ENDING.exec(fullFileName)?.[0] ?? "";
  if (format === "original" || mimeType === "image/gif") return own;
  return `.${format}`;
}
