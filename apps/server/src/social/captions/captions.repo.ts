import { and, eq, ne } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { captions, items } from "../../platform/db/schema/index.ts";

/** Captions of one language. */
export interface CaptionsRow {
  language: string;
  label: string;
  vtt: string;
}

/** The languages of an item, without their texts, in the order of their names. */
export async function listLanguages(pool: Pool, itemId: string): Promise<{ language: string; label: string }[]> {
  const { rows } = await pool.query<{ language: string; label: string }>({
    name: "captions-list",
    text: "select language, label from captions where item_id = $1 order by label, language",
    values: [itemId],
  });
  return rows;
}

export async function find(pool: Pool, itemId: string, language: string): Promise<CaptionsRow | undefined> {
  const { rows } = await pool.query<CaptionsRow>({
    name: "captions-find",
    text: "select language, label, vtt from captions where item_id = $1 and language = $2",
    values: [itemId, language],
  });
  return rows[0];
}

/** Locks an item, so that its languages can be counted. False when it is gone. */
export async function lockItem(tx: Executor, itemId: string): Promise<boolean> {
  const rows = await tx.select({ id: items.id }).from(items).where(eq(items.id, itemId)).for("no key update");
  return rows.length > 0;
}

/** How many other languages there are captions in. */
export async function countOthers(tx: Executor, itemId: string, language: string): Promise<number> {
  return tx.$count(captions, and(eq(captions.itemId, itemId), ne(captions.language, language)));
}

/** Writes captions, in place of those of the same language. */
export async function upsert(tx: Executor, row: typeof captions.$inferInsert): Promise<void> {
  const { label, vtt, createdBy, updatedAt } = row;
  await tx
    .insert(captions)
    .values(row)
    .onConflictDoUpdate({ target: [captions.itemId, captions.language], set: { label, vtt, createdBy, updatedAt } });
}

/** False when there was nothing to remove. */
export async function remove(db: Executor, itemId: string, language: string): Promise<boolean> {
  const gone = await db.delete(captions).where(and(eq(captions.itemId, itemId), eq(captions.language, language)));
  return (gone.rowCount ?? 0) > 0;
}
