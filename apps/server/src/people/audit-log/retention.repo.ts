import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";

/** Deletes the oldest entries before a time. Returns their number. The list has an index by both columns, in this order. */
export async function deleteBefore(db: Executor, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from audit where (at, id) in (select at, id from audit where at < ${before.toISOString()}::timestamptz order by at, id limit ${limit})`);
  return rowCount ?? 0;
}
