import { and, eq, ne } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { captions, items, type SourceCue } from "../../platform/db/schema/index.ts";
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
    .onConflictDoUpdate({
      target: [captions.itemId, captions.language],
      set: { label, vtt, source: null, createdBy, updatedAt, automatic: false },
    });
}

/** Inserts captions that follow a transcript, or replaces such. Captions of the language that a user wrote stay. */
export async function upsertAutomatic(tx: Executor, row: typeof captions.$inferInsert): Promise<void> {
  const { label, vtt, updatedAt } = row;
  await tx
    .insert(captions)
    .values({ ...row, automatic: true })
    .onConflictDoUpdate({
      target: [captions.itemId, captions.language],
      set: { label, vtt, source: null, updatedAt },
      setWhere: eq(captions.automatic, true),
    });
}

/** Deletes the captions of an item that follow a transcript, except those of one language. */
export async function removeAutomatic(tx: Executor, itemId: string, exceptLanguage: string | null): Promise<void> {
  const others = exceptLanguage === null ? undefined : ne(captions.language, exceptLanguage);
  await tx.delete(captions).where(and(eq(captions.itemId, itemId), eq(captions.automatic, true), others));
}

/** Deletes captions. Returns false when there were none. */
export async function remove(db: Executor, itemId: string, language: string): Promise<boolean> {
  const gone = await db.delete(captions).where(and(eq(captions.itemId, itemId), eq(captions.language, language)));
  return (gone.rowCount ?? 0) > 0;
}

/** Locks the captions of an item in all languages until the transaction ends. */
export async function lockAll(
  tx: Executor,
  itemId: string,
): Promise<Pick<typeof captions.$inferSelect, "language" | "label" | "vtt" | "source">[]> {
  return tx
    .select({ language: captions.language, label: captions.label, vtt: captions.vtt, source: captions.source })
    .from(captions)
    .where(eq(captions.itemId, itemId))
    .orderBy(captions.language)
    .for("update");
}

/** Changes the times of captions. */
export async function updateCues(
  tx: Executor,
  key: { itemId: string; language: string },
  change: { vtt: string; source: SourceCue[] },
): Promise<void> {
  await tx
    .update(captions)
    .set(change)
    .where(and(eq(captions.itemId, key.itemId), eq(captions.language, key.language)));
}

/** Deletes the cues of parts that an edited video does not show. */
export async function forgetSources(tx: Executor, itemId: string): Promise<void> {
  await tx.update(captions).set({ source: null }).where(eq(captions.itemId, itemId));
}
