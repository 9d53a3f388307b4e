import { createHash } from "node:crypto";
import { BOARD_ENDING, eachGrapheme, FOLDER_NAME_BYTES_MAX, FOLDER_NAME_MAX, FolderColor, FolderName } from "@stillreel/contract";
import type { CarriedComment } from "../../social/comments/index.ts";
import { DOCUMENT_NAME, README_NAME, type ReadDocument, type TakeoutFolder, type TakeoutItem } from "./takeout.document.ts";

/** System files in archives. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/iu;
/** Files that a takeout adds. */
const OWN = new Set([DOCUMENT_NAME, README_NAME, "not-included.txt"]);
/** Number of bytes that {@link isMedia} needs. */
export const HEAD_BYTES = 16;

/** Returns whether a file can be ignored. */
export function isLitter(path: string, isTakeout: boolean): boolean {
  return LITTER.test(path) || (isTakeout && OWN.has(path));
}

/** Returns paths of additional files in a takeout: originals, annotations, captions, recorded pointers. */
export function besidePaths(document: ReadDocument): Set<string> {
  const paths = [...document.items.values()].flatMap(({ original, markers, pointer, captions }) => [
    original?.file,
    markers,
    pointer,
    ...captions.map(({ file }) => file),
  ]);
  return new Set(paths.filter((path) => path !== undefined && path !== null && !document.items.has(path))) as Set<string>;
}

/** Returns whether the bytes may start a supported image or video. Matches are inspected completely later. */
export function isMedia(head: Buffer): boolean {
  const text = head.toString("latin1");
  return (
    text.startsWith("\u0089PNG") ||
    text.startsWith("\u00ff\u00d8\u00ff") ||
    text.startsWith("GIF8") ||
    (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") ||
    text.startsWith("\u001a\u0045\u00df\u00a3") ||
    ["ftyp", "moov", "mdat", "wide", "free", "skip"].includes(text.slice(4, 8))
  );
}

/** Returns whether a file is a whiteboard by its name. */
export const isBoard = (path: string): boolean => path.toLowerCase().endsWith(`.${BOARD_ENDING}`);

/** Splits a path into folder names and file name. */
export function splitPath(path: string): { folders: string[]; fileName: string } {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return { folders: parts.slice(0, -1), fileName: parts.at(-1) ?? "" };
}

/** Converts a text into a valid folder name. */
export function folderNameOf(text: string): string {
  const known = FolderName.safeParse(text).data;
  if (known !== undefined) return known;
  // eslint-disable-next-line no-misleading-character-class -- the class lists combining and direction characters one by one
  const plain = text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim();
  let name = "";
  let count = 0;
  for (const segment of eachGrapheme(plain.slice(0, FOLDER_NAME_BYTES_MAX))) {
    if (++count > FOLDER_NAME_MAX || Buffer.byteLength(name + segment) > FOLDER_NAME_BYTES_MAX) break;
    name += segment;
  }
  return FolderName.safeParse(name).data ?? "Folder";
}

/** Returns the path of folders from the root according to the takeout. Stops at missing parents and cycles. */
export function chainOf(folders: ReadonlyMap<string, TakeoutFolder>, id: string | null): TakeoutFolder[] {
  const chain: TakeoutFolder[] = [];
  const seen = new Set<string>();
  for (let at = id; at !== null && !seen.has(at);) {
    seen.add(at);
    const folder = folders.get(at);
    if (!folder) break;
    chain.unshift(folder);
    at = folder.parentId;
  }
  return chain;
}

/** A folder on the path below the selected one. */
export interface Step {
  name: string;
  color?: string | undefined;
}

/** Returns the folder to create. Without a valid colour the server chooses one. */
export const stepOf = ({ name, color }: TakeoutFolder): Step => ({ name, color: FolderColor.safeParse(color).data || undefined });

/** Derives an id from the import and an id of the archive: repeated runs yield the same id. */
export function idWithin(importId: string, foreignId: string): string {
  const hex = createHash("sha256").update(`${importId}\n${foreignId}`).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Maximum number of files in an archive. */
export const FILES_MAX = 200_000;

/** Number of files of an import whose renditions have the same priority, and the lowest priority. */
const FILES_PER_PRIORITY = 50;
const LOWEST_PRIORITY = 7;

/**
 * Returns the priority of the renditions of a file, by the number of files before it: those of other uploads (0) come first, and
 * a small import does not wait for the renditions of a large one.
 */
export function renditionPriority(filesBefore: number): number {
  return Math.min(LOWEST_PRIORITY, 1 + Math.floor(filesBefore / FILES_PER_PRIORITY));
}

/** Returns the maximum unpacked size of a zip in bytes. */
export function unpackedMax(zipBytes: number): number {
  return 10 * zipBytes + 1024 ** 3;
}

/** Returns the creation time of an imported item: at the latest the time of its first comment. Null when unknown. */
export function madeAt({
  createdAt,
  comments,
}: Pick<TakeoutItem, "createdAt"> & { comments: readonly { createdAt: string }[] }): Date | null {
  const times = [...(createdAt === undefined ? [] : [createdAt]), ...comments.map((comment) => comment.createdAt)];
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => Date.parse(time))));
}

/** Returns the comments with new ids. */
export function commentsOf(importId: string, { comments }: TakeoutItem): Omit<CarriedComment, "itemId">[] {
  const known = new Set(comments.map(({ id }) => id));
  return comments.map((comment) => ({
    id: idWithin(importId, comment.id),
    parentId: comment.parentId !== null && known.has(comment.parentId) ? idWithin(importId, comment.parentId) : null,
    text: comment.text.replaceAll("\u0000", ""),
    at: comment.at,
    authorName: comment.authorName.replaceAll("\u0000", ""),
    createdAt: new Date(comment.createdAt),
    editedAt: comment.editedAt === null ? null : new Date(comment.editedAt),
    reactions: comment.reactions,
  }));
}
