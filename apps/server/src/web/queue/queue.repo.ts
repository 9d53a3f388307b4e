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
  subject_kind: "item" | "workspace" | "person" | null;
  subject_title: string | null;
  subject_path: string | null;
  owner_id: string | null;
  owner_name: string | null;
  owner_avatar: string | null;
  progress: number | null;
}

export type JobCounts = Record<JobState, number>;

const IS: Record<JobState, SQL> = {
  running: sql`job.locked_at is not null`,
  waiting: sql`job.locked_at is null and job.attempts < job.max_attempts`,
  failed: sql`job.locked_at is null and job.attempts >= job.max_attempts`,
};

/** Which jobs are listed. */
export interface JobFilter {
  state: JobState | undefined;
  name: string | undefined;
  /** Only jobs with a lower id. */
  below: string | undefined;
  limit: number;
}

/** SQL for an id in the payload of a job; null for other values. */
const idIn = (...keys: string[]): SQL => {
  const value = sql`coalesce(${sql.join(
    keys.map((key) => sql`job.payload ->> ${key}`),
    sql`, `,
  )})`;
  return sql`case when ${value} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${value})::uuid end`;
};

/**
 * Returns jobs, newest first, each with its subject. Of the payloads only the ids of subjects are read.
 * @param callerId user who gets the paths of subjects in their own spaces
 */
export async function list(db: Executor, { state, name, below, limit }: JobFilter, callerId: string): Promise<JobRow[]> {
  const { rows } = await db.execute<JobRow & Record<string, unknown>>(sql`
    with shown as materialized (
      select job.id, task.identifier as name, case when ${IS.running} then 'running' when ${IS.failed} then 'failed' else 'waiting' end as state,
        job.attempts, job.max_attempts, job.run_at, job.locked_at, job.created_at, job.last_error,
        ${idIn("itemId")} as item_id, ${idIn("workspaceId")} as workspace_id, ${idIn("userId", "ownerId")} as user_id
      from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
      where ${state === undefined ? sql`true` : IS[state]} and ${below === undefined ? sql`true` : sql`job.id < ${below}::bigint`}
        and ${name === undefined ? sql`true` : sql`task.identifier = ${name}`}
      order by job.id desc limit ${limit}
    )
    select shown.id::text, shown.name, shown.state, shown.attempts::int, shown.max_attempts::int, shown.run_at, shown.locked_at, shown.created_at,
      shown.last_error, i.progress, owner.id as owner_id, owner.display_name as owner_name, owner.avatar_blob_id as owner_avatar,
      case when i.id is not null then 'item' when w.id is not null then 'workspace' when u.id is not null then 'person' end as subject_kind,
      coalesce(i.title, w.name, u.display_name) as subject_title,
      case
        when i.id is not null and exists (select from members m where m.workspace_id = i.workspace_id and m.user_id = ${callerId})
          then case when home.kind = 'team' then '/w/' || home.id else '' end || '/' || i.type || 's/' || i.id
        when w.id is not null and exists (select from members m where m.workspace_id = w.id and m.user_id = ${callerId}) then '/w/' || w.id
      end as subject_path
    from shown
      left join items i on i.id = shown.item_id
      left join workspaces home on home.id = i.workspace_id
      left join users owner on owner.id = i.owner_id
      left join workspaces w on w.id = shown.workspace_id and w.kind = 'team'
      left join users u on u.id = shown.user_id
    order by shown.id desc`);
  return rows.map((row) => ({
    ...row,
    run_at: new Date(row.run_at),
    locked_at: row.locked_at === null ? null : new Date(row.locked_at),
    created_at: new Date(row.created_at),
  }));
}

/** Returns the kinds of jobs in the queue with their number of failed jobs. */
export async function listKinds(db: Executor): Promise<{ name: string; failed: number }[]> {
  const { rows } = await db.execute<{ name: string; failed: number }>(sql`
    select task.identifier as name, count(*) filter (where ${IS.failed})::int as failed
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    group by task.identifier order by task.identifier`);
  return rows;
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

/** Runs every failed job of a kind now, with all of its attempts. Returns their number. */
export async function retryFailed(tx: Executor, name: string, at: Date): Promise<number> {
  const { rows } = await tx.execute<{ retried: number }>(sql`
    with failed as (
      select array_agg(job.id) as ids from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
      where task.identifier = ${name} and ${IS.failed}
    )
    select count(*)::int as retried from failed,
      graphile_worker.reschedule_jobs(failed.ids, run_at => ${at.toISOString()}::timestamptz, attempts => 0) job
    where failed.ids is not null`);
  return rows[0]?.retried ?? 0;
}
