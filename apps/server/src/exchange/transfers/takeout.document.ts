import { CaptureRecord } from "@stillreel/contract";
import { z } from "zod";

/** Name of the document that describes the files of a takeout. */
export const DOCUMENT_NAME = "stillreel.json";
/** Maximum size of a readable document; a hundred thousand items with comments need a third. */
export const DOCUMENT_BYTES_MAX = 128 * 1024 * 1024;
export const README_NAME = "README.txt";

const Timestamp = z.iso.datetime();

const TakeoutFolder = z.object({
  id: z.string(),
  name: z.string(),
  parentId: z.string().nullable(),
  kind: z.enum(["image", "video", "board", "mixed"]),
  color: z.string().optional(),
  createdAt: Timestamp.optional(),
});

const TakeoutComment = z.object({
  id: z.string(),
  parentId: z.string().nullable().default(null),
  text: z.string(),
  at: z
    .union([z.number(), z.object({ x: z.number(), y: z.number() })])
    .nullable()
    .default(null),
  authorName: z.string().default(""),
  createdAt: Timestamp,
  editedAt: Timestamp.nullable().default(null),
  /** Reactions with the names of their users. */
  reactions: z
    .array(z.object({ emoji: z.string(), by: z.array(z.string()) }))
    .catch([])
    .default([]),
});

const TakeoutItem = z.object({
  id: z.string(),
  type: z.enum(["image", "video", "board"]),
  title: z.string(),
  /** Path of its file in the zip. */
  file: z.string(),
  fileName: z.string().optional(),
  folderId: z.string().nullable().default(null),
  createdAt: Timestamp.optional(),
  trashed: z.boolean().default(false),
  pageUrl: z.string().nullable().default(null),
  favorite: z.boolean().default(false),
  description: z.string().catch("").default(""),
  chapters: z.array(z.object({ timestamp: z.number(), name: z.string() })).default([]),
  chaptersEnabled: z.boolean().default(false),
  comments: z.array(TakeoutComment).default([]),
  /** Paths of caption files by language. */
  captions: z
    .array(z.object({ language: z.string(), label: z.string(), file: z.string() }))
    .catch([])
    .default([]),
  mimeType: z.string().optional(),
  sizeBytes: z.number().optional(),
  /** SHA-256 of the file in hex. */
  sha256: z.string().optional(),
  /** The picture before annotation, if stored. */
  original: z
    .object({ file: z.string(), mimeType: z.string().optional(), sizeBytes: z.number().optional(), sha256: z.string().optional() })
    .nullable()
    .catch(null)
    .default(null),
  /** Path of the annotation file. Separate, because a hundred thousand of them would exceed one document. */
  markers: z.string().nullable().catch(null).default(null),
  /** Path of the file with the recorded pointer of a video. */
  pointer: z.string().nullable().catch(null).default(null),
  capture: CaptureRecord.nullable().catch(null).default(null),
});

/** The part of `stillreel.json`, version 1, around the entries. */
const TakeoutDocument = z.object({
  version: z.literal(1),
  exportedAt: Timestamp.optional(),
  folders: z.array(z.unknown()).default([]),
  items: z.array(z.unknown()).default([]),
});

export type TakeoutFolder = z.output<typeof TakeoutFolder>;
export type TakeoutItem = z.output<typeof TakeoutItem>;
export type TakeoutComment = z.output<typeof TakeoutComment>;

/** A parsed document for an import. */
export interface ReadDocument {
  folders: Map<string, TakeoutFolder>;
  /** By the path of their file. */
  items: Map<string, TakeoutItem>;
}

/** Parses JSON; undefined when invalid. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether this is a takeout document. Its lists may be empty here. */
export const isOurs = (frame: string): boolean => TakeoutDocument.safeParse(jsonOf(frame)).success;

/** Parses one entry of a list. Undefined when invalid, so that one invalid entry does not affect others. */
export function entryOf(kind: "folder", text: string): TakeoutFolder | undefined;
export function entryOf(kind: "item", text: string): TakeoutItem | undefined;
export function entryOf(kind: "folder" | "item", text: string): TakeoutFolder | TakeoutItem | undefined {
  return (kind === "folder" ? TakeoutFolder : TakeoutItem).safeParse(jsonOf(text)).data;
}

/** Writes a document incrementally: one line per folder and item, so that it is never completely in memory. */
export async function* writeDocument(
  exportedAt: Date,
  folders: readonly z.input<typeof TakeoutFolder>[],
  pages: AsyncIterable<readonly z.input<typeof TakeoutItem>[]>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from(`{"version":1,"exportedAt":${JSON.stringify(exportedAt.toISOString())},\n"folders":[`);
  yield Buffer.from(folders.map((folder) => `\n${JSON.stringify(folder)}`).join(","));
  yield Buffer.from('\n],\n"items":[');
  let isFirst = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield Buffer.from(`${isFirst ? "" : ","}${page.map((item) => `\n${JSON.stringify(item)}`).join(",")}`);
    isFirst = false;
  }
  yield Buffer.from("\n]}\n");
}

/** Explanation for a reader of the archive in ten years. */
export const README = `This archive has the personal library of one account.

files/images/   images, in their folders
files/videos/   videos, in their folders
files/whiteboards/   whiteboards as Excalidraw files with their images, in their folders
files/bin/      items in the trash
originals/      of annotated images: the image before, and the annotations as JSON
captions/       of videos, as WebVTT, by language
${DOCUMENT_NAME}  titles, descriptions, folders, dates, comments, chapters and stars; "file" is the path of each item's file

Import it to restore everything beside the items that exist then.
`.replaceAll("\n", "\r\n");
