import { and, eq, ne } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { captions, items } from "../../platform/db/schema/index.ts";
import { loadStatement } from "../../platform/db/statement.ts";

/** Captions in one language. */
export interface CaptionsRow {
  language: string;
  label: string;
  vtt: string;
}

const CAPTIONS_LIST = loadStatement<{ language: string; label: string }, [itemId: string]>(import.meta.url, "./sql/captions-list.sql");

/** Returns the caption languages of an item without texts, sorted by name. */
export async function listLanguages(pool: Pool, itemId: string): Promise<{ language: string; label: string }[]> {
  return CAPTIONS_LIST.run(pool, [itemId]);
}

const CAPTIONS_FIND = loadStatement<CaptionsRow, [itemId: string, language: string]>(import.meta.url, "./sql/captions-find.sql");

export async function find(pool: Pool, itemId: string, language: string): Promise<CaptionsRow | undefined> {
  const [row] = await CAPTIONS_FIND.run(pool, [itemId, language]);
  return row;
}

/** Locks an item, so that its languages can be counted. Returns false when the item does not exist. */
export async function lockItem(tx: Executor, itemId: string): Promise<boolean> {
  const rows = await tx.select({ id: items.id }).from(items).where(eq(items.id, itemId)).for("no key update");
  return rows.length > 0;
}

/** Counts the item's captions in other languages. */
export async function countOthers(tx: Executor, itemId: string, language: string): Promise<number> {
  return tx.$count(captions, and(eq(captions.itemId, itemId), ne(captions.language, language)));
}

/** Inserts captions or replaces those in the same language. */
export async function upsert(tx: Executor, row: typeof captions.$inferInsert): Promise<void> {
  const { label, vtt, createdBy, updatedAt } = row;
  await tx
    .insert(captions)
    .values(row)
    .onConflictDoUpdate({ target: [captions.itemId, captions.language], set: { label, vtt, createdBy, updatedAt } });
}

/** Deletes captions. Returns false when there were none. */
export async function remove(db: Executor, itemId: string, language: string): Promise<boolean> {
  const gone = await db.delete(captions).where(and(eq(captions.itemId, itemId), eq(captions.language, language)));
  return (gone.rowCount ?? 0) > 0;
}
