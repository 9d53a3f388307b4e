import { setTimeout as sleep } from "node:timers/promises";
import { cloneDatabase } from "@stillreel/testing";
import type { Pool } from "pg";
import pino from "pino";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { z } from "zod";
import { createDatabase, type Database } from "../db/client.ts";
import { createPool } from "../db/pool.ts";
import { defineJob, FinalFailure, handles, type JobHandler, type RegisteredJob } from "../ports/jobs.port.ts";
import { createJobs, startWorker, type Worker } from "./index.ts";

const log = pino({ level: "silent" });
const jobs = createJobs();
const probe = defineJob({ name: "probe.run", payload: z.object({ n: z.int() }), attempts: 5, timeoutMs: 5_000 });

let pool: Pool;
let db: Database;
let drop: () => Promise<void>;
let workers: Worker[] = [];

beforeAll(async () => {
  const database = await cloneDatabase(inject("cluster"));
  pool = createPool(database.address, { max: 10, log });
  db = createDatabase(pool);
  drop = database.drop;
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await pool.query("delete from graphile_worker._private_jobs; delete from worker_beats");
});
afterAll(async () => {
  await pool.end();
  await drop();
});

const work = async (
  handle: JobHandler<{ n: number }>,
  more: { heartbeat?: { everyMs: number; deadAfterMs: number }; definition?: typeof probe } = {},
): Promise<Worker> => {
  const registered: RegisteredJob = handles(more.definition ?? probe, handle);
  const worker = await startWorker({ pool, jobs: [registered], concurrency: 2, log, heartbeat: more.heartbeat });
  workers.push(worker);
  return worker;
};
const waiting = async (): Promise<number> =>
  Number((await pool.query("select count(*)::int as n from graphile_worker._private_jobs")).rows[0].n);
const makeDue = () => pool.query("update graphile_worker._private_jobs set run_at = now() where locked_at is null");

test("a job of a rolled back transaction is not enqueued", async () => {
  await expect(
    db.transaction(async (tx) => {
      await jobs.enqueue(tx, probe, { n: 1 });
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await waiting()).toBe(0);
});

test("a committed job runs once within milliseconds, and leaves the queue", async () => {
  const seen: { n: number; at: number }[] = [];
  await work(async ({ n }) => {
    seen.push({ n, at: performance.now() });
    return "done";
  });
  await sleep(50);
  const waits: number[] = [];
  for (let n = 0; n < 9; n += 1) {
    await db.transaction((tx) => jobs.enqueue(tx, probe, { n }));
    const committed = performance.now();
    await vi.waitFor(() => expect(seen).toHaveLength(n + 1), { timeout: 5_000, interval: 2 });
    waits.push((seen[n]?.at ?? 0) - committed);
  }
  expect(seen.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(waits.toSorted((a, b) => a - b)[4]).toBeLessThan(50);
  await vi.waitFor(async () => expect(await waiting()).toBe(0));
});

test("two jobs with the same key are one job", async () => {
  await jobs.enqueue(db, probe, { n: 1 }, { key: "same" });
  await jobs.enqueue(db, probe, { n: 2 }, { key: "same" });
  expect(await waiting()).toBe(1);
});

test("a payload that violates its schema is not enqueued", async () => {
  await expect(jobs.enqueue(db, probe, { n: "x" } as never)).rejects.toThrow();
  expect(await waiting()).toBe(0);
});

test("a scheduled job waits for its time", async () => {
  const handle = vi.fn<() => Promise<"done">>(async () => "done");
  await work(handle);
  await jobs.enqueue(db, probe, { n: 1 }, { runAt: new Date(Date.now() + 3_600_000) });
  await jobs.enqueue(db, probe, { n: 2 });
  await vi.waitFor(() => expect(handle).toHaveBeenCalledTimes(1), { timeout: 5_000 });
  await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 5_000 });
  expect(handle).toHaveBeenCalledTimes(1);
});

test("a failed job is retried, up to its number of attempts", async () => {
  let tries = 0;
  const twice = { ...probe, name: "probe.twice", attempts: 2 };
  const registered = handles(twice, async () => {
    tries += 1;
    throw new Error("not yet");
  });
  workers.push(await startWorker({ pool, jobs: [registered], concurrency: 1, log }));
  await jobs.enqueue(db, twice, { n: 1 });
  for (const expected of [1, 2]) {
    await vi.waitFor(() => expect(tries).toBe(expected), { timeout: 8_000 });
    await vi.waitFor(async () =>
      expect((await pool.query("select locked_at from graphile_worker._private_jobs")).rows[0]?.locked_at).toBeNull(),
    );
    await makeDue();
  }
  await sleep(200);
  expect(tries).toBe(2);
});

test("a job that exceeds its time limit is aborted and fails", async () => {
  const listener = vi.fn<() => void>();
  const short = { ...probe, name: "probe.short", timeoutMs: 100 };
  const outcomes: string[] = [];
  const registered = handles(short, async (_payload, signal) => {
    signal.addEventListener("abort", listener);
    await sleep(60_000, undefined, { ref: false });
    return "done";
  });
  workers.push(
    await startWorker({ pool, jobs: [registered], concurrency: 1, log, onFinished: (_name, outcome) => outcomes.push(outcome) }),
  );
  await jobs.enqueue(db, short, { n: 1 });
  await vi.waitFor(() => expect(outcomes).toEqual(["failed"]), { timeout: 5_000 });
  expect(listener).toHaveBeenCalledOnce();
});

test("the job of a dead worker runs again; a live worker's long job does not", async () => {
  await jobs.enqueue(db, probe, { n: 1 });
  await pool.query(
    "update graphile_worker._private_jobs set locked_by = 'dead-worker', locked_at = now() - interval '1 minute', attempts = 1",
  );
  await pool.query("insert into worker_beats (id, seen_at) values ('dead-worker', now() - interval '1 minute')");
  const seen: number[] = [];
  const heartbeat = { everyMs: 100, deadAfterMs: 400 };
  await work(
    async ({ n }) => {
      seen.push(n);
      if (n === 2) await sleep(1_500);
      return "done";
    },
    { heartbeat },
  );
  await vi.waitFor(() => expect(seen).toEqual([1]), { timeout: 8_000 });
  await work(
    async ({ n }) => {
      seen.push(n);
      if (n === 2) await sleep(1_500);
      return "done";
    },
    { heartbeat },
  );
  await jobs.enqueue(db, probe, { n: 2 });
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 5_000 });
  expect(seen).toEqual([1, 2]);
});

