import { ERRORS } from "@tus/utils";
import { deleteObjects, isWhole, loadPieces, partBytes, type StagingContext, storeObject } from "./staged-pieces.ts";
import * as repo from "./staging.repo.ts";

/** Small pieces at the end of an upload. With more of them, the next one replaces them all. */
const TAIL_PIECES_MAX = 16;

/**
 * Appends bytes to an upload in the store. Whole parts are stored and acknowledged while the rest arrives; the end, which is smaller
 * than a part, becomes a separate object. The next writer reads it again for the first whole part.
 */
export class PieceWriter {
  private readonly context: StagingContext;
  private readonly row: repo.StagedRow;
  /** Whether whole pieces are objects, which can be read before the end, or parts of the final object. */
  private readonly isReadable: boolean;
  private writeId: string | null;
  private tail: repo.Piece[];
  /** Number of the part that is filled now, and its start in the upload. */
  private number: number;
  private start: number;
  /** Acknowledged bytes. */
  private received: number;
  private buffer: Buffer | null = null;
  /** Filled bytes of the part. Those of the tail are read when the part is whole. */
  private filled: number;
  private storing: Promise<void> = Promise.resolve();
  private failure: { error: unknown } | null = null;

  constructor(context: StagingContext, row: repo.StagedRow, pieces: repo.Piece[], isReadable: boolean) {
    this.context = context;
    this.row = row;
    this.isReadable = isReadable;
    this.writeId = row.writeId;
    const whole = pieces.filter(isWhole);
    this.tail = pieces.slice(whole.length);
    this.number = whole.length + 1;
    const last = whole.at(-1);
    this.start = last ? last.startByte + last.sizeBytes : 0;
    this.received = row.receivedBytes;
    this.filled = row.receivedBytes - this.start;
  }

  /** Takes bytes over. At most one part is being stored while the next one is filled. */
  async add(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      this.buffer ??= Buffer.allocUnsafe(partBytes(this.number));
      const copied = chunk.copy(this.buffer, this.filled, at);
      at += copied;
      this.filled += copied;
      if (this.filled === this.buffer.length) await this.flushPart(this.buffer);
    }
  }

  private async flushPart(buffer: Buffer): Promise<void> {
    await this.settle();
    const { number, start, tail } = this;
    this.storing = this.storePart(number, start, tail, buffer).catch((error: unknown) => void (this.failure = { error }));
    this.number += 1;
    this.start += buffer.length;
    this.tail = [];
    this.filled = 0;
    this.buffer = null;
  }

  private async settle(): Promise<void> {
    await this.storing;
    if (this.failure) throw this.failure.error;
  }

  private async storePart(number: number, start: number, tail: readonly repo.Piece[], buffer: Buffer): Promise<void> {
    await loadPieces(this.context, tail, buffer);
    const piece = { uploadId: this.row.id, startByte: start, sizeBytes: buffer.length, partNumber: null, etag: null, objectKey: null };
    if (this.isReadable) return this.record({ ...piece, objectKey: await storeObject(this.context, buffer) });
    const etag = await this.context.parts.put(await this.parted(), number, buffer);
    return this.record({ ...piece, partNumber: number, etag });
  }

  /** Returns the object of the upload. Its write begins with the first part. */
  private async parted(): Promise<{ key: string; id: string }> {
    const { storageKey: key, id } = this.row;
    if (key === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    if (this.writeId === null) {
      this.writeId = await this.context.parts.begin(key);
      await repo.updateStaged(this.context.db, id, { writeId: this.writeId });
    }
    return { key, id: this.writeId };
  }

  private async record(piece: repo.Piece): Promise<void> {
    const replaced = await repo.recordPiece(this.context.db, piece, this.received, this.context.clock.now());
    // Another process has taken the upload over, because this one was not reachable.
    if (!replaced) throw ERRORS.INVALID_OFFSET;
    this.received = piece.startByte + piece.sizeBytes;
    await deleteObjects(this.context, replaced);
  }

  /** Stores the rest. Returns the acknowledged bytes. */
  async end(): Promise<number> {
    await this.settle();
    const { buffer, filled, start, tail } = this;
    const known = this.received - start;
    if (buffer === null || filled === known) return this.received;
    const isMerged = tail.length >= TAIL_PIECES_MAX;
    if (isMerged) await loadPieces(this.context, tail, buffer);
    const from = isMerged ? 0 : known;
    const objectKey = await storeObject(this.context, buffer.subarray(from, filled));
    const [startByte, sizeBytes] = [start + from, filled - from];
    await this.record({ uploadId: this.row.id, startByte, sizeBytes, partNumber: null, etag: null, objectKey });
    this.buffer = null;
    return this.received;
  }
}
