import { getEdits, listNotifications, listVersions, purgeVideo, putEdits, renderEdits, revertItem } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp } from "@stillreel/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { createStudio, type Studio } from "./edits.fixture.ts";
import { giveUpRenders, renderVideo } from "./renders.definitions.ts";
import { listLeftovers, onRendered } from "./renders.fixture.ts";

let t: TestApp;
let studio: Studio;

beforeAll(async () => {
  t = await createTestApp();
  studio = await createStudio(t);
});
afterAll(() => t.close());
afterEach(() => vi.restoreAllMocks());

const render = (itemId: string, as: "same" | "copy" = "same") => t.call(renderEdits, { params: { itemId }, body: { as } }, studio.owner);
const edits = async (itemId: string) => (await t.call(getEdits, { params: { itemId } }, studio.owner)).data();
const kinds = async (itemId: string) =>
  (await t.call(listVersions, { params: { itemId } }, studio.owner))
    .data()
    .items.map(({ kind, isShown }) => `${kind}${isShown ? " shown" : ""}`);
const clipOf = (start: number, end: number) => ({ clips: [{ start, end }] });

async function uploaded(): Promise<string> {
  const { id } = await studio.upload();
  await t.runJobs();
  return id;
}

const duringRender = (work: () => Promise<unknown>): void => onRendered(t, work);
const leftovers = () => listLeftovers(t);
const jobFailures = async () => (await t.runJobs()).failed;

describe("a render that is overtaken", () => {
  it("by another one before it begins: the newer wins", async () => {
    const id = await uploaded();
    await studio.save(id, clipOf(0, 1));
    const first = (await render(id)).data();
    await studio.save(id, clipOf(0, 2));
    const second = (await render(id)).data();
    expect(first.jobId).not.toBe(second.jobId);
    expect(await jobFailures()).toEqual([]);
    expect((await studio.get(id)).duration).toBeCloseTo(2, 1);
    expect(await kinds(id)).toEqual(["edit shown", "original"]);
    expect(await leftovers()).toEqual([]);
  });

  it("by another one while it runs: the newer wins, and nothing of the older one is left", async () => {
    const id = await uploaded();
    await studio.save(id, clipOf(0, 1));
    await render(id);
    duringRender(async () => {
      await studio.save(id, clipOf(0, 3));
      await render(id);
    });
    expect(await jobFailures()).toEqual([]);
    expect((await studio.get(id)).duration).toBeCloseTo(3, 1);
    expect(await kinds(id)).toEqual(["edit shown", "original"]);
    expect(await leftovers()).toEqual([]);
  });

  it("by a change of the draft shows what was saved, and retains the newer draft", async () => {
    const id = await uploaded();
    await studio.save(id, clipOf(0, 1));
    await render(id);
    duringRender(() => studio.save(id, clipOf(1, 3)));
    expect(await jobFailures()).toEqual([]);
    expect(await edits(id)).toMatchObject({ version: 2, shown: clipOf(0, 1), document: clipOf(1, 3), render: null });
  });

  it("by a revert does not come back", async () => {
    const id = await uploaded();
    await studio.save(id, clipOf(0, 1));
    await render(id);
    await t.runJobs();
    await studio.save(id, clipOf(0, 2));
    await render(id);
    duringRender(() => t.call(revertItem, { params: { itemId: id } }, studio.owner));
    expect(await jobFailures()).toEqual([]);
    expect(await studio.get(id)).toMatchObject({ updating: null, duration: expect.closeTo(4, 1) as number });
    expect(await kinds(id)).toEqual(["edit", "original shown"]);
    expect(await leftovers()).toEqual([]);
  });

  it("by the deletion of its video leaves nothing", async () => {
    const id = await uploaded();
    await studio.save(id, clipOf(0, 1));
    await render(id);
    const copy = (await render(id, "copy")).data();
    duringRender(() => t.call(purgeVideo, { params: { workspaceId: studio.teamId }, query: { videoId: id } }, studio.owner));
    await t.runJobs();
    await t.runJobs();
    expect(await leftovers()).toEqual([]);
    expect(await studio.get(copy.itemId)).toMatchObject({ stage: "failed", failure: expect.stringMatching(/deleted/u) as string });
  });
});

