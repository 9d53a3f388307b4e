import { and, eq } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { items, likes } from "../../platform/db/schema/index.ts";
import { loadStatement } from "../../platform/db/statement.ts";

/** Inserts a like. Returns false when it existed already. */
export async function insertLike(db: Executor, row: typeof likes.$inferInsert): Promise<boolean> {
  const added = await db.insert(likes).values(row).onConflictDoNothing().returning({ itemId: likes.itemId });
  return added.length > 0;
}

/** Deletes a like. Returns false when there was none. */
export async function deleteLike(db: Executor, itemId: string, userId: string): Promise<boolean> {
  const gone = await db.delete(likes).where(and(eq(likes.itemId, itemId), eq(likes.userId, userId)));
  return (gone.rowCount ?? 0) > 0;
}

/** Returns the owner of an item. */
export async function findOwner(db: Executor, itemId: string): Promise<string | null> {
  const [row] = await db.select({ ownerId: items.ownerId }).from(items).where(eq(items.id, itemId));
  return row?.ownerId ?? null;
}

/** Returns whether the item exists. Locks it until the transaction ends, but allows concurrent updates of its counters. */
export async function holdItem(tx: Executor, itemId: string): Promise<boolean> {
  const rows = await tx.select({ id: items.id }).from(items).where(eq(items.id, itemId)).for("key share");
  return rows.length > 0;
}

const LIKES_COUNT = loadStatement<{ likes: number }, [itemId: string]>(import.meta.url, "./sql/likes-count.sql");

/** Returns the number of likes of an item. */
export async function countLikes(pool: Pool, itemId: string): Promise<number> {
  const rows = await LIKES_COUNT.run(pool, [itemId]);
  return rows[0]?.likes ?? 0;
}
