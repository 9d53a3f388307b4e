import { type AnyColumn, and, eq, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { blobs, items, renditions } from "../../platform/db/schema/index.ts";
import type { StoredBlob } from "./media.blob.ts";

export async function insertBlob(tx: Executor, blob: StoredBlob): Promise<void> {
  await tx.insert(blobs).values({
    id: blob.id,
    storageKey: blob.storageKey,
    sha256: Buffer.from(blob.sha256, "hex"),
    sizeBytes: blob.sizeBytes,
    mimeType: blob.mimeType,
  });
}

/** Changes the reference count of a blob and returns it. Null when the blob does not exist. */
export async function countReference(tx: Executor, id: string, by: 1 | -1): Promise<number | null> {
  const [row] = await tx
    .update(blobs)
    .set({ refs: sql`${blobs.refs} + ${by}` })
    .where(eq(blobs.id, id))
    .returning({ refs: blobs.refs });
  return row?.refs ?? null;
}

/**
 * Decrements the reference counts of blobs, once per occurrence in the list. Blobs are locked in id order, like in
 * deletion, to avoid deadlocks. Returns those that are not referenced any more.
 */
export async function dropReferences(tx: Executor, ids: readonly string[]): Promise<string[]> {
  const held = sql.param([...ids]);
  await tx.execute(sql`select id from blobs where id = any(${held}::uuid[]) order by id for no key update`);
  const { rows } = await tx.execute<{ id: string; refs: number }>(sql`
    update blobs b set refs = b.refs - held.times from (select id, count(*)::int as times from unnest(${held}::uuid[]) one(id) group by id) held
    where b.id = held.id returning b.id, b.refs`);
  return rows.filter(({ refs }) => refs <= 0).map(({ id }) => id);
}

/** Locks an unreferenced blob. Null when there is none. */
export async function lockUnreferenced(tx: Executor, id: string): Promise<{ storageKey: string } | null> {
  const [row] = await tx
    .select({ storageKey: blobs.storageKey })
    .from(blobs)
    .where(and(eq(blobs.id, id), lte(blobs.refs, 0)))
    .for("update");
  return row ?? null;
}

/** Returns the storage key of a blob. Null when there is none. */
export async function findKey(db: Executor, id: string): Promise<string | null> {
  const [row] = await db.select({ storageKey: blobs.storageKey }).from(blobs).where(eq(blobs.id, id));
  return row?.storageKey ?? null;
}

/**
 * Changes the key of a blob and its copies in items. Returns false when the blob does not exist or its key is not
 * `from`. The rows of all items that show the blob are written, also those whose original it is: lists compare versions of rows.
 */
export async function changeKey(tx: Executor, id: string, { from, to }: { from: string; to: string }): Promise<boolean> {
  const showing = sql`select item_id from renditions where blob_id = ${id} union all select id from items where blob_id = ${id}`;
  // Items are locked before blobs, in the common lock order.
  await tx.execute(sql`select id from items where id in (${showing}) order by id for no key update`);
  const changed = await tx
    .update(blobs)
    .set({ storageKey: to })
    .where(and(eq(blobs.id, id), eq(blobs.storageKey, from)));
  if (!changed.rowCount) return false;
  const moved = (column: AnyColumn) => sql`case when ${column} = ${from} then ${to} else ${column} end`;
  await tx
    .update(items)
    .set({
      thumbnailSmallKey: moved(items.thumbnailSmallKey),
      thumbnailLargeKey: moved(items.thumbnailLargeKey),
      previewKey: moved(items.previewKey),
      posterKey: moved(items.posterKey),
      playbackKey: moved(items.playbackKey),
      storyboardKey: moved(items.storyboardKey),
    })
    .where(sql`${items.id} in (${showing})`);
  return true;
}

export async function deleteBlob(tx: Executor, id: string): Promise<void> {
  await tx.delete(blobs).where(eq(blobs.id, id));
}

/** Returns the data of an item with bytes that the rendition jobs need. */
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
      videoFacts: items.videoFacts,
    })
    .from(items)
    .innerJoin(blobs, eq(blobs.id, items.blobId))
    .where(eq(items.id, itemId));
  return row ?? null;
}

export async function findRenditions(db: Executor, itemId: string) {
  return db
    .select({ kind: renditions.kind, blobId: renditions.blobId, storageKey: blobs.storageKey, mimeType: blobs.mimeType })
    .from(renditions)
    .innerJoin(blobs, eq(blobs.id, renditions.blobId))
    .where(eq(renditions.itemId, itemId));
}

/** Condition for a playable video without running job that lacks a storyboard or a file that every browser plays. */
const isIncomplete = sql`${items.type} = 'video' and ${items.stage} = 'ready' and ${items.progress} is null and (${items.storyboardKey} is null
  or (${items.playbackMimeType} is distinct from 'video/mp4' and ${items.videoFacts} ->> 'universal' is distinct from 'true'))`;

