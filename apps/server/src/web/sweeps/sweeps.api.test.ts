import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { deleteItems, trashItems } from "@stillreel/contract";
import { createTestApp, runDueJobs, type TestApp } from "@stillreel/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Sweeper } from "../../platform/module.ts";
import type { Storage } from "../../platform/ports/storage.port.ts";
import { createDiskStorage } from "../../platform/ports/storage/index.ts";
import { createSweepers, sweepNightly } from "./index.ts";
import { createSweepJobs } from "./sweeps.jobs.ts";

/** Returns a store on disk, removed after the test, and its folder. */
function diskStore(): { storage: Storage; root: string } {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-sweeps-"));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  return { storage: createDiskStorage({ root, fsync: false }), root };
}

/** Inserts rows of month-old blobs without objects, beside the queue. */
const insertBlobs = (test: TestApp, count: number) =>
  test.ports.pool.query(
    `insert into blobs (id, storage_key, sha256, size_bytes, mime_type, created_at)
     select gen_random_uuid(), 'b/no/ne/' || n, '\\x00', 1, 'image/png', now() - interval '30 days' from generate_series(1, $1::int) n`,
    [count],
  );
const waitingJobs = async (test: TestApp): Promise<string[]> => {
  const { rows } = await test.ports.pool.query<{ name: string }>(
    "select t.identifier as name from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by j.priority, j.id",
  );
  return rows.map(({ name }) => name);
};

