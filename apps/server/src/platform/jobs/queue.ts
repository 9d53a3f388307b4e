import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Jobs } from "../ports/jobs.port.ts";
import { tracedPayload } from "./job-trace.ts";

/** Creates jobs with graphile-worker's SQL function, so that they are part of the caller's transaction. */
export function createJobs(): Jobs {
  return {
    async enqueue(tx, definition, payload, options = {}) {
      const checked = JSON.stringify(tracedPayload(z.parse(definition.payload, payload) as object));
      await tx.execute(sql`select graphile_worker.add_job(
        identifier => ${definition.name}::text, payload => ${checked}::json, max_attempts => ${definition.attempts}::int,
        job_key => ${options.key ?? null}::text, run_at => ${options.runAt?.toISOString() ?? null}::timestamptz, priority => ${options.priority ?? null}::int)`);
    },
    async count(tx, definition) {
      const { rows } = await tx.execute<{ count: number }>(sql`
        select count(*)::int as count from graphile_worker._private_jobs job
        where job.task_id = (select id from graphile_worker._private_tasks where identifier = ${definition.name}) and job.attempts < job.max_attempts`);
      return rows[0]?.count ?? 0;
    },
    async takeGivenUp(tx, definition) {
      const { rows } = await tx.execute<{ payload: unknown }>(sql`
        delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
        where task.id = job.task_id and task.identifier = ${definition.name} and job.attempts >= job.max_attempts and job.locked_at is null
        returning job.payload`);
      return rows.flatMap(({ payload }) => {
        const parsed = z.safeParse(definition.payload, payload);
        return parsed.success ? [parsed.data] : [];
      });
    },
  };
}