describe("a render that fails", () => {
  it("because a joined video was deleted meanwhile: the video stays, and the reason is given", async () => {
    const [id, other] = [await uploaded(), await uploaded()];
    await studio.save(id, ({ clips }) => ({ clips: [...clips, { start: 0, end: 1, itemId: other }] }));
    await render(id);
    const before = await studio.get(id);
    duringRender(() => t.call(purgeVideo, { params: { workspaceId: studio.teamId }, query: { videoId: other } }, studio.owner));
    expect(await jobFailures()).toHaveLength(1);
    expect((await edits(id)).render).toMatchObject({
      state: "failed",
      reason: expect.stringMatching(/joined video or image was changed or deleted/u) as string,
    });
    expect(await studio.get(id)).toMatchObject({ stage: "ready", updating: null, size: before.size, duration: before.duration });
    const { items } = (await t.call(listNotifications, {}, studio.owner)).data();
    expect(items[0]).toMatchObject({ kind: "job-failed", job: "render" });
    expect(await leftovers()).toEqual([]);
    // The draft stays, and can be corrected and saved.
    expectError(await render(id), "validation-failed");
    await studio.save(id, clipOf(0, 1));
    await render(id);
    expect(await jobFailures()).toEqual([]);
    expect((await edits(id)).render).toBeNull();
  });

  it("because a joined video was replaced since the request", async () => {
    const [id, other] = [await uploaded(), await uploaded()];
    await studio.save(other, clipOf(0, 2));
    await studio.save(id, ({ clips }) => ({ clips: [...clips, { start: 0, end: 1, itemId: other }] }));
    await render(id);
    await t.ports.pool.query("update video_renders set joined = jsonb_build_object($2::text, $3::text) where item_id = $1", [
      id,
      other,
      id,
    ]);
    expect(await jobFailures()).toHaveLength(1);
    expect((await edits(id)).render?.reason).toMatch(/joined/u);
  });

  it("because the disk is full: the video stays, and the next one succeeds", async () => {
    const id = await uploaded();
    await studio.save(id, clipOf(0, 1));
    await render(id);
    duringRender(() => Promise.reject(new StorageError("no-space", "full")));
    expect(await jobFailures()).toHaveLength(1);
    expect((await edits(id)).render).toMatchObject({ state: "failed", reason: expect.stringMatching(/disk is full/u) as string });
    expect(await studio.get(id)).toMatchObject({ stage: "ready", updating: null, duration: expect.closeTo(4, 1) as number });
    expect(await leftovers()).toEqual([]);
    await render(id);
    expect(await jobFailures()).toEqual([]);
    expect((await studio.get(id)).duration).toBeCloseTo(1, 1);
  });

  it("because the quota is used up", async () => {
    const id = await uploaded();
    await studio.save(id, clipOf(0, 1));
    const { size } = await studio.get(id);
    await t.ports.pool.query("update users set quota_bytes = $2 where id = $1", [studio.owner.id, size + 10]);
    t.clock.advance(5_000);
    await render(id);
    expect(await jobFailures()).toHaveLength(1);
    expect((await edits(id)).render?.reason).toMatch(/storage is too full/u);
    await t.ports.pool.query("update users set quota_bytes = null where id = $1", [studio.owner.id]);
    t.clock.advance(5_000);
    expect(await leftovers()).toEqual([]);
  });

  it("because the store is away is repeated, and given up after its attempts", async () => {
    const id = await uploaded();
    await studio.save(id, clipOf(0, 1));
    await render(id);
    duringRender(() => Promise.reject(new StorageError("unavailable", "away")));
    expect(await jobFailures()).toHaveLength(1);
    expect((await edits(id)).render).toMatchObject({ state: "running", reason: null });
    await t.ports.pool.query("update graphile_worker._private_jobs set run_at = now() - interval '1 minute', attempts = max_attempts");
    const giveUp = t.modules.edits.jobs?.find(({ definition }) => definition.name === giveUpRenders.name);
    expect(await giveUp?.handle({} as never, AbortSignal.timeout(10_000))).toBe("done");
    expect((await edits(id)).render).toMatchObject({ state: "failed", reason: expect.stringMatching(/several times/u) as string });
    expect(await leftovers()).toEqual([]);
  });

  it("in its first attempt and succeeds in the second", async () => {
    const id = await uploaded();
    await studio.save(id, clipOf(0, 1));
    const { jobId } = (await render(id)).data();
    duringRender(() => Promise.reject(new StorageError("unavailable", "away")));
    await jobFailures();
    const job = t.modules.edits.jobs?.find(({ definition }) => definition.name === renderVideo.name);
    expect(await job?.handle({ renderId: jobId, targetId: id } as never, AbortSignal.timeout(60_000))).toBe("done");
    expect((await studio.get(id)).duration).toBeCloseTo(1, 1);
    expect(await kinds(id)).toEqual(["edit shown", "original"]);
  });

  it("is refused without edits, and for a draft that was changed", async () => {
    const id = await uploaded();
    expectError(await render(id), "validation-failed");
    const version = await studio.save(id, clipOf(0, 1));
    const answer = await t.call(renderEdits, { params: { itemId: id }, body: { as: "same", version: version - 1 } }, studio.owner);
    expectError(answer, "edit-conflict");
    expectError(
      await t.call(putEdits, { params: { itemId: id }, body: { version: 0, document: (await edits(id)).document } }, studio.owner),
      "edit-conflict",
    );
  });
});
