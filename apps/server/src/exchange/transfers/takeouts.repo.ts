import type { CaptureRecord, ItemType } from "@stillreel/contract";
import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { blobs, folders, takeouts, users, workspaces } from "../../platform/db/schema/index.ts";
import { loadStatement } from "../../platform/db/statement.ts";

/** A takeout with the object of its zip. */
export type TakeoutRow = typeof takeouts.$inferSelect & { storageKey: string | null; sizeBytes: number | null; sha256: Buffer | null };

const COLUMNS = {
  id: takeouts.id,
  userId: takeouts.userId,
  status: takeouts.status,
  itemCount: takeouts.itemCount,
  doneCount: takeouts.doneCount,
  failure: takeouts.failure,
  blobId: takeouts.blobId,
  createdAt: takeouts.createdAt,
  finishedAt: takeouts.finishedAt,
  expiresAt: takeouts.expiresAt,
  storageKey: blobs.storageKey,
  sizeBytes: blobs.sizeBytes,
  sha256: blobs.sha256,
};
const alive = (now: Date) => or(isNull(takeouts.expiresAt), gt(takeouts.expiresAt, now));

/** Locks takeouts of this user until the transaction ends. */
export async function lockUser(tx: Executor, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
}

/** Returns whether a takeout that started after a time is running. */
export async function isRunning(tx: Executor, userId: string, since: Date): Promise<boolean> {
  const rows = await tx
    .select({ id: takeouts.id })
    .from(takeouts)
    .where(and(eq(takeouts.userId, userId), inArray(takeouts.status, ["waiting", "running"]), gt(takeouts.createdAt, since)))
    .limit(1);
  return rows.length > 0;
}

export async function insert(tx: Executor, row: typeof takeouts.$inferInsert): Promise<void> {
  await tx.insert(takeouts).values(row);
}

export async function find(db: Executor, userId: string, id: string, now: Date): Promise<TakeoutRow | undefined> {
  const rows = await db
    .select(COLUMNS)
    .from(takeouts)
    .leftJoin(blobs, eq(blobs.id, takeouts.blobId))
    .where(and(eq(takeouts.id, id), eq(takeouts.userId, userId), alive(now)));
  return rows[0];
}