describe("the nightly sweeps", () => {
  it("are a job each, those that read everything last", async () => {
    await using test = await createTestApp();
    await test.ports.jobs.enqueue(test.ports.db, sweepNightly, {});
    const { done, failed } = await test.runJobs();
    expect(failed).toEqual([]);
    expect(done[0]).toBe("sweeps.run-nightly");
    expect(done.slice(1, -5)).toContain("sweeps.purge-trash");
    expect(done.slice(-5)).toEqual([
      "sweeps.repair-counts",
      "sweeps.fill-workspaces",
      "sweeps.delete-unneeded-blobs",
      "sweeps.delete-orphaned-objects",
      "sweeps.report-missing-objects",
    ]);
    expect(new Set(done).size).toBe(done.length);
  });

  it("do not delay the trash while the check of all blobs waits for a slow store", async () => {
    const { storage } = diskStore();
    const gate = Promise.withResolvers<void>();
    const asked = vi.fn<(key: string) => void>();
    const slow: Storage = {
      ...storage,
      stat: async (key) => {
        if (key.startsWith("b/no/")) {
          asked(key);
          await gate.promise;
        }
        return storage.stat(key);
      },
    };
    await using test = await createTestApp({ ports: { storage: slow } });
    const user = await test.user();
    const item = await test.image(user);
    await test.runJobs();
    await insertBlobs(test, 100);
    const sweep = test.modules.sweeps.jobs?.find(({ definition }) => definition.name === "sweeps.report-missing-objects");
    if (!sweep) throw new Error("There is no such sweep.");
    await test.ports.jobs.enqueue(test.ports.db, sweep.definition, { cursor: null, count: 0 });
    await test.startWorker();
    await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThanOrEqual(32), { timeout: 20_000 });
    const where = { params: { workspaceId: "personal" } };
    (await test.call(trashItems, { ...where, body: { itemIds: [item.id] } }, user)).data();
    (await test.call(deleteItems, { ...where, body: { all: true, from: { view: "trash" } } }, user)).data();
    const left = async () => (await test.ports.pool.query("select from blobs where storage_key not like 'b/no/%'")).rowCount;
    await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 20_000 });
    // The sweep has sent as many concurrent requests as it may, and still waits for the first answer.
    expect(asked).toHaveBeenCalledTimes(32);
    expect(await waitingJobs(test)).toContain("sweeps.report-missing-objects");
    gate.resolve();
    await vi.waitFor(async () => expect(await waitingJobs(test)).toEqual([]), { timeout: 20_000 });
    expect(asked).toHaveBeenCalledTimes(100);
  }, 60_000);

  it("end a slice at its limit and continue at its cursor, also after errors and after the last attempt", async () => {
    await using test = await createTestApp();
    const pages: (string | null)[] = [];
    let isBroken = false;
    const numbers: Sweeper = {
      name: "count-numbers",
      isLarge: true,
      run: async (_signal, cursor) => {
        if (isBroken && cursor === "4") throw new Error("The store is unavailable.");
        pages.push(cursor);
        const next = Number(cursor ?? 0) + 1;
        return { count: 1, next: next === 7 ? null : String(next) };
      },
    };
    const logged = vi.spyOn(test.ports.log, "info");
    const jobs = createSweepJobs(test.ports, [numbers], { ms: 60_000, pages: 2 });
    const run = () => runDueJobs(test.ports.pool, jobs, test.clock.now());
    const start = () => test.ports.jobs.enqueue(test.ports.db, sweepNightly, {});
    isBroken = true;
    await start();
    expect(await run()).toMatchObject({ failed: [{ name: "sweeps.count-numbers" }] });
    expect(pages).toEqual([null, "1", "2", "3"]);
    // The next night does not start a second sweep while one waits.
    await start();
    await run();
    expect(await waitingJobs(test)).toEqual(["sweeps.count-numbers"]);
    expect(pages).toHaveLength(4);
    // After its last attempt, the next night continues at the cursor.
    await test.ports.pool.query("update graphile_worker._private_jobs set attempts = max_attempts, run_at = now() + interval '1 day'");
    isBroken = false;
    await start();
    expect((await run()).failed).toEqual([]);
    expect(pages).toEqual([null, "1", "2", "3", "4", "5", "6"]);
    expect(logged).toHaveBeenCalledWith({ sweeper: "count-numbers", count: 7 }, "swept");
    expect(await waitingJobs(test)).toEqual([]);
  });

  it("report each missing object once over several pages", async () => {
    await using test = await createTestApp();
    await insertBlobs(test, 2_100);
    const sweepers = createSweepers(test.ports).filter(({ name }) => name === "report-missing-objects");
    const reported = vi.spyOn(test.ports.log, "error");
    const jobs = createSweepJobs(test.ports, sweepers, { ms: 60_000, pages: 1 });
    await test.ports.jobs.enqueue(test.ports.db, sweepNightly, {});
    const { done, failed } = await runDueJobs(test.ports.pool, jobs, test.clock.now());
    expect(failed).toEqual([]);
    expect(done.filter((name) => name === "sweeps.report-missing-objects")).toHaveLength(3);
    const keys = reported.mock.calls.map(([fields]) => (fields as unknown as { storageKey: string }).storageKey);
    expect([keys.length, new Set(keys).size]).toEqual([2_100, 2_100]);
  });

  it("delete the objects without a row over several pages, and no others", async () => {
    const { storage, root } = diskStore();
    await using test = await createTestApp({ ports: { storage } });
    const user = await test.user();
    await test.image(user);
    await test.runJobs();
    const { rows } = await test.ports.pool.query<{ key: string }>("select storage_key as key from blobs");
    const known = rows.map(({ key }) => key).sort();
    const shelf = path.join(root, "b", "zz", "orphans");
    fs.mkdirSync(shelf, { recursive: true });
    for (let n = 0; n < 1_500; n += 1) fs.writeFileSync(path.join(shelf, `o${n}`), "x");
    const sweepers = createSweepers(test.ports, -60_000).filter(({ name }) => name === "delete-orphaned-objects");
    const jobs = createSweepJobs(test.ports, sweepers, { ms: 60_000, pages: 1 });
    await test.ports.jobs.enqueue(test.ports.db, sweepNightly, {});
    expect((await runDueJobs(test.ports.pool, jobs, test.clock.now())).done).toHaveLength(3);
    const left: string[] = [];
    for await (const { key } of storage.list("b/")) left.push(key);
    expect(left).toEqual(known);
  });
});
