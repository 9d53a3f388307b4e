import { and, eq, lt, ne, sql } from "drizzle-orm";
import type { Executor } from "../db/client.ts";
import { processes } from "../db/schema/service.table.ts";

/** A server process, as it announces itself. */
export interface ProcessRow {
  id: string;
  version: string;
  secretCheck: string;
}

const ago = (ms: number) => sql`now() - make_interval(secs => ${ms / 1_000})`;

/** Returns the processes that gave a sign in the last milliseconds. */
export const listRunning = (db: Executor, goneAfterMs: number): Promise<ProcessRow[]> =>
  db
    .select({ id: processes.id, version: processes.version, secretCheck: processes.secretCheck })
    .from(processes)
    .where(sql`${processes.seenAt} > ${ago(goneAfterMs)}`);

/** Stores a sign of this process, and removes processes that have ended. */
export async function beat(db: Executor, row: ProcessRow, goneAfterMs: number): Promise<void> {
  await db.delete(processes).where(and(lt(processes.seenAt, ago(goneAfterMs)), ne(processes.id, row.id)));
  await db
    .insert(processes)
    .values(row)
    .onConflictDoUpdate({ target: processes.id, set: { seenAt: sql`now()` } });
}

/** Removes a process that ends. */
export async function remove(db: Executor, id: string): Promise<void> {
  await db.delete(processes).where(eq(processes.id, id));
}

/** Removes all processes. */
export async function removeAll(db: Executor): Promise<void> {
  await db.delete(processes);
}

/** Returns the time of the database. */
export async function databaseTime(db: Executor): Promise<Date> {
  const { rows } = await db.execute<{ now: Date }>(sql`select clock_timestamp() as now`);
  return new Date(rows[0]?.now ?? Date.now());
}
