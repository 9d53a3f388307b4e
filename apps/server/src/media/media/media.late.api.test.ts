import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getVideo, type ClientResult } from "@stillreel/contract";
import { createTestApp, multipart, video, type TestApp, type TestUser, type VideoRecipe } from "@stillreel/testing";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { completeVideos, makeVideoExtras, makeVideoRenditions } from "./index.ts";

type Item = ClientResult<typeof getVideo>;
let t: TestApp;
let anna: TestUser;

beforeEach(async () => {
  t = await createTestApp();
  anna = await t.user();
});
afterEach(() => t.close());

async function uploaded(recipe: VideoRecipe): Promise<string> {
  const form = multipart({ fullFileName: "clip.mp4" }, { fileName: "clip.mp4", type: "video/mp4", bytes: await video(recipe) });
  const headers = { ...anna.headers, ...form.headers };
  const answer = await t.app.inject({ method: "POST", url: "/api/v1/workspace/personal/files/video", headers, payload: form.payload });
  expect(answer.statusCode, answer.body).toBe(201);
  await t.runJobs();
  return (answer.json() as { data: Item }).data.id;
}
/** Reduces a video to the state of the release before storyboards: the file and its poster. */
async function aged(itemId: string, playbackToo = true): Promise<void> {
  await t.ports.pool.query(
    `delete from renditions where item_id = $1 and kind not in ('poster', 'thumbnail-small', 'thumbnail-large')${playbackToo ? "" : " and kind <> 'playback'"}`,
    [itemId],
  );
  await t.ports.pool.query(
    `update items set storyboard_key = null, storyboard = null, video_facts = video_facts - 'universal'
      ${playbackToo ? ", playback_key = null, playback_mime_type = null" : ""} where id = $1`,
    [itemId],
  );
}
const kindsOf = async (itemId: string): Promise<string[]> =>
  (await t.ports.pool.query<{ kind: string }>("select kind from renditions where item_id = $1 order by kind", [itemId])).rows.map(
    ({ kind }) => kind,
  );
const queue = async () =>
  (
    await t.ports.pool.query<{ name: string; priority: number; payload: object }>(
      `select task.identifier as name, job.priority, job.payload from graphile_worker._private_jobs job
        join graphile_worker._private_tasks task on task.id = job.task_id order by job.priority, job.id`,
    )
  ).rows;
const begin = (): Promise<void> => t.ports.jobs.enqueue(t.ports.db, completeVideos, {});
const jobOf = (name: string) => t.modules.media.jobs?.find(({ definition }) => definition.name === name);

it("old videos get their missing renditions once, after all other jobs", { timeout: 120_000 }, async () => {
  const [fragmented, vp9, whole] = [
    await uploaded({ fragments: true, seconds: 1 }),
    await uploaded({ container: "webm", video: "libvpx-vp9", audio: "libopus", seconds: 1 }),
    await uploaded({ fastStart: true, audio: null, seconds: 1 }),
  ];
  const before = await Promise.all([fragmented, vp9].map(kindsOf));
  await aged(fragmented);
  await aged(vp9);
  await begin();
  await jobOf(completeVideos.name)?.handle({} as never, AbortSignal.timeout(10_000));
  const enqueued = (await queue()).filter(({ name }) => name === makeVideoRenditions.name);
  expect(enqueued.map(({ payload }) => payload)).toEqual([fragmented, vp9].toSorted().map((itemId) => ({ itemId, late: true })));
  expect(enqueued.every(({ priority }) => priority > 0)).toBe(true);
  const report = await t.runJobs();
  expect(report.failed).toEqual([]);
  expect(await Promise.all([fragmented, vp9].map(kindsOf))).toEqual(before);
  for (const itemId of [fragmented, vp9, whole]) {
    const item = (await t.call(getVideo, { params: { workspaceId: "personal", itemId } }, anna)).data();
    expect(item).toMatchObject({ stage: "ready", failure: null, progress: null });
    expect(item.storyboard).not.toBeNull();
    expect(await t.modules.media.universal(itemId)).toMatchObject({ mimeType: "video/mp4" });
  }
  // A second pass finds no incomplete video, and running the same job twice has no effect the second time.
  await begin();
  const again = await t.runJobs();
  expect(again.done).toEqual([completeVideos.name]);
  await t.ports.jobs.enqueue(t.ports.db, makeVideoRenditions, { itemId: vp9, late: true });
  expect(await t.runJobs()).toMatchObject({ done: [], skipped: [makeVideoRenditions.name] });
});

