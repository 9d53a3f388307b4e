import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import type { Ports } from "../../platform/ports/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { FileConvert } from "../downloads/index.ts";
import type { SavePlan } from "./saves.plan.ts";

/** The bytes that are uploaded. */
export interface SaveSource {
  /** Identity of the bytes: an upload session continues only with the same ones. Null for bytes that differ in the next attempt. */
  key: string | null;
  sizeBytes: number;
  mimeType: string;
  /** Opens a range of the bytes. The stream must be read or destroyed. */
  open(start: number, length: number): Promise<Readable>;
  close(): Promise<void>;
}

const READ_BYTES = 1024 * 1024;

/** Opens the bytes of an item in the planned form. Stored files are read in ranges, never copied. @throws StorageError, ImageError */
export async function openSource(
  { storage }: Pick<Ports, "storage">,
  { media, convert }: { media: Pick<Media, "universal">; convert: FileConvert },
  item: { id: string; storageKey: string },
  plan: SavePlan,
  signal: AbortSignal,
): Promise<SaveSource> {
  if (plan.kind === "converted") {
    const file = await convert(item.storageKey, plan.conversion, signal);
    return {
      key: null,
      sizeBytes: file.sizeBytes,
      mimeType: plan.mimeType,
      open: async (start, length) => createReadStream(file.path, { start, end: start + length - 1, highWaterMark: READ_BYTES }),
      close: file.delete,
    };
  }
  const universal = plan.kind === "universal" ? await media.universal(item.id) : null;
  const storageKey = universal?.storageKey ?? item.storageKey;
  return {
    key: storageKey,
    sizeBytes: (await storage.stat(storageKey)).sizeBytes,
    mimeType: plan.mimeType,
    open: async (start, length) => (await storage.get(storageKey, { start, end: start + length - 1 })).stream,
    close: async () => {},
  };
}
