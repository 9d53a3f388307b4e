import { IMAGE_TYPES, VIDEO_TYPES } from "@stillreel/contract";

/** The two kinds of files that become items. */
export type ItemKind = "image" | "video";

const ENDINGS: Readonly<Record<string, ItemKind>> = {
  png: "image",
  jpg: "image",
  jpeg: "image",
  webp: "image",
  gif: "image",
  mp4: "video",
  m4v: "video",
  mov: "video",
  webm: "video",
  mkv: "video",
};

/** Files that systems leave in folders; nobody means to upload them. */
const LEFT_BEHIND = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._.*)$/iu;

/** What the file fields of the page offer to choose. */
export const ACCEPTED: string = [...IMAGE_TYPES, ...VIDEO_TYPES, ".mkv", ".mov"].join(",");

/** What a file becomes, by its type or, where the system knows none, by its ending; null when it is neither. The server judges by content. */
export function kindOf({ name, type }: Pick<File, "name" | "type">): ItemKind | null {
  if ((IMAGE_TYPES as readonly string[]).includes(type)) return "image";
  if ((VIDEO_TYPES as readonly string[]).includes(type) || type === "video/matroska") return "video";
  const ending = /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? "";
  const kind = ENDINGS[ending] ?? null;
  // A type that contradicts the ending (a PDF called .png) is believed; an unknown one is not.
  return type === "" || type === "application/octet-stream" || (kind && type.startsWith(`${kind}/`)) ? kind : null;
}

/** True for what a system put into a folder by itself. */
export const isLeftBehind = (name: string): boolean => LEFT_BEHIND.test(name);
