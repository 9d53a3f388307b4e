import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";

export interface DatabaseFacts {
  version: string;
  bytes: number;
  now: Date;
}

/** Returns version, size and time of the database. */
export async function databaseFacts(db: Executor): Promise<DatabaseFacts> {
  const { rows } = await db.execute<{ version: string; bytes: string; now: Date }>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes, clock_timestamp() as now`);
  const { version = "", bytes = "0", now = new Date() } = rows[0] ?? {};
  return { version: version.split(" ", 1)[0] ?? "", bytes: Number(bytes), now: new Date(now) };
}

export interface QueueFacts {
  running: number;
  waiting: number;
  failures: number;
  /** Minutes since the first waiting job was due. */
  minutes: number;
  workers: number;
}

/** Returns the state of the queue. A process with a recent heartbeat counts as one worker. */
export async function queueFacts(db: Executor): Promise<QueueFacts> {
  const { rows } = await db.execute<QueueFacts & Record<string, unknown>>(sql`
    select count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and attempts < max_attempts)::int as waiting,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failures,
      coalesce(floor(extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at < now())) / 60), 0)::int as minutes,
      (select count(*) from worker_beats where id like 'pool-%' and seen_at > now() - interval '20 seconds')::int as workers
    from graphile_worker._private_jobs`);
  return rows[0] ?? { running: 0, waiting: 0, failures: 0, minutes: 0, workers: 0 };
}

/** Returns why one of the newest mails was not sent in the last day, or null. */
export async function mailFailure(db: Executor, since: Date): Promise<string | null> {
  const { rows } = await db.execute<{ error: string | null }>(sql`
    select error from (
      select status, error, created_at from outbox where created_at > ${since.toISOString()}::timestamptz order by created_at desc, id desc limit 200
    ) newest where status = 'failed' order by created_at desc limit 1`);
  return rows[0] ? (rows[0].error ?? "") : null;
}

/** Returns the time of the last backup that the command has made, or null. */
export async function lastBackup(db: Executor): Promise<Date | null> {
  const { rows } = await db.execute<{ at: Date | null }>(
    sql`select at from audit where action = 'backup.created' order by at desc limit 1`,
  );
  return rows[0]?.at ? new Date(rows[0].at) : null;
}
