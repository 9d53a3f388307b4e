import { AppError } from "../../../platform/http/app-error.ts";
import { type PartedObject, StorageError, type StoredPart } from "../../../platform/ports/storage.port.ts";
import { isWhole, loadPieces, type StagingContext } from "./staged-pieces.ts";
import * as repo from "./staging.repo.ts";

/** Pieces that the store copies concurrently. */
const COPIES_AT_ONCE = 8;

/**
 * Makes one object of the pieces of a complete upload, inside the store except for its end, and returns its key. Repeatable, also after a
 * crash at any point. The pieces stay.
 * @throws AppError `not-found` when the store has lost the pieces
 */
export async function assemble(context: StagingContext, id: string): Promise<{ storageKey: string; sizeBytes: number }> {
  const { db, storage } = context;
  const [row, pieces] = await Promise.all([repo.findStaged(db, id), repo.listPieces(db, id)]);
  if (!row || row.storageKey === null) throw new AppError("not-found");
  const { storageKey, receivedBytes: sizeBytes } = row;
  if (pieces.some(isWhole)) await completeParts(context, { ...row, storageKey }, pieces);
  else await storage.put(storageKey, endOf(context, pieces));
  const stored = await storage.stat(storageKey).catch(asLost);
  if (stored.sizeBytes !== sizeBytes) throw new StorageError("lost", "The store has not all bytes of an upload.");
  return { storageKey, sizeBytes };
}

/** The end of an upload, which is smaller than a part. */
async function* endOf(context: StagingContext, pieces: readonly repo.Piece[]): AsyncGenerator<Buffer> {
  const end = Buffer.allocUnsafe(pieces.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  await loadPieces(context, pieces, end);
  yield end;
}

async function completeParts(
  context: StagingContext,
  row: repo.StagedRow & { storageKey: string },
  pieces: readonly repo.Piece[],
): Promise<void> {
  const { parts, storage, db } = context;
  try {
    let { writeId } = row;
    if (writeId === null) {
      writeId = await parts.begin(row.storageKey);
      await repo.updateStaged(db, row.id, { writeId });
    }
    const object = { key: row.storageKey, id: writeId };
    const stored = await storeParts(context, object, pieces);
    await parts.complete(object, stored);
  } catch (error) {
    // Unknown to the store: it was complete before, and the answer was lost.
    if (!(error instanceof StorageError && error.code === "not-found")) throw error;
    await storage.stat(row.storageKey).catch(asLost);
  }
}

/** Returns all parts, after copying those that are objects and storing the end. */
async function storeParts(context: StagingContext, object: PartedObject, pieces: readonly repo.Piece[]): Promise<StoredPart[]> {
  const whole = pieces.filter(isWhole);
  const stored: StoredPart[] = [];
  const waiting = whole.entries();
  const takeAll = async (): Promise<void> => {
    for (const [index, { etag, objectKey }] of waiting) {
      const number = index + 1;
      stored[index] = { number, etag: etag ?? (await context.parts.copy(object, number, objectKey ?? "")) };
    }
  };
  await Promise.all(Array.from({ length: COPIES_AT_ONCE }, takeAll));
  const end = pieces.slice(whole.length);
  for await (const bytes of end.length > 0 ? endOf(context, end) : []) {
    const number = whole.length + 1;
    stored.push({ number, etag: await context.parts.put(object, number, bytes) });
  }
  return stored;
}

/** The store has neither the parts nor the object: its owner deleted them, for example by a rule of the bucket. */
function asLost(error: unknown): never {
  if (error instanceof StorageError && error.code === "not-found") throw new AppError("not-found", { cause: error });
  throw error;
}
