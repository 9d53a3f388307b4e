import { sql } from "drizzle-orm";
import type { Executor } from "./client.ts";
import { inBatches } from "./batches.ts";

/** A table with one partition per month (UTC), and the column that divides it. */
export type MonthlyTable = { table: "audit"; by: "at" } | { table: "views" | "webhook_deliveries"; by: "created_at" };

/** Number of months after the present one that have a partition, so that a worker may be away for as much time. */
const MONTHS_AHEAD = 3;

/** Returns the start of a month in UTC, counted from the month of a time. */
export const monthOf = (at: Date, offset = 0): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset));

async function repeat(signal: AbortSignal, step: () => Promise<boolean>): Promise<number> {
  for (let done = 0; ; done += 1) {
    signal.throwIfAborted();
    if (!(await step())) return done;
  }
}

/** Adds the partitions of the next months. Each is one short transaction. Returns their number. */
export function addMonths(db: Executor, { table, by }: MonthlyTable, now: Date, signal: AbortSignal): Promise<number> {
  const until = monthOf(now, MONTHS_AHEAD + 1).toISOString();
  return repeat(signal, async () => {
    const { rows } = await db.execute<{ added: boolean }>(
      sql`select add_month_partition(${table}::regclass, ${by}, ${until}::timestamptz) as added`,
    );
    return rows[0]?.added === true;
  });
}

/** Drops the partitions that end at a time or before. Each is one short transaction. Returns their number. */
function dropMonths(db: Executor, { table }: MonthlyTable, before: Date, signal: AbortSignal): Promise<number> {
  return repeat(signal, async () => {
    const { rows } = await db.execute<{ dropped: boolean }>(
      sql`select drop_month_partition(${table}::regclass, ${before.toISOString()}::timestamptz) as dropped`,
    );
    return rows[0]?.dropped === true;
  });
}

/** Deletes the oldest rows before a time, which are in partitions without a start or across the time. Returns their number. */
async function deleteBefore(db: Executor, { table, by }: MonthlyTable, before: Date, limit: number): Promise<number> {
  const [name, at] = [sql.identifier(table), sql.identifier(by)];
  const { rowCount } = await db.execute(sql`
    with old as materialized (
      select ${at}, id from ${name} where ${at} < ${before.toISOString()}::timestamptz order by ${at}, id limit ${limit}
    )
    delete from ${name} t using old where t.${at} = old.${at} and t.id = old.id`);
  return rowCount ?? 0;
}

/**
 * Deletes what is older than the start of a month: whole partitions, and row by row what is in the partitions that have no start. The table
 * needs an index that begins with its time. Returns the number of partitions and rows.
 */
export async function deleteMonths(db: Executor, table: MonthlyTable, before: Date, signal: AbortSignal): Promise<number> {
  const dropped = await dropMonths(db, table, before, signal);
  return dropped + (await inBatches(signal, (limit) => deleteBefore(db, table, before, limit)));
}
