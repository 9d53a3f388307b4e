import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { blobs, items, renditions } from "../../db/schema/index.ts";
import type { StoredBlob } from "./media.service.ts";

export async function insertBlob(tx: Executor, blob: StoredBlob): Promise<void> {
  await tx.insert(blobs).values({
    id: blob.id,
    storageKey: blob.storageKey,
    sha256: Buffer.from(blob.sha256, "hex"),
    sizeBytes: blob.sizeBytes,
    mimeType: blob.mimeType,
  });
}

/** Answers how many point to the blob now; null when it is not there. */
export async function countReference(tx: Executor, id: string, by: 1 | -1): Promise<number | null> {
  const [row] = await tx
    .update(blobs)
    .set({ refs: sql`${blobs.refs} + ${by}` })
    .where(eq(blobs.id, id))
    .returning({ refs: blobs.refs });
  return row?.refs ?? null;
}

/** Locks a blob that nobody points to; null when there is none. */
export async function lockUnreferenced(tx: Executor, id: string): Promise<{ storageKey: string } | null> {
  const [row] = await tx
    .select({ storageKey: blobs.storageKey })
    .from(blobs)
    .where(and(eq(blobs.id, id), lte(blobs.refs, 0)))
    .for("update");
  return row ?? null;
}

export async function deleteBlob(tx: Executor, id: string): Promise<void> {
  await tx.delete(blobs).where(eq(blobs.id, id));
}

/** What the rendition jobs need to know of an item with bytes. */
export async function findPicture(db: Executor, itemId: string) {
  const [row] = await db
    .select({
      id: items.id,
      workspaceId: items.workspaceId,
      type: items.type,
      stage: items.stage,
      storageKey: blobs.storageKey,
      placeholder: items.placeholder,
      blobId: items.blobId,
    })
    .from(items)
    .innerJoin(blobs, eq(blobs.id, items.blobId))
    .where(eq(items.id, itemId));
  return row ?? null;
}

export async function findRenditions(db: Executor, itemId: string) {
  return db.select({ kind: renditions.kind, blobId: renditions.blobId }).from(renditions).where(eq(renditions.itemId, itemId));
}

/** Locks the item for the change; false when it is gone or shows another picture by now. */
export async function lockItem(tx: Executor, itemId: string, blobId: string | null): Promise<boolean> {
  const [row] = await tx.select({ blobId: items.blobId }).from(items).where(eq(items.id, itemId)).for("update");
  return row !== undefined && row.blobId === blobId;
}

export async function insertRendition(tx: Executor, row: typeof renditions.$inferInsert): Promise<void> {
  await tx.insert(renditions).values(row);
}

export async function updateItem(tx: Executor, itemId: string, patch: Partial<typeof items.$inferInsert>): Promise<void> {
  await tx.update(items).set(patch).where(eq(items.id, itemId));
}

/** Sets those of the items that still wait to `failed`. Answers which. */
export async function failUnfinished(
  db: Executor,
  itemIds: string[],
  failure: string,
  at: Date,
): Promise<{ id: string; workspaceId: string }[]> {
  if (itemIds.length === 0) return [];
  return db
    .update(items)
    .set({ stage: "failed", failure, updatedAt: at })
    .where(and(inArray(items.id, itemIds), eq(items.stage, "processing")))
    .returning({ id: items.id, workspaceId: items.workspaceId });
}
