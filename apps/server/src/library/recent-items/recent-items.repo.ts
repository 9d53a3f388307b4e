import { lt, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { recentItems } from "../../platform/db/schema/index.ts";

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

/**
 * Returns the ids of the items that a user last opened, or that were last added to their personal library, latest first. Each part
 * reads the first entries of an index.
 */
export async function listIds(
  db: Executor,
  { userId, personalWorkspaceId }: { userId: string; personalWorkspaceId: string },
  limit: number,
): Promise<string[]> {
  const newest = (type: "image" | "video") => sql`(
    select id, created_at as at from items
    where workspace_id = ${personalWorkspaceId} and type = ${type} and trashed_at is null
    order by created_at desc, id desc limit ${limit})`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      (select item_id as id, opened_at as at from recent_items where user_id = ${userId} order by opened_at desc limit ${limit})
      union all ${newest("image")}
      union all ${newest("video")}
    ) found
    group by id order by max(at) desc, id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Deletes records from before a time. Returns their number. */
export async function deleteOld(db: Executor, before: Date): Promise<number> {
  return (await db.delete(recentItems).where(lt(recentItems.openedAt, before))).rowCount ?? 0;
}
