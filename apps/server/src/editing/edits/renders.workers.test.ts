import fs from "node:fs";
import path from "node:path";
import { cancelRender, getEdits, listVersions, renderEdits } from "@stillreel/contract";
import { createTestApp, startServerProcess, type TestApp } from "@stillreel/testing";
import pino from "pino";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { startWorker } from "../../platform/jobs/index.ts";
import { createStudio, type Studio } from "./edits.fixture.ts";
import { renderVideo } from "./renders.definitions.ts";
import { listLeftovers } from "./renders.fixture.ts";

let t: TestApp;
let studio: Studio;

beforeAll(async () => {
  t = await createTestApp();
  studio = await createStudio(t);
});
afterAll(() => t.close());

/** Creates a fake ffmpeg that never ends. Its mark is in the command line. */
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

/** Returns whether a process with this mark runs. */
function isRunning(mark: string): boolean {
  const pids = fs.readdirSync("/proc").filter((name) => /^\d+$/u.test(name));
  return pids.some((pid) => {
    try {
      return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(mark);
    } catch {
      // The process ended meanwhile.
      return false;
    }
  });
}

/** Starts a server whose video program never ends, and waits until it renders. */
async function startHangingServer(mark: string): Promise<Awaited<ReturnType<typeof startServerProcess>>> {
  const database = t.ports.pool.options as never;
  const server = await startServerProcess({ dataDir: t.dataDir, database, env: { FFMPEG_PATH: hanging(mark) } });
  onTestFinished(() => server.kill());
  await vi.waitUntil(() => isRunning(mark), { timeout: 120_000, interval: 50 });
  return server;
}

it.runIf(fs.existsSync("/proc/self/cmdline"))(
  "a render that is cancelled in one process stops in another, also while its program reports no progress",
  { timeout: 240_000 },
  async () => {
    const { id } = await studio.upload();
    await t.runJobs();
    await studio.save(id, { clips: [{ start: 0, end: 1 }] });
    await t.call(renderEdits, { params: { itemId: id }, body: { as: "same" } }, studio.owner);
    const mark = `602.${process.pid}`;
    await startHangingServer(mark);
    expect((await t.call(cancelRender, { params: { itemId: id }, query: {} }, studio.owner)).data()).toEqual({ isCancelled: true });
    await vi.waitUntil(() => !isRunning(mark), { timeout: 30_000, interval: 50 });
    await vi.waitUntil(async () => (await listLeftovers(t)).length === 0, { timeout: 30_000, interval: 50 });
    expect(await studio.get(id)).toMatchObject({ updating: null, duration: expect.closeTo(4, 1) as number });
    expect((await t.call(getEdits, { params: { itemId: id } }, studio.owner)).data().render).toBeNull();
    expect((await t.call(listVersions, { params: { itemId: id } }, studio.owner)).data().items).toHaveLength(1);
  },
);

it.runIf(fs.existsSync("/proc/self/cmdline"))(
  "R21: a server that is killed in mid-render leaves the old video; another one saves the edits, once",
  { timeout: 240_000 },
  async () => {
    const { id } = await studio.upload();
    await t.runJobs();
    await studio.save(id, { clips: [{ start: 0, end: 1 }] });
    expect((await t.call(renderEdits, { params: { itemId: id }, body: { as: "same" } }, studio.owner)).statusCode).toBe(202);
    const mark = `601.${process.pid}`;
    const first = await startHangingServer(mark);
    await first.kill();
    await vi.waitUntil(() => !isRunning(mark), { timeout: 10_000 });
    const present = await studio.get(id);
    expect(present).toMatchObject({ stage: "ready", duration: expect.closeTo(4, 1) as number });
    expect((await t.app.inject({ url: String(present.sourceUrl) })).statusCode).toBe(200);

    const ended: string[] = [];
    const jobs = Object.values(t.modules).flatMap((module) => ("jobs" in module ? (module.jobs ?? []) : []));
    const worker = await startWorker({
      pool: t.ports.pool,
      jobs,
      concurrency: 1,
      log: pino({ level: "silent" }),
      heartbeat: { everyMs: 200, deadAfterMs: 2_000 },
      onFinished: (name, outcome) => void ended.push(`${name} ${outcome}`),
    });
    onTestFinished(() => worker.stop());
    await vi.waitUntil(() => ended.some((line) => line.startsWith(renderVideo.name)), { timeout: 120_000, interval: 100 });
    expect(ended.filter((line) => line.startsWith(renderVideo.name))).toEqual([`${renderVideo.name} done`]);
    expect(await studio.get(id)).toMatchObject({ updating: null, duration: expect.closeTo(1, 1) as number });
    expect((await t.call(getEdits, { params: { itemId: id } }, studio.owner)).data().render).toBeNull();
    expect((await t.call(listVersions, { params: { itemId: id } }, studio.owner)).data().items).toHaveLength(2);
  },
);
