import { sql } from "drizzle-orm";
import type { ClientBase } from "pg";
import type { Executor } from "./client.ts";

/** Key of the advisory lock of backups. Each running backup holds it shared; the removal of old backups holds it exclusively. */
const LOCK_KEY = 7_108_701;
/** Time after which the deletion of bytes that a running backup may need is tried again, in milliseconds. */
export const BACKUP_DELAY_MS = 300_000;

/** Holds the lock of a backup until the connection ends or {@link releaseBackupLock}. Waits for a removal of old backups. */
export async function holdBackupLock(client: ClientBase): Promise<void> {
  // The connection is idle while objects are transferred.
  await client.query("set idle_session_timeout = 0");
  await client.query("select pg_advisory_lock_shared($1)", [LOCK_KEY]);
}

/** Releases {@link holdBackupLock}. */
export async function releaseBackupLock(client: ClientBase): Promise<void> {
  await client.query("select pg_advisory_unlock_shared($1)", [LOCK_KEY]);
}

/** Runs work while no backup runs and none can start. Returns false, and runs nothing, while one runs. */
export async function withoutBackups(client: ClientBase, work: () => Promise<void>): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [LOCK_KEY]);
  if (!rows[0]?.locked) return false;
  try {
    await client.query("set idle_session_timeout = 0");
    await work();
    return true;
  } finally {
    await client.query("select pg_advisory_unlock($1)", [LOCK_KEY]);
  }
}

/**
 * Returns whether a backup runs, which may need the bytes of rows that were deleted after its start. A caller that deletes objects first
 * selects their rows, then asks: a backup that starts later does not contain these rows.
 */
export async function isBackupRunning(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ running: boolean }>(sql`
    select exists (
      select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = ${LOCK_KEY}::oid and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
    ) as running`);
  return rows[0]?.running ?? false;
}
