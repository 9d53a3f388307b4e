import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../platform/db/client.ts";

/** Locks the quota of a user or workspace until the transaction ends, so that concurrent additions are checked one after another. */
export async function lockQuota(tx: Executor, id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`quota:${id}`}, 0))`);
}

/** Bytes of the versions and assets of edited videos. Renditions do not count. */
const heldBytes = (whose: SQL): SQL => sql`(select coalesce(sum(b.size_bytes), 0) from items i
  join edit_files f on f.item_id = i.id and f.kind in ('source', 'sound', 'picture') join blobs b on b.id = f.blob_id where ${whose})`;

/** Storage of a user. */
export interface UserStorage {
  /** Bytes of the user's items, including announced uploads and the trash, with the originals of annotated images and the versions of edited videos. */
  storedBytes: number;
  /** The user's own quota, or null. */
  quotaBytes: number | null;
}

export async function storage(db: Executor, ownerId: string): Promise<UserStorage> {
  const { rows } = await db.execute<{ bytes: string; quota: string | null }>(sql`
    select (select coalesce(sum(size_bytes), 0) from items where owner_id = ${ownerId})
      + (select coalesce(sum(b.size_bytes), 0) from items i
          join picture_details d on d.item_id = i.id join blobs b on b.id = d.original_blob_id
          where i.owner_id = ${ownerId} and i.annotated)
      + ${heldBytes(sql`i.owner_id = ${ownerId}`)} as bytes,
      (select quota_bytes from users where id = ${ownerId}) as quota`);
  const quota = rows[0]?.quota ?? null;
  return { storedBytes: Number(rows[0]?.bytes ?? 0), quotaBytes: quota === null ? null : Number(quota) };
}

/** Returns the bytes of a workspace's items and their versions, with announced uploads and the trash. Undefined for a personal library, which has no separate quota. */
export async function workspaceStorage(db: Executor, workspaceId: string): Promise<number | undefined> {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select (select coalesce(sum(c.stored_bytes), 0) from space_counts c where c.workspace_id = w.id)
      + ${heldBytes(sql`i.workspace_id = w.id`)} as bytes
    from workspaces w where w.id = ${workspaceId}::uuid and w.kind = 'team'`);
  return rows[0] && Number(rows[0].bytes);
}