it("an old video that cannot be processed remains ready", { timeout: 120_000 }, async () => {
  const itemId = await uploaded({ fastStart: true, audio: null, seconds: 1 });
  await aged(itemId);
  const { rows } = await t.ports.pool.query("select b.storage_key from items i join blobs b on b.id = i.blob_id where i.id = $1", [itemId]);
  await t.ports.storage.delete(rows[0].storage_key as string);
  await begin();
  expect((await t.runJobs()).failed).toEqual([]);
  const item = (await t.call(getVideo, { params: { workspaceId: "personal", itemId } }, anna)).data();
  expect(item).toMatchObject({ stage: "ready", failure: null, progress: null });
  expect(await queue()).toEqual([]);
});

it("continues from its position in batches, each after the previous one is finished", async () => {
  await t.image(anna);
  const itemIds = await Promise.all(Array.from({ length: 45 }, async () => (await t.image(anna)).id));
  await t.runJobs();
  await t.ports.pool.query("update items set type = 'video', duration_ms = 1000 where id = any($1)", [itemIds]);
  const complete = async (payload: object) => jobOf(completeVideos.name)?.handle(payload as never, AbortSignal.timeout(10_000));
  const waiting = async () => (await queue()).filter(({ name }) => name === makeVideoRenditions.name).map(({ payload }) => payload);
  const asked = itemIds.toSorted().map((itemId) => ({ itemId, late: true }));
  await complete({});
  expect(await waiting()).toEqual(asked.slice(0, 20));
  const after = { after: asked[19]?.itemId };
  expect((await queue()).filter(({ name }) => name === completeVideos.name).map(({ payload }) => payload)).toEqual([after]);
  // A job killed after its commit runs again from its old position without queueing anything twice.
  await complete({});
  expect(await waiting()).toEqual(asked.slice(0, 20));
  await complete(after);
  expect(await waiting()).toEqual(asked.slice(0, 20));
  await t.ports.pool.query("delete from graphile_worker._private_jobs");
  await complete(after);
  expect(await waiting()).toEqual(asked.slice(20, 40));
  await t.ports.pool.query("delete from graphile_worker._private_jobs");
  await complete({ after: asked[39]?.itemId });
  expect(await waiting()).toEqual(asked.slice(40));
  expect((await queue()).map(({ name }) => name)).not.toContain(completeVideos.name);
});

it("yields to the job of a new video, and runs again later", { timeout: 120_000 }, async () => {
  const [old, fresh] = [
    await uploaded({ container: "webm", video: "libvpx-vp9", audio: null, seconds: 1 }),
    await uploaded({ audio: null, seconds: 1 }),
  ];
  await aged(old);
  await aged(fresh, false);
  const extras = jobOf(makeVideoExtras.name);
  const stat = t.ports.storage.stat.bind(t.ports.storage);
  const reached = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  vi.spyOn(t.ports.storage, "stat").mockImplementation(async (key) => {
    reached.resolve();
    await going.promise;
    return stat(key);
  });
  const late = extras?.handle({ itemId: old, late: true } as never, AbortSignal.timeout(60_000));
  await reached.promise;
  const others = [fresh, fresh].map(async (itemId) => extras?.handle({ itemId } as never, AbortSignal.timeout(60_000)));
  await vi.waitFor(async () => expect((await queue()).length).toBeGreaterThan(0), { timeout: 10_000 });
  going.resolve();
  expect(await late).toEqual({ skipped: expect.stringContaining("comes again") });
  await Promise.all(others);
  const again = await queue();
  expect(again.filter(({ payload }) => "late" in payload)).toEqual([
    { name: makeVideoExtras.name, payload: { itemId: old, late: true }, priority: expect.any(Number) },
  ]);
  vi.restoreAllMocks();
  t.clock.advance(120_000);
  expect((await t.runJobs()).failed).toEqual([]);
  expect(await t.modules.media.universal(old)).toMatchObject({ mimeType: "video/mp4" });
});

it("is started by a migration in a database with videos", async () => {
  const migration = readFileSync(fileURLToPath(new URL("../../platform/db/migrations/0008_reels-late.sql", import.meta.url)), "utf8");
  const start = migration.slice(migration.indexOf("DO $$"));
  await t.ports.pool.query(start);
  expect(await queue()).toEqual([]);
  const { id } = await t.image(anna);
  await t.runJobs();
  await t.ports.pool.query("update items set type = 'video' where id = $1", [id]);
  await t.ports.pool.query(start);
  expect(await queue()).toEqual([{ name: completeVideos.name, payload: {}, priority: 10 }]);
});
