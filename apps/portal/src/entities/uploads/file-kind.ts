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

/** System files in folders that are never uploaded. */
const LEFT_BEHIND = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._.*)$/iu;

/** Types offered by the file inputs. */
export const ACCEPTED: string = [...IMAGE_TYPES, ...VIDEO_TYPES, ".mkv", ".mov"].join(",");

/** Returns the item type of a file by its media type or, if unknown, by its extension; null for other files. The server checks the content. */
export function kindOf({ name, type }: Pick<File, "name" | "type">): ItemKind | null {
  if ((IMAGE_TYPES as readonly string[]).includes(type)) return "image";
  if ((VIDEO_TYPES as readonly string[]).includes(type) || type === "video/matroska") return "video";
  const ending = /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? "";
  const kind = ENDINGS[ending] ?? null;
  // A media type that contradicts the extension wins; a generic type does not.
  return type === "" || type === "application/octet-stream" || (kind && type.startsWith(`${kind}/`)) ? kind : null;
}

/** Returns whether a file is a system file. */
export const isLeftBehind = (name: string): boolean => LEFT_BEHIND.test(name);
