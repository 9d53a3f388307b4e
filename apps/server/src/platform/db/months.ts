import { sql } from "drizzle-orm";
import type { Executor } from "./client.ts";

/** A table with one partition per month (UTC), and the column that divides it. */
export interface MonthlyTable {
  table: "audit";
  by: "at";
}

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
export function dropMonths(db: Executor, { table }: MonthlyTable, before: Date, signal: AbortSignal): Promise<number> {
  return repeat(signal, async () => {
    const { rows } = await db.execute<{ dropped: boolean }>(
      sql`select drop_month_partition(${table}::regclass, ${before.toISOString()}::timestamptz) as dropped`,
    );
    return rows[0]?.dropped === true;
  });
}
