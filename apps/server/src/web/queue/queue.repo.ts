import { sql, type SQL } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";

export type JobState = "running" | "waiting" | "failed";

export interface JobRow {
  id: string;
  name: string;
  state: JobState;
  attempts: number;
  max_attempts: number;
  run_at: Date;
  locked_at: Date | null;
  created_at: Date;
  last_error: string | null;
}

export type JobCounts = Record<JobState, number>;

const IS: Record<JobState, SQL> = {
  running: sql`job.locked_at is not null`,
  waiting: sql`job.locked_at is null and job.attempts < job.max_attempts`,
  failed: sql`job.locked_at is null and job.attempts >= job.max_attempts`,
};

/** Returns jobs, newest first, with an id below the given one. Payloads are not read. */
export async function list(db: Executor, state: JobState | undefined, below: string | undefined, limit: number): Promise<JobRow[]> {
  const { rows } = await db.execute<JobRow & Record<string, unknown>>(sql`
    select job.id::text, task.identifier as name, case when ${IS.running} then 'running' when ${IS.failed} then 'failed' else 'waiting' end as state,
      job.attempts::int, job.max_attempts::int, job.run_at, job.locked_at, job.created_at, job.last_error
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    where ${state === undefined ? sql`true` : IS[state]} and ${below === undefined ? sql`true` : sql`job.id < ${below}::bigint`}
    order by job.id desc limit ${limit}`);
  return rows.map((row) => ({
    ...row,
    run_at: new Date(row.run_at),
    locked_at: row.locked_at === null ? null : new Date(row.locked_at),
    created_at: new Date(row.created_at),
  }));
}

export async function count(db: Executor): Promise<JobCounts> {
  const { rows } = await db.execute<JobCounts & Record<string, unknown>>(sql`
    select count(*) filter (where ${IS.running})::int as running, count(*) filter (where ${IS.waiting})::int as waiting,
      count(*) filter (where ${IS.failed})::int as failed from graphile_worker._private_jobs job`);
  return rows[0] ?? { running: 0, waiting: 0, failed: 0 };
}

/** Runs a job that is not running now, with all of its attempts. Returns its name; undefined when there is none. */
export async function retry(tx: Executor, id: string, at: Date): Promise<string | undefined> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select task.identifier as name
    from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => ${at.toISOString()}::timestamptz, attempts => 0) job
    join graphile_worker._private_tasks task on task.id = job.task_id`);
  return rows[0]?.name;
}
