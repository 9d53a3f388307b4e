import { open, type FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Ports } from "../../platform/ports/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { FileConvert } from "../downloads/index.ts";
import type { SavePlan } from "./saves.plan.ts";
import { findSha256 } from "./saves.repo.ts";
import type { PieceBody } from "./stores/upload-store.ts";

/** The bytes that are uploaded. */
export interface SaveSource {
  /** Identity of the bytes: an upload session continues only with the same ones. Null for bytes that differ in the next attempt. */
  key: string | null;
  sizeBytes: number;
  mimeType: string;
  /** SHA-256 in hex that the server computed when it stored the bytes; null for other bytes. */
  sha256: string | null;
  /** Opens a range of the bytes. */
  open(start: number, length: number): Promise<PieceBody>;
  close(): Promise<void>;
}

/**
 * Size of the two buffers of a piece. It exceeds the buffer of a socket, so that the next bytes are requested only after the previous ones
 * have left the process.
 */
const BUFFER_BYTES = 512 * 1024;

/**
 * Returns a function that opens ranges of a file, one after another. All are read into the same two buffers in turn: new buffers for all bytes
 * of a large file would occupy memory until the garbage collector runs.
 */
export function createFileReader(path: string): (start: number, length: number) => Promise<PieceBody> {
  const buffers: Buffers = [Buffer.allocUnsafeSlow(BUFFER_BYTES), Buffer.allocUnsafeSlow(BUFFER_BYTES)];
  return (start, length) => openFilePiece(path, start, length, buffers);
}

type Buffers = readonly [Buffer, Buffer];

async function openFilePiece(path: string, start: number, length: number, buffers: Buffers): Promise<PieceBody> {
  const handle: FileHandle = await open(path, "r");
  let sent = 0;
  let turn = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const buffer = buffers[(turn ^= 1) as 0 | 1];
        const { bytesRead } = await handle.read(buffer, 0, Math.min(BUFFER_BYTES, length - sent), start + sent);
        if (bytesRead === 0) throw new Error("The file is shorter than expected.");
        sent += bytesRead;
        controller.enqueue(buffer.subarray(0, bytesRead));
        if (sent === length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, close: () => handle.close() };
}

/** Passes the chunks of a stream on without a copy. */
function pieceOf(readable: Readable): PieceBody {
  const chunks = readable[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, close: async () => void readable.destroy() };
}

/** Opens the bytes of an item in the planned form. Stored files are read in ranges, never copied. @throws StorageError, ImageError */
export async function openSource(
  { storage, db }: Pick<Ports, "storage" | "db">,
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
      sha256: null,
      open: createFileReader(file.path),
      close: file.delete,
    };
  }
  const universal = plan.kind === "universal" ? await media.universal(item.id) : null;
  const storageKey = universal?.storageKey ?? item.storageKey;
  const path = storage.localPath(storageKey);
  return {
    key: storageKey,
    sizeBytes: (await storage.stat(storageKey)).sizeBytes,
    mimeType: plan.mimeType,
    sha256: await findSha256(db, storageKey),
    open:
      path === null
        ? async (start, length) => pieceOf((await storage.get(storageKey, { start, end: start + length - 1 })).stream)
        : createFileReader(path),
    close: async () => {},
  };
}