test("a job whose result was not stored runs again; a running job does not", async () => {
  const seen: number[] = [];
  await work(
    async ({ n }) => {
      seen.push(n);
      if (n === 2) await sleep(1_500);
      return "done";
    },
    { heartbeat: { everyMs: 200, deadAfterMs: 60_000 } },
  );
  // Simulates what such a job leaves: a lock of a live worker that does not run it.
  await jobs.enqueue(db, probe, { n: 1 }, { runAt: new Date(Date.now() + 3_600_000) });
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now(), attempts = 1, locked_at = now(),
       locked_by = (select id from worker_beats where id like 'pool-%' order by seen_at desc limit 1)`,
  );
  await jobs.enqueue(db, probe, { n: 2 });
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 8_000 });
  expect(seen.toSorted((a, b) => a - b)).toEqual([1, 2]);
});

test("a worker that stops releases its running job", async () => {
  const started = vi.fn<() => void>();
  const slow = await work(async (_payload, signal) => {
    started();
    await sleep(60_000, undefined, { signal, ref: false });
    return "done";
  });
  await jobs.enqueue(db, probe, { n: 1 });
  await vi.waitFor(() => expect(started).toHaveBeenCalledOnce(), { timeout: 5_000 });
  const before = performance.now();
  await slow.stop();
  expect(performance.now() - before).toBeLessThan(8_000);
  const { rows } = await pool.query("select locked_by from graphile_worker._private_jobs");
  expect(rows).toEqual([{ locked_by: null }]);
});

test("periodic jobs are registered in the queue", async () => {
  const nightly = handles({ ...probe, name: "probe.nightly", payload: z.object({}) as never }, async () => "done", "15 3 * * *");
  workers.push(await startWorker({ pool, jobs: [nightly], concurrency: 1, log }));
  await vi.waitFor(async () =>
    expect((await pool.query("select identifier from graphile_worker._private_known_crontabs")).rows).toContainEqual({
      identifier: "probe.nightly",
    }),
  );
});

test("a final failure is stored with its reason and not retried, and a reschedule runs it again", async () => {
  const handle = vi.fn<JobHandler<{ n: number }>>().mockRejectedValueOnce(new FinalFailure("the disk is full")).mockResolvedValue("done");
  await work(handle);
  await db.transaction((tx) => jobs.enqueue(tx, probe, { n: 1 }));
  const job = async () =>
    (await pool.query("select id, attempts, max_attempts, last_error, locked_at from graphile_worker._private_jobs")).rows[0];
  await vi.waitFor(async () => expect(await job()).toMatchObject({ attempts: 1, max_attempts: 1, locked_at: null }));
  expect((await job()).last_error).toContain("the disk is full");
  await makeDue();
  await pool.query("select graphile_worker.reschedule_jobs(array[$1::bigint], run_at => now(), attempts => 0)", [(await job()).id]);
  // The worker polls every two seconds.
  await vi.waitFor(async () => expect(await waiting()).toBe(0), 10_000);
  expect(handle).toHaveBeenCalledTimes(2);
});
