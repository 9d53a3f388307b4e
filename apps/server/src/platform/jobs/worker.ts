import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Logger as QueueLogger,
  makeWorkerUtils,
  parseCronItems,
  run,
  type TaskList,
  type WorkerEvents,
  type WorkerUtils,
} from "graphile-worker";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { FinalFailure, type RegisteredJob } from "../ports/jobs.port.ts";
import { describeError, withoutAddresses } from "../http/logged-error.ts";
import { inJobSpan } from "./job-trace.ts";
import { queuePool } from "./queue-pool.ts";
import { runJob } from "./run-job.ts";

/** Interval of worker heartbeats, and silence after which a worker's jobs are released, both in milliseconds. */
export const HEARTBEAT = { everyMs: 5_000, deadAfterMs: 20_000 };
/** Time that running jobs get after the process received the stop signal. Then their abort signal fires. */
const ABORT_AFTER_MS = 3_000;
/** Time after which jobs that ignore their signal are abandoned and released to other workers. */
const STOP_TIMEOUT_MS = 5_000;

export interface WorkerOptions {
  pool: Pool;
  jobs: RegisteredJob[];
  concurrency: number;
  log: Logger;
  heartbeat?: typeof HEARTBEAT;
  /** Called after each attempt of a job. */
  onFinished?: (name: string, outcome: "done" | "skipped" | "failed", ms: number) => void;
}

export interface Worker {
  /**
   * Accepts no new jobs, waits for running ones or aborts them, and releases the rest to other workers. A second call waits for the
   * first.
   */
  stop(): Promise<void>;
}

/** Starts a worker on the queue. It shares the process's pool and holds one connection for notifications. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool, log } = options;
  const heartbeat = options.heartbeat ?? HEARTBEAT;
  const logger = queueLogger(log);
  const events = new EventEmitter() as WorkerEvents;
  const mine = new Set<string>();
  const running = new Set<string>();
  // Jobs are locked with the id of the worker pool or of a worker. Both belong to this process from the start.
  events.on("pool:create", ({ workerPool }) => mine.add(workerPool.id));
  events.on("worker:create", ({ worker }) => mine.add(worker.workerId));
  const pgPool = queuePool(pool);
  const utils = await makeWorkerUtils({ pgPool, logger });
  const runner = await run({
    pgPool,
    events,
    logger,
    taskList: taskListOf(options, running),
    parsedCronItems: parseCronItems(
      options.jobs
        .filter((job) => job.cron)
        .map(({ definition, cron }) => ({ task: definition.name, match: cron as string, options: { maxAttempts: definition.attempts } })),
    ),
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: 2_000,
    preset: { worker: { gracefulShutdownAbortTimeout: ABORT_AFTER_MS } },
  });
  const heart = startHeart({ pool, utils, mine, running, heartbeat, log });
  await heart.beat();
  const stop = async (): Promise<void> => {
    heart.stop();
    await Promise.race([
      runner.stop().catch((error: unknown) => log.warn({ err: error }, "the worker did not stop cleanly")),
      sleep(STOP_TIMEOUT_MS),
    ]);
    await utils.forceUnlockWorkers([...mine]);
    await pool.query("delete from worker_beats where id = any($1)", [[...mine]]);
    await utils.release();
  };
  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= stop()) };
}

/** @param running ids of the jobs that are running */
function taskListOf({ pool, jobs, log, onFinished }: WorkerOptions, running: Set<string>): TaskList {
  const entries = jobs.map((job) => {
    const { name } = job.definition;
    const task: TaskList[string] = async (payload, helpers) => {
      const started = performance.now();
      const report = (outcome: "done" | "skipped" | "failed", fields: object): void => {
        const ms = Math.round(performance.now() - started);
        onFinished?.(name, outcome, ms);
        log[outcome === "failed" ? "warn" : "debug"](
          { job: name, jobId: helpers.job.id, attempt: helpers.job.attempts, ms, ...fields },
          `job ${outcome}`,
        );
      };
      running.add(String(helpers.job.id));
      try {
        const outcome = await inJobSpan(name, helpers.job.attempts, payload, () => runJob(job, payload, helpers.abortSignal));
        if (outcome === "done") report("done", {});
        else report("skipped", { reason: outcome.skipped });
      } catch (error) {
        report("failed", { err: error });
        // The job is locked by this worker until the error is stored, so that no other one changes it.
        if (error instanceof FinalFailure)
          await pool.query("update graphile_worker._private_jobs set max_attempts = attempts where id = $1", [helpers.job.id]);
        // The queue stores and logs the message.
        throw new Error(describeError(error));
      } finally {
        running.delete(String(helpers.job.id));
      }
    };
    return [name, task] as const;
  });
  return Object.fromEntries(entries);
}

