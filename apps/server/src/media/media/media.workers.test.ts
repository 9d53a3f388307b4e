import fs from "node:fs";
import path from "node:path";
import { getVideo, type ClientResult } from "@stillreel/contract";
import { createTestApp, multipart, startServerProcess, video, type TestApp, type TestUser, type VideoRecipe } from "@stillreel/testing";
import pino from "pino";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { startWorker, type Worker } from "../../platform/jobs/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { makeVideoExtras, makeVideoRenditions } from "./index.ts";

type Item = ClientResult<typeof getVideo>;
const log = pino({ level: "silent" });
let t: TestApp;
let anna: TestUser;
let worker: Worker | null = null;

beforeEach(async () => {
  t = await createTestApp();
  anna = await t.user();
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
  await t.close();
});

async function uploaded(recipe: VideoRecipe): Promise<string> {
  const form = multipart({ fullFileName: "clip.mp4" }, { fileName: "clip.mp4", type: "video/mp4", bytes: await video(recipe) });
  const headers = { ...anna.headers, ...form.headers };
  const answer = await t.app.inject({ method: "POST", url: "/api/v1/workspace/personal/files/video", headers, payload: form.payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return (answer.json() as { data: Item }).data.id;
}
const get = async (itemId: string): Promise<Item> => (await t.call(getVideo, { params: { workspaceId: "personal", itemId } }, anna)).data();
const waiting = async () =>
  (
    await t.ports.pool.query<{ attempts: number; locked: boolean }>(
      "select attempts, locked_at is not null as locked from graphile_worker._private_jobs",
    )
  ).rows;

/** Runs the jobs of all modules in this process. Returns the outcome of each. */
async function work(): Promise<string[]> {
  const ended: string[] = [];
  const jobs = Object.values(t.modules).flatMap((module) => ("jobs" in module ? (module.jobs ?? []) : []));
  const heartbeat = { everyMs: 200, deadAfterMs: 2_000 };
  const onFinished = (name: string, outcome: string): void => void ended.push(`${name} ${outcome}`);
  worker = await startWorker({ pool: t.ports.pool, jobs, concurrency: 1, log, heartbeat, onFinished });
  return ended;
}

/** Creates a fake ffmpeg that never ends. Its mark is in the command line. */
function hanging(mark: string): { program: string; hasBegun(): boolean } {
  const program = path.join(t.dataDir, "hanging-ffmpeg");
  const encoders = ["V..... libx264", "A..... aac", "V..... png", "V..... gif", "A..... pcm_s16le"];
  const lines = [
    "#!/bin/sh",
    'case "$*" in',
    '*-version*) echo "ffmpeg version 7.0 of a test" ;;',
    `*-encoders*) ${encoders.map((line) => `echo " ${line} x"`).join("; ")} ;;`,
    `*) echo begun > "${program}.begun"; exec sleep ${mark} ;;`,
    "esac",
  ];
  fs.writeFileSync(program, `${lines.join("\n")}\n`, { mode: 0o755 });
  // An isolated program writes into its job's folder alone, so its process shows that it runs.
  return { program, hasBegun: () => fs.existsSync(`${program}.begun`) || commandLines().some((line) => line.includes(mark)) };
}

/** Returns the command lines of all processes on this machine. Empty where there is no `/proc`. */
function commandLines(): string[] {
  if (!fs.existsSync("/proc/self/cmdline")) return [];
  const pids = fs.readdirSync("/proc").filter((name) => /^\d+$/u.test(name));
  return pids.map((pid) => {
    try {
      return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
    } catch {
      // The process ended meanwhile.
      return "";
    }
  });
}

it("R21: a worker that is killed during a job leaves no process; another one completes the job", { timeout: 120_000 }, async () => {
  const itemId = await uploaded({ fragments: true, audio: null, seconds: 1 });
  const mark = `600.${process.pid}`;
  const { program, hasBegun } = hanging(mark);
  const database = t.ports.pool.options as never;
  const first = await startServerProcess({ dataDir: t.dataDir, database, env: { FFMPEG_PATH: program } });
  onTestFinished(() => first.kill());
  await vi.waitUntil(hasBegun, { timeout: 60_000, interval: 50 });
  expect(await waiting()).toEqual([{ attempts: 1, locked: true }]);
  await first.kill();
  await vi.waitUntil(() => !commandLines().some((line) => line.includes(mark)), { timeout: 5_000 });

  const ended = await work();
  await vi.waitUntil(async () => (await waiting()).length === 0, { timeout: 60_000, interval: 100 });
  // The periodic check for abandoned jobs may run within this minute.
  expect(ended.filter((line) => line.startsWith("media.make-"))).toEqual([
    `${makeVideoRenditions.name} done`,
    `${makeVideoExtras.name} done`,
  ]);
  expect(await get(itemId)).toMatchObject({ stage: "ready", progress: null, failure: null });
  // Files of the killed process stay until it is certain that they are unused.
  const left = (): string[] => fs.readdirSync(path.join(t.dataDir, "work")).filter((name) => name.startsWith("job-"));
  expect(left().length).toBe(1);
  t.clock.advance(25 * 3_600_000);
  await t.modules.media.sweep();
  expect(left()).toEqual([]);
});

it("R21: a job stops after five failed attempts; the owner gets the reason and the original", { timeout: 120_000 }, async () => {
  const itemId = await uploaded({ audio: null, seconds: 1 });
  const away = vi.spyOn(t.ports.storage, "stat").mockRejectedValue(new StorageError("unavailable", "away"));
  const ended = await work();
  for (let tries = 1; tries <= 5; tries += 1) {
    await vi.waitUntil(() => ended.filter((line) => line === `${makeVideoRenditions.name} failed`).length === tries, { timeout: 20_000 });
    await vi.waitUntil(async () => (await waiting()).every(({ locked }) => !locked));
    await t.ports.pool.query("update graphile_worker._private_jobs set run_at = now()");
    await t.ports.pool.query('notify "jobs:insert", \'{"r":1,"count":1}\'');
  }
  expect(await waiting()).toEqual([{ attempts: 5, locked: false }]);
  expect(await get(itemId)).toMatchObject({ stage: "processing", failure: null });
  away.mockRestore();
  const giveUp = t.modules.media.jobs?.find(({ definition }) => definition.name === "media.give-up");
  expect(await giveUp?.handle({} as never, AbortSignal.timeout(10_000))).toBe("done");
  const item = await get(itemId);
  expect(item).toMatchObject({ stage: "failed", progress: null, failure: expect.stringContaining("several times") });
  expect((await t.app.inject({ url: String(item.sourceUrl).replace(/^https?:\/\/[^/]+/u, "") })).statusCode).toBe(200);
  expect(await waiting()).toEqual([]);
});