/** Returns a page, newest first. */
export async function list(
  db: Executor,
  userId: string,
  now: Date,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<TakeoutRow[]> {
  const beyond = after && sql`(${takeouts.createdAt}, ${takeouts.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return db
    .select(COLUMNS)
    .from(takeouts)
    .leftJoin(blobs, eq(blobs.id, takeouts.blobId))
    .where(and(eq(takeouts.userId, userId), alive(now), ...(beyond ? [beyond] : [])))
    .orderBy(desc(takeouts.createdAt), desc(takeouts.id))
    .limit(limit);
}

/** Deletes a takeout. Returns its blob; undefined when it does not exist. */
export async function remove(tx: Executor, userId: string, id: string): Promise<{ blobId: string | null } | undefined> {
  const rows = await tx
    .delete(takeouts)
    .where(and(eq(takeouts.id, id), eq(takeouts.userId, userId)))
    .returning({ blobId: takeouts.blobId });
  return rows[0];
}

/** Failures after which an administrator can run the job again. */
const REPEATABLE = ["internal", "storage-full"] as const;

/** Marks a takeout as running, also one that failed for a reason that can be repaired. Null when it is deleted or finished. */
export async function claim(db: Executor, id: string): Promise<{ userId: string } | null> {
  const isRepeated = and(eq(takeouts.status, "failed"), inArray(takeouts.failure, REPEATABLE));
  const rows = await db
    .update(takeouts)
    .set({ status: "running", doneCount: 0, failure: null, finishedAt: null, expiresAt: null })
    .where(and(eq(takeouts.id, id), or(inArray(takeouts.status, ["waiting", "running"]), isRepeated)))
    .returning({ userId: takeouts.userId });
  return rows[0] ?? null;
}

/** Changes a running takeout; false when it is not running any more. */
export async function updateRunning(db: Executor, id: string, change: Partial<typeof takeouts.$inferInsert>): Promise<boolean> {
  const changed = await db
    .update(takeouts)
    .set(change)
    .where(and(eq(takeouts.id, id), eq(takeouts.status, "running")));
  return (changed.rowCount ?? 0) > 0;
}

/** Deletes expired takeouts, at most `limit`. Returns their blobs. */
export async function deleteExpired(tx: Executor, now: Date, limit: number): Promise<{ blobId: string | null }[]> {
  const due = tx.select({ id: takeouts.id }).from(takeouts).where(lt(takeouts.expiresAt, now)).limit(limit);
  return tx.delete(takeouts).where(inArray(takeouts.id, due)).returning({ blobId: takeouts.blobId });
}

/** Marks abandoned takeouts as failed. */
export async function failStale(db: Executor, before: Date, now: Date, expiresAt: Date): Promise<number> {
  const changed = await db
    .update(takeouts)
    .set({ status: "failed", failure: "unfinished", finishedAt: now, expiresAt })
    .where(and(inArray(takeouts.status, ["waiting", "running"]), lt(takeouts.createdAt, before)));
  return changed.rowCount ?? 0;
}

export async function findPersonalSpace(db: Executor, userId: string): Promise<string | undefined> {
  const rows = await db.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.personalOwnerId, userId));
  return rows[0]?.id;
}

export type TakenFolder = Pick<typeof folders.$inferSelect, "id" | "name" | "parentId" | "kind" | "color" | "createdAt">;

export async function listFolders(db: Executor, workspaceId: string): Promise<TakenFolder[]> {
  return db
    .select({
      id: folders.id,
      name: folders.name,
      parentId: folders.parentId,
      kind: folders.kind,
      color: folders.color,
      createdAt: folders.createdAt,
    })
    .from(folders)
    .where(eq(folders.workspaceId, workspaceId))
    .orderBy(folders.createdAt, folders.id);
}

const TAKEOUTS_ITEM_IDS = loadStatement<{ id: string }, [workspaceId: string]>(import.meta.url, "./sql/takeouts-item-ids.sql");

/** Returns the ids of all items of a space including the trash, oldest first. */
export async function listItemIds(pool: Pool, workspaceId: string): Promise<string[]> {
  const rows = await TAKEOUTS_ITEM_IDS.run(pool, [workspaceId]);
  return rows.map(({ id }) => id);
}

/** Data of an item in a takeout. */
export interface TakenItem {
  id: string;
  folder_id: string | null;
  type: ItemType;
  title: string;
  full_file_name: string;
  mime_type: string;
  created_at: Date;
  trashed: boolean;
  page_url: string | null;
  description: string;
  /** Languages of its captions. */
  captions: { language: string; label: string }[];
  chapters: { timestamp: number; name: string }[];
  chapters_enabled: boolean;
  favorite: boolean;
  storage_key: string | null;
  size_bytes: string | null;
  sha256: Buffer | null;
  capture: CaptureRecord | null;
  has_markers: boolean;
  has_pointer: boolean;
  original_key: string | null;
  original_mime: string | null;
  original_size: string | null;
  original_sha256: Buffer | null;
}

const TAKEOUTS_ITEMS = loadStatement<TakenItem, [userId: string, itemIds: readonly string[]]>(import.meta.url, "./sql/takeouts-items.sql");

/** Returns these items in the order of the ids. */
export async function listItems(pool: Pool, userId: string, ids: readonly string[]): Promise<TakenItem[]> {
  return TAKEOUTS_ITEMS.run(pool, [userId, ids]);
}

const TAKEOUTS_MARKERS = loadStatement<{ markers: string | null }, [itemId: string]>(import.meta.url, "./sql/takeouts-markers.sql");

/** Returns the annotations of an image as JSON text; null when deleted. Individually, because each may have a megabyte. */
export async function findMarkers(pool: Pool, itemId: string): Promise<string | null> {
  const rows = await TAKEOUTS_MARKERS.run(pool, [itemId]);
  return rows[0]?.markers ?? null;
}

const TAKEOUTS_POINTER = loadStatement<{ track: string }, [itemId: string]>(import.meta.url, "./sql/takeouts-pointer.sql");

/** Returns the recorded pointer of a video as JSON text; null when deleted. Individually for the same reason. */
export async function findPointer(pool: Pool, itemId: string): Promise<string | null> {
  const rows = await TAKEOUTS_POINTER.run(pool, [itemId]);
  return rows[0]?.track ?? null;
}

const TAKEOUTS_CAPTIONS = loadStatement<{ vtt: string }, [itemId: string, language: string]>(
  import.meta.url,
  "./sql/takeouts-captions.sql",
);

/** Returns captions of one language; null when deleted. Individually for the same reason. */
export async function findCaptions(pool: Pool, itemId: string, language: string): Promise<string | null> {
  const rows = await TAKEOUTS_CAPTIONS.run(pool, [itemId, language]);
  return rows[0]?.vtt ?? null;
}
