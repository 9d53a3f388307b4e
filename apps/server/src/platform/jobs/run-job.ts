import { z } from "zod";
import { STATEMENT_LIMIT_MS, withStatementLimit } from "../db/pool.ts";
import type { JobOutcome, RegisteredJob } from "../ports/jobs.port.ts";

/**
 * Runs one job: parses its payload, limits its time, and throws when it must be retried.
 * A handler that ignores its signal is abandoned at the time limit.
 */
export async function runJob(job: RegisteredJob, payload: unknown, shutdown?: AbortSignal): Promise<JobOutcome> {
  const { definition, handle } = job;
  const parsed = z.parse(definition.payload, payload ?? {});
  const timeout = AbortSignal.timeout(definition.timeoutMs);
  const signal = shutdown ? AbortSignal.any([timeout, shutdown]) : timeout;
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener(
      "abort",
      () =>
        reject(
          new Error(
            timeout.aborted
              ? `${definition.name} took longer than ${definition.timeoutMs} ms.`
              : `${definition.name} was stopped by a shutdown.`,
          ),
        ),
      { once: true },
    );
  });
  // The time limit of the job also applies to its statements.
  const limitMs = Math.max(definition.timeoutMs, STATEMENT_LIMIT_MS);
  return Promise.race([withStatementLimit(limitMs, () => handle(parsed as never, signal)), aborted]);
}