interface HeartOptions {
  pool: Pool;
  utils: WorkerUtils;
  mine: Set<string>;
  running: ReadonlySet<string>;
  heartbeat: typeof HEARTBEAT;
  log: Logger;
}

/**
 * Starts the heartbeat. The queue's own lock lasts 4 hours, so the heartbeat releases the jobs of silent workers
 * earlier.
 */
function startHeart({ pool, utils, mine, running, heartbeat, log }: HeartOptions): { beat(): Promise<void>; stop(): void } {
  const freeLost = lostJobs({ pool, mine, running, log });
  const beat = async (): Promise<void> => {
    try {
      await pool.query(
        "insert into worker_beats (id, seen_at) select unnest($1::text[]), now() on conflict (id) do update set seen_at = now()",
        [[...mine]],
      );
      // A worker may lock a job before its first heartbeat, so the age of the lock counts too.
      const { rows } = await pool.query<{ id: string }>(
        `select distinct job.locked_by as id from graphile_worker._private_jobs job left join worker_beats beat on beat.id = job.locked_by
         where job.locked_by is not null and greatest(job.locked_at, beat.seen_at) < now() - make_interval(secs => $1)`,
        [heartbeat.deadAfterMs / 1_000],
      );
      const dead = rows.map((row) => row.id).filter((id) => !mine.has(id));
      if (dead.length > 0) {
        log.warn({ workers: dead }, "jobs of silent workers are given to others");
        await utils.forceUnlockWorkers(dead);
      }
      await freeLost();
      await pool.query("delete from worker_beats where seen_at < now() - interval '1 hour'");
    } catch (error) {
      log.warn({ err: error }, "the worker's heartbeat failed; it is tried again");
    }
  };
  const timer = setInterval(() => void beat(), heartbeat.everyMs);
  timer.unref();
  return { beat, stop: () => clearInterval(timer) };
}

/**
 * Releases jobs that this process locked but does not run. The queue reports the end of a job only once, and the
 * report is lost while the database is down. Before a job starts and after it ends it is briefly in the same state, so
 * two checks must match.
 */
function lostJobs({ pool, mine, running, log }: Pick<HeartOptions, "pool" | "mine" | "running" | "log">): () => Promise<void> {
  let suspects = new Set<string>();
  return async () => {
    const { rows } = await pool.query<{ id: string }>("select id::text from graphile_worker._private_jobs where locked_by = any($1)", [
      [...mine],
    ]);
    const idle = rows.map((row) => row.id).filter((id) => !running.has(id));
    const lost = idle.filter((id) => suspects.has(id));
    suspects = new Set(idle);
    if (lost.length === 0) return;
    log.warn({ jobs: lost }, "jobs whose end was not stored are released");
    await pool.query(
      "update graphile_worker._private_jobs set locked_at = null, locked_by = null where id = any($1::bigint[]) and locked_by = any($2)",
      [lost, [...mine]],
    );
  };
}

const firstLine = (text: string): string => withoutAddresses(text.split("\n", 1)[0] ?? "");

/**
 * Routes graphile-worker's messages to the log. Messages about failed jobs are skipped, because this module logs them. Other
 * messages that contain an error are replaced by the error, which is logged without private data.
 */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    if (meta?.["failure"] === true) return;
    const fields = meta?.["error"] === undefined ? { queue: firstLine(message) } : { err: meta["error"] };
    if (level === "error" || level === "warning") log.warn(fields, "queue");
    else log.trace(fields, "queue");
  });
}