/** Returns whether this video lacks a rendition that new videos get. */
export async function lacksSomething(db: Executor, itemId: string): Promise<boolean> {
  return (await db.$count(items, and(eq(items.id, itemId), isIncomplete))) > 0;
}

/** Returns incomplete videos among the next items after an id, and the position to continue from. Null at the end. */
export async function listIncomplete(
  db: Executor,
  afterId: string,
  limits: { rows: number; videos: number },
): Promise<{ itemIds: string[]; next: string | null }> {
  const page = await db
    .select({ id: items.id, isIncomplete: sql<boolean>`${isIncomplete}` })
    .from(items)
    .where(gt(items.id, afterId))
    .orderBy(items.id)
    .limit(limits.rows);
  const itemIds = page
    .filter((row) => row.isIncomplete)
    .slice(0, limits.videos)
    .map(({ id }) => id);
  if (itemIds.length === limits.videos) return { itemIds, next: itemIds.at(-1) ?? null };
  return { itemIds, next: page.length === limits.rows ? (page.at(-1)?.id ?? null) : null };
}

/** Returns the file that every browser plays: the generated MP4, or the original if suitable. Null while there is none. */
export async function findUniversal(db: Executor, itemId: string) {
  const [row] = await db
    .select({
      durationMs: items.durationMs,
      facts: items.videoFacts,
      original: { storageKey: blobs.storageKey, mimeType: blobs.mimeType, sizeBytes: blobs.sizeBytes },
    })
    .from(items)
    .innerJoin(blobs, eq(blobs.id, items.blobId))
    .where(eq(items.id, itemId));
  if (!row) return null;
  const [made] = await db
    .select({ storageKey: blobs.storageKey, mimeType: blobs.mimeType, sizeBytes: blobs.sizeBytes })
    .from(renditions)
    .innerJoin(blobs, eq(blobs.id, renditions.blobId))
    .where(and(eq(renditions.itemId, itemId), eq(renditions.kind, "playback"), eq(blobs.mimeType, "video/mp4")));
  const file = made ?? (row.facts?.universal === true ? row.original : null);
  return file && { ...file, durationMs: row.durationMs };
}

export async function deleteRendition(tx: Executor, itemId: string, kind: (typeof renditions.$inferSelect)["kind"]): Promise<void> {
  await tx.delete(renditions).where(and(eq(renditions.itemId, itemId), eq(renditions.kind, kind)));
}

/** Locks the item for the change. Returns false when it does not exist or shows another picture. */
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

/** An item that failed. */
export interface FailedItem {
  id: string;
  workspaceId: string;
  ownerId: string | null;
}

const FAILED = { id: items.id, workspaceId: items.workspaceId, ownerId: items.ownerId };

/** Returns owner and workspace of an item. */
export async function findOwner(db: Executor, itemId: string): Promise<Omit<FailedItem, "id"> | undefined> {
  const [row] = await db.select({ workspaceId: items.workspaceId, ownerId: items.ownerId }).from(items).where(eq(items.id, itemId));
  return row;
}

/** Sets an item to `failed` if it still shows these bytes. Returns it in that case. */
export async function failItem(
  db: Executor,
  item: { id: string; blobId: string | null },
  failure: string,
  at: Date,
): Promise<FailedItem[]> {
  const blob = item.blobId === null ? isNull(items.blobId) : eq(items.blobId, item.blobId);
  return db
    .update(items)
    .set({ stage: "failed", failure, progress: null, updatedAt: at })
    .where(and(eq(items.id, item.id), blob))
    .returning(FAILED);
}

/** Sets those of these items that are not finished to `failed`. Returns them. */
export async function failUnfinished(db: Executor, itemIds: string[], failure: string, at: Date): Promise<FailedItem[]> {
  if (itemIds.length === 0) return [];
  return db
    .update(items)
    .set({ stage: "failed", failure, progress: null, updatedAt: at })
    .where(and(inArray(items.id, itemIds), eq(items.stage, "processing")))
    .returning(FAILED);
}

/** Clears the progress of those of these items that are ready and permanently lack a rendition. Returns them. */
export async function clearProgress(db: Executor, itemIds: string[]): Promise<{ id: string; workspaceId: string }[]> {
  if (itemIds.length === 0) return [];
  return db
    .update(items)
    .set({ progress: null })
    .where(and(inArray(items.id, itemIds), eq(items.stage, "ready"), isNotNull(items.progress)))
    .returning({ id: items.id, workspaceId: items.workspaceId });
}

/** Updates the progress in percent while the item still shows these bytes. */
export async function setProgress(db: Executor, item: { id: string; blobId: string | null }, progress: number): Promise<void> {
  if (item.blobId === null) return;
  await db
    .update(items)
    .set({ progress })
    .where(and(eq(items.id, item.id), eq(items.blobId, item.blobId), inArray(items.stage, ["processing", "ready"])));
}
