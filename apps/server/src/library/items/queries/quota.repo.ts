import { sql } from "drizzle-orm";
import type { Executor } from "../../../platform/db/client.ts";

/** Locks the quota of a person until the transaction ends, so that concurrent additions are checked one after another. */
export async function lockQuota(tx: Executor, ownerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`quota:${ownerId}`}, 0))`);
}

/** Returns the bytes of a person's items, including announced uploads and the trash, with the originals of annotated images. */
export async function storedBytes(db: Executor, ownerId: string): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select (select coalesce(sum(size_bytes), 0) from items where owner_id = ${ownerId})
      + (select coalesce(sum(b.size_bytes), 0) from items i
          join picture_details d on d.item_id = i.id join blobs b on b.id = d.original_blob_id
          where i.owner_id = ${ownerId} and i.annotated) as bytes`);
  return Number(rows[0]?.bytes ?? 0);
}
