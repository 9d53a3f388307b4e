import { lt } from "drizzle-orm";
import { deleteInBatches } from "../../platform/db/batches.ts";
import type { Executor } from "../../platform/db/client.ts";
import { recentItems } from "../../platform/db/schema/index.ts";
import { loadStatement, type Queryable } from "../../platform/db/statement.ts";

/** Records that a user opened an item. An older time than the stored one changes nothing. */
export async function record(db: Executor, userId: string, itemId: string, openedAt: Date): Promise<void> {
  await db
    .insert(recentItems)
    .values({ userId, itemId, openedAt })
    .onConflictDoUpdate({
      target: [recentItems.userId, recentItems.itemId],
      set: { openedAt },
      setWhere: lt(recentItems.openedAt, openedAt),
    });
}

/** Statement of {@link listIds}, for the test of its plan. */
export const RECENT_ITEMS_IDS = loadStatement<{ id: string }, [userId: string, personalWorkspaceId: string, limit: number]>(
  import.meta.url,
  "./sql/recent-items-ids.sql",
);

/** Returns the ids of the items that a user last opened, or that were last added to their personal library, latest first. */
export async function listIds(
  pool: Queryable,
  { userId, personalWorkspaceId }: { userId: string; personalWorkspaceId: string },
  limit: number,
): Promise<string[]> {
  const rows = await RECENT_ITEMS_IDS.run(pool, [userId, personalWorkspaceId, limit]);
  return rows.map(({ id }) => id);
}

/** Deletes records from before a time. Returns their number. */
export const deleteOld = (db: Executor, before: Date, signal: AbortSignal): Promise<number> =>
  deleteInBatches(db, recentItems, lt(recentItems.openedAt, before), signal);
