import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Executor } from "./client.ts";

/** Rows that one statement deletes: its locks are short, and an interruption loses only a small amount of work. */
export const BATCH = 1_000;

/**
 * Repeats work of one batch until it returns less than a full batch. Between two batches it can be stopped; what was done stays done.
 * Returns the sum.
 */
export async function inBatches(signal: AbortSignal, runBatch: (limit: number) => Promise<number>, limit = BATCH): Promise<number> {
  for (let sum = 0; ;) {
    signal.throwIfAborted();
    const done = await runBatch(limit);
    sum += done;
    if (done < limit) return sum;
  }
}

/**
 * Deletes the rows of a condition in batches, each in a transaction when `db` is the database. Rows that others have locked are skipped: they
 * are deleted by the next run. The condition needs an index, or a table that is small. Returns the number of deleted rows.
 */
export const deleteInBatches = (
  db: Executor,
  table: PgTable,
  where: SQL | undefined,
  signal: AbortSignal,
  { limit = BATCH, orderBy }: { limit?: number; orderBy?: SQL } = {},
): Promise<number> =>
  inBatches(
    signal,
    async (rows) => {
      const order = orderBy ? sql`order by ${orderBy}` : sql``;
      const { rowCount } = await db.execute(sql`
        delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} ${order} limit ${rows} for update skip locked))`);
      return rowCount ?? 0;
    },
    limit,
  );
