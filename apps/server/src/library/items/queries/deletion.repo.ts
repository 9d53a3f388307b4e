import { sql } from "drizzle-orm";
import type { Executor } from "../../../platform/db/client.ts";

const ids = (list: readonly string[]) => sql`any(${sql.param(list)}::uuid[])`;

/**
 * Permanently deletes items and their dependent rows. It revokes their links and decrements the reference counts of
 * the blobs of items, originals, versions, renditions and images on whiteboards. It runs a fixed number of statements. Rows of each table are locked in
 * id order, and links first as in changes of links, which avoids deadlocks.
 * @param given items to delete. With `trashedOnly` only those in the trash are deleted
 */
export async function deleteItems(
  tx: Executor,
  given: { itemIds: readonly string[]; trashedOnly: boolean; at: Date },
): Promise<{ deleted: string[]; unreferenced: boolean }> {
  await tx.execute(sql`select slug from share_links where item_id = ${ids(given.itemIds)} and revoked_at is null order by slug for update`);
  const locked = await tx.execute<{ id: string }>(sql`
    select id from items where id = ${ids(given.itemIds)}${given.trashedOnly ? sql` and trashed_at is not null` : sql``} order by id for update`);
  const deleted = locked.rows.map((row) => row.id);
  if (deleted.length === 0) return { deleted, unreferenced: false };
  await tx.execute(
    sql`update share_links set revoked_at = ${given.at.toISOString()}::timestamptz where item_id = ${ids(deleted)} and revoked_at is null`,
  );
  await tx.execute(sql`
    select id from blobs where id in (
      select blob_id from items where id = ${ids(deleted)} union select blob_id from renditions where item_id = ${ids(deleted)}
      union select original_blob_id from picture_details where item_id = ${ids(deleted)}
      union select blob_id from edit_files where item_id = ${ids(deleted)}
      union select blob_id from board_images where board_id = ${ids(deleted)})
    order by id for no key update`);
  const released = await tx.execute<{ refs: number }>(sql`
    with gone as (delete from items where id = ${ids(deleted)} returning blob_id),
    held as (
      select blob_id, count(*)::int as times from (
        select blob_id from gone where blob_id is not null union all select blob_id from renditions where item_id = ${ids(deleted)}
        union all select original_blob_id from picture_details where item_id = ${ids(deleted)} and original_blob_id is not null
        union all select blob_id from edit_files where item_id = ${ids(deleted)}
        union all select blob_id from board_images where board_id = ${ids(deleted)}) one group by blob_id)
    update blobs b set refs = b.refs - held.times from held where b.id = held.blob_id returning b.refs`);
  return { deleted, unreferenced: released.rows.some((row) => row.refs <= 0) };
}

/** Returns items whose retention in the trash has ended, the oldest first. */
export async function listDue(db: Executor, before: Date, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from items where trashed_at < ${before.toISOString()}::timestamptz order by trashed_at limit ${limit}`,
  );
  return rows.map((row) => row.id);
}

/** Locks the next unreferenced blobs. Blobs that a concurrent job has locked are skipped. */
export async function lockUnreferenced(tx: Executor, afterId: string, limit: number): Promise<{ id: string; storageKey: string }[]> {
  const { rows } = await tx.execute<{ id: string; storage_key: string }>(sql`
    select id, storage_key from blobs where refs <= 0 and id > ${afterId}::uuid order by id limit ${limit} for update skip locked`);
  return rows.map((row) => ({ id: row.id, storageKey: row.storage_key }));
}

export async function deleteBlobs(tx: Executor, blobIds: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from blobs where id = ${ids(blobIds)}`);
}
