import { and, eq, inArray, lt } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { items, uploads, workspaces } from "../../platform/db/schema/index.ts";

export type UploadRow = typeof uploads.$inferSelect;

export async function insertUpload(db: Executor, row: typeof uploads.$inferInsert): Promise<void> {
  await db.insert(uploads).values(row);
}

/** Returns the upload; `lock` locks its row until the transaction ends. */
export async function findUpload(db: Executor, id: string, lock = false): Promise<UploadRow | undefined> {
  const query = db.select().from(uploads).where(eq(uploads.id, id));
  const rows = lock ? await query.for("update") : await query;
  return rows[0];
}

/** An upload with the current space of its item; null when it creates no item or the item is deleted. */
export interface PlacedUpload {
  row: UploadRow;
  itemSpaceId: string | null;
}

/** Returns the upload with its target. */
export async function findPlacedUpload(db: Executor, id: string): Promise<PlacedUpload | undefined> {
  const rows = await db
    .select({ row: uploads, itemSpaceId: items.workspaceId })
    .from(uploads)
    .leftJoin(items, eq(items.id, uploads.itemId))
    .where(eq(uploads.id, id));
  return rows[0];
}

/** Changes the expiry of an idle upload. */
export async function touchUpload(db: Executor, id: string, expiresAt: Date): Promise<void> {
  await db.update(uploads).set({ expiresAt }).where(eq(uploads.id, id));
}

export async function finishUpload(db: Executor, id: string, at: Date, expiresAt: Date): Promise<void> {
  await db.update(uploads).set({ finishedAt: at, expiresAt }).where(eq(uploads.id, id));
}

/** Assigns another item in another space to an upload. */
export async function setUploadTarget(db: Executor, id: string, target: { itemId: string | null; workspaceId: string }): Promise<void> {
  await db.update(uploads).set(target).where(eq(uploads.id, id));
}

/** Returns the personal space of a user. */
export async function findPersonalSpace(db: Executor, userId: string): Promise<string | undefined> {
  const rows = await db.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.personalOwnerId, userId));
  return rows[0]?.id;
}

export async function deleteUpload(db: Executor, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id));
}

/** Returns uploads that were idle for too long, and old finished ones. */
export async function listExpired(db: Executor, now: Date, limit: number): Promise<UploadRow[]> {
  return db
    .select()
    .from(uploads)
    .where(and(lt(uploads.expiresAt, now)))
    .orderBy(uploads.expiresAt)
    .limit(limit);
}

/** Returns which of these uploads have a row. */
export async function listKnown(db: Executor, ids: string[]): Promise<Set<string>> {
  const rows = await db.select({ id: uploads.id }).from(uploads).where(inArray(uploads.id, ids));
  return new Set(rows.map((row) => row.id));
}
