import { and, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { blobs, items, videoExports } from "../../platform/db/schema/index.ts";

/** Maximum number of listed exports. */
const LISTED_MAX = 20;
const OPEN = ["waiting", "running"] as const;

/** An export with its file. */
export type ExportRow = typeof videoExports.$inferSelect & { storageKey: string | null; sizeBytes: number | null };

export async function insert(tx: Executor, row: typeof videoExports.$inferInsert): Promise<void> {
  await tx.insert(videoExports).values(row);
}

type Joined = { video_exports: typeof videoExports.$inferSelect; blobs: typeof blobs.$inferSelect | null };
const withFile = ({ video_exports: row, blobs: file }: Joined): ExportRow => ({
  ...row,
  storageKey: file?.storageKey ?? null,
  sizeBytes: file?.sizeBytes ?? null,
});

/** Returns an export of an item and a user that has not expired. */
export async function find(
  db: Executor,
  { id, itemId, userId }: { id: string; itemId: string; userId: string },
): Promise<ExportRow | undefined> {
  const [row] = await db
    .select()
    .from(videoExports)
    .leftJoin(blobs, eq(blobs.id, videoExports.blobId))
    .where(and(eq(videoExports.id, id), eq(videoExports.itemId, itemId), eq(videoExports.userId, userId)));
  return row && withFile(row);
}

/** Returns the exports of a user from a file of an item, the newest first. */
export async function list(
  db: Executor,
  { itemId, userId, sourceKey, now }: { itemId: string; userId: string; sourceKey: string; now: Date },
): Promise<ExportRow[]> {
  const rows = await db
    .select()
    .from(videoExports)
    .leftJoin(blobs, eq(blobs.id, videoExports.blobId))
    .where(
      and(
        eq(videoExports.itemId, itemId),
        eq(videoExports.userId, userId),
        eq(videoExports.sourceKey, sourceKey),
        gt(videoExports.expiresAt, now),
      ),
    )
    .orderBy(desc(videoExports.createdAt))
    .limit(LISTED_MAX);
  return rows.map(withFile);
}

/** Returns the number of unfinished exports of a user. */
export async function countOpen(db: Executor, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(videoExports)
    .where(and(eq(videoExports.userId, userId), inArray(videoExports.state, [...OPEN])));
  return row?.count ?? 0;
}

/** Returns the storage key of the file of an item. */
export async function findSourceKey(db: Executor, itemId: string): Promise<string | null> {
  const [row] = await db
    .select({ key: blobs.storageKey })
    .from(items)
    .innerJoin(blobs, eq(blobs.id, items.blobId))
    .where(eq(items.id, itemId));
  return row?.key ?? null;
}

/** Returns an unfinished export with its video; undefined when it was deleted or is finished. */
export async function claim(db: Executor, id: string) {
  const [row] = await db
    .update(videoExports)
    .set({ state: "running" })
    .where(and(eq(videoExports.id, id), inArray(videoExports.state, [...OPEN])))
    .returning();
  if (!row) return undefined;
  const [item] = await db.select({ title: items.title, workspaceId: items.workspaceId }).from(items).where(eq(items.id, row.itemId));
  return item && { ...row, ...item };
}

/** Changes an unfinished export. Returns false when it was deleted or is finished. */
export async function updateOpen(tx: Executor, id: string, change: Partial<typeof videoExports.$inferInsert>): Promise<boolean> {
  const changed = await tx
    .update(videoExports)
    .set(change)
    .where(and(eq(videoExports.id, id), inArray(videoExports.state, [...OPEN])));
  return (changed.rowCount ?? 0) > 0;
}

/** Deletes an export. Returns its blob; undefined when there is no such export. */
export async function remove(tx: Executor, id: string, userId: string): Promise<{ blobId: string | null } | undefined> {
  const [row] = await tx
    .delete(videoExports)
    .where(and(eq(videoExports.id, id), eq(videoExports.userId, userId)))
    .returning({ blobId: videoExports.blobId });
  return row;
}

/** Deletes all exports of an item. Returns their blobs. */
export async function removeOfItem(tx: Executor, itemId: string): Promise<string[]> {
  const rows = await tx.delete(videoExports).where(eq(videoExports.itemId, itemId)).returning({ blobId: videoExports.blobId });
  return rows.flatMap(({ blobId }) => blobId ?? []);
}

/** Deletes expired exports. Returns their blobs, null for those without a file. */
export async function removeExpired(tx: Executor, now: Date, limit: number): Promise<(string | null)[]> {
  const expired = tx.select({ id: videoExports.id }).from(videoExports).where(lt(videoExports.expiresAt, now)).limit(limit);
  const rows = await tx.delete(videoExports).where(inArray(videoExports.id, expired)).returning({ blobId: videoExports.blobId });
  return rows.map(({ blobId }) => blobId);
}
