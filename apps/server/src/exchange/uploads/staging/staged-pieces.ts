import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { Database } from "../../../platform/db/client.ts";
import type { Clock } from "../../../platform/ports/clock.port.ts";
import { PART_MIN_BYTES, type Storage, StorageError, type StorageParts } from "../../../platform/ports/storage.port.ts";
import type { StagedFile } from "./staging.ts";
import * as repo from "./staging.repo.ts";

/** What the functions of the staging in a store use. */
export interface StagingContext {
  db: Database;
  storage: Storage;
  parts: StorageParts;
  clock: Clock;
}

/** Folder of pieces in the store. Finished objects are in another one. */
export const PIECES = "u/";
/** Number of parts of the smallest size; later ones are larger, because an object has at most 10,000. */
const SMALL_PARTS = 4_096;
const LARGE_PART_BYTES = 64 * 1024 * 1024;

/** Returns the size of a part by its number. It depends on nothing else, so that a repeated write replaces a part by an equal one. */
export const partBytes = (number: number): number => (number <= SMALL_PARTS ? PART_MIN_BYTES : LARGE_PART_BYTES);

/** Whether a piece has the size of a part. Smaller ones are the end of an upload. */
export const isWhole = (piece: repo.Piece): boolean => piece.partNumber !== null || piece.sizeBytes >= PART_MIN_BYTES;

/** Returns a new key for the object of a piece. */
export const newPieceKey = (): string => `${PIECES}${randomBytes(18).toString("hex")}`;

/** Stores bytes as a separate object and returns its key. */
export async function storeObject({ storage }: Pick<StagingContext, "storage">, bytes: Buffer): Promise<string> {
  const key = newPieceKey();
  await storage.put(key, Readable.from([bytes]));
  return key;
}

/** Deletes objects of pieces that are not recorded any more. After a failure the sweep deletes them. */
export async function deleteObjects({ storage }: Pick<StagingContext, "storage">, pieces: readonly repo.Piece[]): Promise<void> {
  for (const { objectKey } of pieces) if (objectKey !== null) await storage.delete(objectKey).catch(() => undefined);
}

/** Reads whole objects of pieces into a buffer, one after another from its start. */
export async function loadPieces({ storage }: Pick<StagingContext, "storage">, pieces: readonly repo.Piece[], into: Buffer): Promise<void> {
  let at = 0;
  for (const { objectKey, sizeBytes } of pieces) {
    if (objectKey === null) throw new Error("a part of an unfinished object cannot be read");
    const before = at;
    const { stream } = await storage.get(objectKey);
    for await (const chunk of stream as AsyncIterable<Buffer>) at += chunk.copy(into, at);
    if (at - before !== sizeBytes) throw new StorageError("unavailable", "A piece of an upload is shorter than it was.");
  }
}

/** The pieces of a recording as one file. Pieces that are merged meanwhile are found again. */
export class PieceFile implements StagedFile {
  readonly sizeBytes: number;
  private readonly context: StagingContext;
  private readonly id: string;
  private pieces: repo.Piece[];
  private cached: { start: number; bytes: Buffer } | null = null;

  constructor(context: StagingContext, id: string, pieces: repo.Piece[]) {
    this.context = context;
    this.id = id;
    this.pieces = pieces;
    const last = pieces.at(-1);
    this.sizeBytes = last ? last.startByte + last.sizeBytes : 0;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const found: Buffer[] = [];
    const end = Math.min(offset + length, this.sizeBytes);
    for (let at = offset; at < end;) {
      const { start, bytes } = await this.bytesAt(at);
      const slice = bytes.subarray(at - start, end - start);
      found.push(slice);
      at += slice.length;
    }
    return found.length === 1 && found[0] ? found[0] : Buffer.concat(found);
  }

  /** Returns the bytes from a position to the end of its piece. */
  private async bytesAt(at: number): Promise<{ start: number; bytes: Buffer }> {
    const { cached } = this;
    if (cached && at >= cached.start && at < cached.start + cached.bytes.length) return cached;
    const { stream } = await this.openAt(at, this.sizeBytes - 1);
    const bytes = Buffer.concat(await (stream as Readable).toArray());
    if (bytes.length === 0) throw new StorageError("unavailable", "A piece of an upload is shorter than it was.");
    this.cached = { start: at, bytes };
    return this.cached;
  }

  /** Opens the piece at a position. */
  private async openAt(at: number, end: number): Promise<{ stream: Readable }> {
    for (let attempt = 0; ; attempt += 1) {
      const piece = this.pieces.findLast(({ startByte }) => startByte <= at);
      try {
        if (piece?.objectKey == null || at >= piece.startByte + piece.sizeBytes)
          throw new StorageError("not-found", "There is no such piece.");
        const last = Math.min(end - piece.startByte, piece.sizeBytes - 1);
        return await this.context.storage.get(piece.objectKey, { start: at - piece.startByte, end: last });
      } catch (error) {
        if (attempt > 0 || !(error instanceof StorageError && error.code === "not-found")) throw error;
        this.pieces = await repo.listPieces(this.context.db, this.id);
      }
    }
  }

  stream(start: number, end: number): Readable {
    return Readable.from(this.chunks(start, end), { objectMode: false });
  }

  private async *chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at <= end;) {
      const before = at;
      const { stream } = await this.openAt(at, end);
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        at += chunk.length;
        yield chunk;
      }
      if (at === before) throw new StorageError("unavailable", "A piece of an upload is shorter than it was.");
    }
  }

  // oxlint-disable-next-line class-methods-use-this -- nothing is open between two reads
  async close(): Promise<void> {}
}
