import fs from "node:fs";
import path from "node:path";
import { getVideo, type ClientResult } from "@stillreel/contract";
import {
  createTestApp,
  expectData,
  multipart,
  startServerProcess,
  video,
  type ServerProcess,
  type TestApp,
  type TestUser,
} from "@stillreel/testing";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

type Item = ClientResult<typeof getVideo>;
const MAX_ATTEMPTS = 5;
let t: TestApp;
let anna: TestUser;
let itemId: string;
const processes: ServerProcess[] = [];

beforeEach(async () => {
  t = await createTestApp();
  anna = await t.user();
  const bytes = await video({ fragments: true, audio: null, seconds: 1 });
  const form = multipart({ fullFileName: "clip.mp4" }, { fileName: "clip.mp4", type: "video/mp4", bytes });
  const headers = { ...anna.headers, ...form.headers };
  const answer = await t.app.inject({ method: "POST", url: "/api/v1/workspace/personal/files/video", headers, payload: form.payload });
  itemId = expectData<Item>(answer, 201).id;
});
afterEach(async () => {
  for (const one of processes.splice(0)) await one.kill();
  await t.close();
});

const get = async (): Promise<Item> => (await t.call(getVideo, { params: { workspaceId: "personal", itemId } }, anna)).data();
const attempts = async (): Promise<number> =>
  Number((await t.ports.pool.query("select coalesce(max(attempts), 0)::int as n from graphile_worker._private_jobs")).rows[0].n);
const isRunning = async (attempt: number): Promise<boolean> =>
  (await t.ports.pool.query("select 1 from graphile_worker._private_jobs where attempts = $1 and locked_at is not null", [attempt]))
    .rowCount === 1;

/** Creates an ffmpeg that never ends, as one that a poisonous file blocks. Its mark is in the command line of what it runs. */
function hanging(mark: string): string {
  const program = path.join(t.dataDir, "hanging-ffmpeg");
  const encoders = ["V..... libx264", "A..... aac", "V..... png", "V..... gif", "A..... pcm_s16le"];
  const lines = [
    "#!/bin/sh",
    'case "$*" in',
    '*-version*) echo "ffmpeg version 7.0 of a test" ;;',
    `*-encoders*) ${encoders.map((line) => `echo " ${line} x"`).join("; ")} ;;`,
    `*) exec sleep ${mark} ;;`,
    "esac",
  ];
  fs.writeFileSync(program, `${lines.join("\n")}\n`, { mode: 0o755 });
  return program;
}

/** Returns whether a process with the mark in its command line exists. */
const exists = (mark: string): boolean =>
  fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .some((pid) => {
      try {
        return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(mark);
      } catch {
        return false; // The process ended meanwhile.
      }
    });

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  // The silence after which the jobs of a killed process are free has passed.
  await t.ports.pool.query("update worker_beats set seen_at = now() - interval '1 minute'");
  await t.ports.pool.query(
    "update graphile_worker._private_jobs set run_at = least(run_at, now()), locked_at = case when locked_at is not null then now() - interval '1 minute' end",
  );
  const started = await startServerProcess({ dataDir: t.dataDir, database: t.ports.pool.options as never, env });
  processes.push(started);
  return started;
}

/** Starts a process, and kills it while its ffmpeg works on the video. */
async function killDuringJob(attempt: number): Promise<void> {
  const mark = `60${attempt}.${process.pid}`;
  const victim = await start({ FFMPEG_PATH: hanging(mark) });
  await vi.waitUntil(async () => (await isRunning(attempt)) && exists(mark), { timeout: 60_000, interval: 50 });
  await victim.kill();
  // Programs end with their server.
  await vi.waitUntil(() => !exists(mark), { timeout: 10_000, interval: 50 });
}

it("R21: a job whose worker is killed three times is completed once by the next one", async () => {
  for (const attempt of [1, 2, 3]) await killDuringJob(attempt);
  await start();
  await vi.waitUntil(async () => (await get()).stage === "ready", { timeout: 120_000, interval: 200 });
  await vi.waitUntil(async () => (await t.ports.pool.query("select 1 from graphile_worker._private_jobs")).rowCount === 0, {
    timeout: 60_000,
    interval: 200,
  });
  const { rows } = await t.ports.pool.query("select kind, count(*)::int as n from renditions where item_id = $1 group by kind", [itemId]);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
});

it("R21: a job that ends its worker five times is not tried again, and the owner gets the reason", async () => {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) await killDuringJob(attempt);
  const mark = `609.${process.pid}`;
  await start({ FFMPEG_PATH: hanging(mark) });
  // The next worker marks the item instead of running the job.
  const giveUp = t.modules.media.jobs?.find(({ definition }) => definition.name === "media.give-up");
  await vi.waitFor(
    async () => {
      await giveUp?.handle({} as never, AbortSignal.timeout(10_000));
      expect(await get()).toMatchObject({ stage: "failed", failure: expect.stringContaining("several times") });
    },
    { timeout: 60_000, interval: 1_000 },
  );
  expect(exists(mark)).toBe(false);
  expect(await attempts()).toBeLessThanOrEqual(MAX_ATTEMPTS);
  const original = String((await get()).sourceUrl).replace(/^https?:\/\/[^/]+/u, "");
  expect((await t.app.inject({ url: original })).statusCode).toBe(200);
});
