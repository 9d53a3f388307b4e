import { cancelRender, getEdits, getVideo, listVersions, renderEdits } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp } from "@stillreel/testing";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { createStudio, type Studio } from "./edits.fixture.ts";
import { listLeftovers, onRendered } from "./renders.fixture.ts";

let t: TestApp;
let studio: Studio;

beforeAll(async () => {
  t = await createTestApp();
  studio = await createStudio(t);
});
afterAll(() => t.close());
afterEach(() => vi.restoreAllMocks());

const render = async (itemId: string, as: "same" | "copy" = "same") =>
  (await t.call(renderEdits, { params: { itemId }, body: { as } }, studio.owner)).data();
const cancel = (itemId: string, jobId?: string, user = studio.owner) =>
  t.call(cancelRender, { params: { itemId }, query: { jobId } }, user);
const edits = async (itemId: string) => (await t.call(getEdits, { params: { itemId } }, studio.owner)).data();
const versions = async (itemId: string) =>
  (await t.call(listVersions, { params: { itemId } }, studio.owner)).data().items.map(({ kind, isShown }) => [kind, isShown]);

/** Returns what a cancelled save leaves as it was. */
async function present(itemId: string) {
  const { updating, duration, size, stage } = await studio.get(itemId);
  const { version, document, shown, render: running } = await edits(itemId);
  return { updating, duration, size, stage, version, document, shown, running, versions: await versions(itemId) };
}

/** Creates a video with a draft that is not saved. */
async function drafted(): Promise<string> {
  const id = await studio.film();
  await studio.save(id, { clips: [{ start: 0, end: 1 }] });
  return id;
}

/** Waits until this many statements wait for a lock. */
const waitsForLock = (count: number) =>
  vi.waitUntil(
    async () => {
      const { rows } = await t.ports.pool.query<{ count: number }>(
        "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return (rows[0]?.count ?? 0) >= count;
    },
    { timeout: 60_000, interval: 20 },
  );

it("before it begins leaves everything as it was, and saving again works", async () => {
  const id = await drafted();
  const before = await present(id);
  await render(id);
  expect((await studio.get(id)).updating).toBe(0);
  expect((await cancel(id)).data()).toEqual({ isCancelled: true });
  expect(await present(id)).toEqual(before);
  expect((await t.runJobs()).failed).toEqual([]);
  expect(await present(id)).toEqual(before);
  expect((await cancel(id)).data()).toEqual({ isCancelled: false });
  await render(id);
  expect((await t.runJobs()).failed).toEqual([]);
  expect((await studio.get(id)).duration).toBeCloseTo(1, 1);
});

it("while it runs stops its job and leaves no file", async () => {
  const id = await drafted();
  const before = await present(id);
  const objects = async () => (await t.ports.pool.query("select id from blobs order by id")).rows;
  const stored = await objects();
  const { jobId } = await render(id);
  let answer: unknown;
  onRendered(t, async () => {
    expect((await edits(id)).render).toMatchObject({ state: "running", jobId });
    answer = (await cancel(id, jobId)).data();
  });
  expect((await t.runJobs()).failed).toEqual([]);
  expect(answer).toEqual({ isCancelled: true });
  expect(await present(id)).toEqual(before);
  expect(await objects()).toEqual(stored);
  expect(await listLeftovers(t)).toEqual([]);
});

it("of a copy deletes its item", async () => {
  const id = await drafted();
  const { jobId, itemId } = await render(id, "copy");
  // Without a job, only a render into the link is cancelled.
  expect((await cancel(id)).data()).toEqual({ isCancelled: false });
  expect((await cancel(id, jobId)).data()).toEqual({ isCancelled: true });
  expectError(await t.call(getVideo, { params: { workspaceId: studio.teamId, itemId } }, studio.owner), "not-found");
  expect((await t.runJobs()).failed).toEqual([]);
  expect((await edits(id)).render).toBeNull();
  expect(await listLeftovers(t)).toEqual([]);
});

it("is refused without write permission, and for a render of another video", async () => {
  const [id, other] = [await drafted(), await drafted()];
  const { jobId } = await render(id);
  expectError(await cancel(id, jobId, studio.viewer), "forbidden");
  expectError(await cancel(id, jobId, studio.outsider), "not-found");
  expect((await cancel(other, jobId)).data()).toEqual({ isCancelled: false });
  expect((await edits(id)).render).toMatchObject({ jobId });
  expect((await cancel(id, jobId, studio.member)).data()).toEqual({ isCancelled: true });
});

it.each(["the save", "the cancellation"] as const)("at the same time as its end: when %s comes first, only that happens", async (first) => {
  const id = await drafted();
  const before = await present(id);
  await render(id);
  const gate = await t.ports.pool.connect();
  let answer: ReturnType<typeof cancel> | undefined;
  const lock = async (): Promise<void> => {
    await gate.query("begin");
    await gate.query("select id from items where id = $1 for update", [id]);
    if (first === "the save") return;
    answer = cancel(id);
    await waitsForLock(1);
  };
  let isLocked: (() => void) | undefined;
  const locked = new Promise<void>((resolve) => (isLocked = resolve));
  onRendered(t, async () => {
    await lock();
    isLocked?.();
  });
  const jobs = t.runJobs();
  await locked;
  try {
    await waitsForLock(first === "the save" ? 1 : 2);
    if (first === "the save") {
      answer = cancel(id);
      await waitsForLock(2);
    }
  } finally {
    await gate.query("commit");
    gate.release();
  }
  expect((await jobs).failed).toEqual([]);
  expect((await answer)?.data()).toEqual({ isCancelled: first === "the cancellation" });
  if (first === "the cancellation") expect(await present(id)).toEqual(before);
  else
    expect(await present(id)).toMatchObject({
      updating: null,
      duration: expect.closeTo(1, 1) as number,
      running: null,
      versions: [
        ["edit", true],
        ["original", false],
      ],
    });
  expect(await listLeftovers(t)).toEqual([]);
});
