import { and, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { items, searchEntries, transcriptPassages } from "../../platform/db/schema/index.ts";

/** Number of rows per insert statement. */
const BATCH = 200;

/** An item with the texts of its passages. */
export interface SpokenItem {
  id: string;
  workspaceId: string;
  createdAt: Date;
  texts: string[];
}

/** Deletes the entries of what is spoken in these items. */
export async function deleteSpokenEntries(tx: Executor, itemIds: readonly string[]): Promise<void> {
  await tx.delete(searchEntries).where(and(inArray(searchEntries.itemId, [...itemIds]), eq(searchEntries.spoken, true)));
}

export async function insertSpokenEntry(tx: Executor, entry: typeof searchEntries.$inferInsert): Promise<void> {
  await tx.insert(searchEntries).values({ ...entry, spoken: true });
}

/** Replaces the passages of an item. */
export async function writePassages(
  tx: Executor,
  itemId: string,
  rows: readonly (typeof transcriptPassages.$inferInsert)[],
): Promise<void> {
  await tx.delete(transcriptPassages).where(eq(transcriptPassages.itemId, itemId));
  for (let from = 0; from < rows.length; from += BATCH) await tx.insert(transcriptPassages).values(rows.slice(from, from + BATCH));
}

/** Returns those of these items that have passages, with their texts. */
export async function spokenItems(tx: Executor, itemIds: readonly string[]): Promise<SpokenItem[]> {
  return tx
    .select({
      id: items.id,
      workspaceId: items.workspaceId,
      createdAt: items.createdAt,
      texts: sql<string[]>`array_agg(${transcriptPassages.text} order by ${transcriptPassages.position})`,
    })
    .from(items)
    .innerJoin(transcriptPassages, eq(transcriptPassages.itemId, items.id))
    .where(inArray(items.id, [...itemIds]))
    .groupBy(items.id);
}

/** Returns the item whose speech is indexed. */
export async function findItem(tx: Executor, itemId: string): Promise<Omit<SpokenItem, "texts"> | undefined> {
  const [row] = await tx
    .select({ id: items.id, workspaceId: items.workspaceId, createdAt: items.createdAt })
    .from(items)
    .where(eq(items.id, itemId));
  return row;
}
