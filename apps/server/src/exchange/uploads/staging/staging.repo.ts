import { and, asc, eq, gt, gte, inArray, lt } from "drizzle-orm";
import type { Database, Executor } from "../../../platform/db/client.ts";
import { stagedPieces, stagedUploads } from "../../../platform/db/schema/index.ts";

export type StagedRow = typeof stagedUploads.$inferSelect;
export type Piece = typeof stagedPieces.$inferSelect;

export async function insertStaged(db: Executor, row: typeof stagedUploads.$inferInsert): Promise<void> {
  await db.insert(stagedUploads).values(row);
}

export async function findStaged(db: Executor, id: string): Promise<StagedRow | undefined> {
  const rows = await db.select().from(stagedUploads).where(eq(stagedUploads.id, id));
  return rows[0];
}

export async function updateStaged(
  db: Executor,
  id: string,
  values: Partial<Pick<StagedRow, "sizeBytes" | "storageKey" | "writeId">>,
): Promise<void> {
  await db.update(stagedUploads).set(values).where(eq(stagedUploads.id, id));
}

/** Clears the key of the upload's object, which belongs to an item now. */
export async function releaseKey(db: Executor, id: string, storageKey: string): Promise<void> {
  await db
    .update(stagedUploads)
    .set({ storageKey: null, writeId: null })
    .where(and(eq(stagedUploads.id, id), eq(stagedUploads.storageKey, storageKey)));
}

export async function deleteStaged(db: Executor, id: string): Promise<void> {
  await db.delete(stagedUploads).where(eq(stagedUploads.id, id));
}

/** Returns the pieces of an upload in their order. */
export async function listPieces(db: Executor, id: string): Promise<Piece[]> {
  return db.select().from(stagedPieces).where(eq(stagedPieces.uploadId, id)).orderBy(asc(stagedPieces.startByte));
}

export async function deletePieces(db: Executor, id: string): Promise<void> {
  await db.delete(stagedPieces).where(eq(stagedPieces.uploadId, id));
}

/**
 * Records a stored piece in place of all pieces from its start on, and acknowledges its bytes. Returns the replaced pieces; null when
 * another process has changed the upload meanwhile.
 * @param from the bytes that the caller knows as acknowledged
 */
export async function recordPiece(db: Database, piece: Piece, from: number, at: Date): Promise<Piece[] | null> {
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(stagedUploads)
      .set({ receivedBytes: piece.startByte + piece.sizeBytes, touchedAt: at })
      .where(and(eq(stagedUploads.id, piece.uploadId), eq(stagedUploads.receivedBytes, from)))
      .returning({ id: stagedUploads.id });
    if (changed.length === 0) return null;
    const replaced = await tx
      .delete(stagedPieces)
      .where(and(eq(stagedPieces.uploadId, piece.uploadId), gte(stagedPieces.startByte, piece.startByte)))
      .returning();
    await tx.insert(stagedPieces).values(piece);
    return replaced;
  });
}

/** Deletes the pieces that begin at or after a position, and acknowledges only the bytes before it. Returns the deleted pieces. */
export async function shorten(db: Database, id: string, end: number, from: number): Promise<Piece[] | null> {
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(stagedUploads)
      .set({ receivedBytes: end })
      .where(and(eq(stagedUploads.id, id), eq(stagedUploads.receivedBytes, from)))
      .returning({ id: stagedUploads.id });
    if (changed.length === 0) return null;
    return tx
      .delete(stagedPieces)
      .where(and(eq(stagedPieces.uploadId, id), gte(stagedPieces.startByte, end)))
      .returning();
  });
}

/** Returns a page of uploads without new bytes since a time, in the order of their ids. */
export async function untouchedAfter(db: Executor, time: Date, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: stagedUploads.id })
    .from(stagedUploads)
    .where(and(lt(stagedUploads.touchedAt, time), gt(stagedUploads.id, after)))
    .orderBy(asc(stagedUploads.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Returns which of these objects are recorded as pieces. */
export async function recordedKeys(db: Executor, keys: string[]): Promise<Set<string>> {
  const rows = await db.select({ key: stagedPieces.objectKey }).from(stagedPieces).where(inArray(stagedPieces.objectKey, keys));
  return new Set(rows.flatMap(({ key }) => key ?? []));
}
