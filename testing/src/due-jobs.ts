import { runJob } from "@stillreel/server/platform/jobs/index.ts";
import type { RegisteredJob } from "@stillreel/server/platform/ports/jobs.port.ts";
import type { Pool } from "pg";

/** Result of the executed jobs. */
export interface JobReport {
  done: string[];
  skipped: string[];
  /** Jobs that threw. They remain in the queue. */
  failed: { name: string; error: unknown }[];
}

interface Row {
  id: string;
  name: string;
  payload: unknown;
}

/** Runs the jobs that are due at the given time, and those that they enqueue, in sequence in this process. */
export async function runDueJobs(pool: Pool, jobs: RegisteredJob[], now: Date): Promise<JobReport> {
  const report: JobReport = { done: [], skipped: [], failed: [] };
  const known = new Map(jobs.map((job) => [job.definition.name, job]));
  const tried = new Set<string>();
  for (;;) {
    const { rows } = await pool.query<Row>(
      `select job.id::text, task.identifier as name, job.payload from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
       where job.run_at <= greatest($1::timestamptz, now()) + interval '2 s' and job.locked_at is null and not job.id::text = any($2) order by job.priority, job.run_at, job.id limit 50`,
      [now.toISOString(), [...tried]],
    );
    if (rows.length === 0) return report;
    for (const row of rows) {
      tried.add(row.id);
      const job = known.get(row.name);
      if (!job) throw new Error(`A job "${row.name}" is in the queue, but no module handles it.`);
      try {
        const outcome = await runJob(job, row.payload);
        await pool.query("select graphile_worker.complete_jobs(array[$1::bigint])", [row.id]);
        (outcome === "done" ? report.done : report.skipped).push(row.name);
      } catch (error) {
        report.failed.push({ name: row.name, error });
      }
    }
  }
}
