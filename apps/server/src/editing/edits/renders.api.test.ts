import {
  type addEditAsset,
  API_BASE,
  type ClientResult,
  createComment,
  deleteVersions,
  getCaptions,
  getEdits,
  getPlayback,
  getShare,
  getVideo,
  listComments,
  listNotifications,
  listVersions,
  putCaptions,
  renderEdits,
  revertItem,
  updateChapters,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, type TestApp } from "@stillreel/testing";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStudio, type Studio } from "./edits.fixture.ts";

let t: TestApp;
let studio: Studio;

beforeAll(async () => {
  t = await createTestApp();
  studio = await createStudio(t);
});
afterAll(() => t.close());

const render = (itemId: string, body: { as: "same" | "copy"; title?: string; version?: number } = { as: "same" }, user = studio.owner) =>
  t.call(renderEdits, { params: { itemId }, body }, user);
const versionsOf = async (itemId: string) => (await t.call(listVersions, { params: { itemId } }, studio.owner)).data().items;
const edits = async (itemId: string) => (await t.call(getEdits, { params: { itemId } }, studio.owner)).data();
const revert = (itemId: string, versionId?: string) => t.call(revertItem, { params: { itemId }, query: { versionId } }, studio.owner);
const fetched = async (url: string | null) => t.app.inject({ url: String(url).replace(/^https?:\/\/[^/]+/u, "") });
const referencesMatch = async () => {
  const { rows } = await t.ports.pool.query<{ id: string; refs: number; used: number }>(`
    select b.id, b.refs, ((select count(*) from items where blob_id = b.id) + (select count(*) from renditions where blob_id = b.id)
      + (select count(*) from edit_files where blob_id = b.id))::int as used from blobs b`);
  return rows.filter(({ refs, used }) => refs !== used && refs > 0);
};

async function uploaded() {
  const { id } = await studio.upload();
  await t.runJobs();
  return id;
}

it("is reported in the bell when it took longer than a minute", async () => {
  const id = await studio.film();
  const reports = async () => {
    const { items } = (await t.call(listNotifications, {}, studio.owner)).data();
    return items.filter(({ kind, itemId }) => kind === "job-done" && itemId === id).length;
  };
  await studio.save(id, { clips: [{ start: 1, end: 2 }] });
  (await render(id)).data();
  await t.runJobs();
  expect(await reports()).toBe(0);
  await studio.save(id, { clips: [{ start: 1, end: 3 }] });
  (await render(id)).data();
  t.clock.advance(61_000);
  await t.runJobs();
  expect(await reports()).toBe(1);
});

describe("a render into the same link", () => {
  it("replaces the video, keeps its original for writers, and leads back to it", async () => {
    const id = await uploaded();
    const params = { workspaceId: studio.teamId, itemId: id };
    const { slug } = (await t.call(getShare, { params }, studio.owner)).data();
    const before = (await t.call(getPlayback, { params: { itemId: id }, query: { share: slug } }, null)).data();
    const old = before.sources.map(({ url }) => url).filter((url) => url.startsWith("/media/"));
    expect(old.length).toBeGreaterThan(0);
    await studio.save(id, { clips: [{ start: 1, end: 2.5 }] });
    expect((await render(id)).data()).toMatchObject({ itemId: id });
    expect(await studio.get(id)).toMatchObject({ stage: "ready", updating: 0 });
    expect((await edits(id)).render).toMatchObject({ as: "same", state: "queued", progress: 0, reason: null });
    for (const url of old) expect((await fetched(url)).statusCode).toBe(200);
    expect((await t.runJobs()).failed).toEqual([]);
    const item = await studio.get(id);
    expect(item).toMatchObject({
      stage: "ready",
      updating: null,
      progress: null,
      mimeType: "video/mp4",
      shareUrl: expect.stringContaining(slug) as string,
    });
    expect(item.duration).toBeCloseTo(1.5, 1);
    expect(item.storyboard).not.toBeNull();
    for (const url of [...old, before.posterUrl, before.storyboard?.url ?? null, before.waveformUrl])
      expectError(await fetched(url), "not-found");
    const after = (await t.call(getPlayback, { params: { itemId: id }, query: { share: slug } }, null)).data();
    expect(after).toMatchObject({ duration: expect.closeTo(1.5, 1) as number, updating: null });
    // Players that are open recognize the other video by its version.
    const unchanged = (await t.call(getPlayback, { params: { itemId: id } }, studio.owner)).data();
    expect(unchanged.version).toBe(after.version);
    expect([before.version, after.version]).toEqual([expect.any(String), expect.any(String)]);
    expect(after.version).not.toBe(before.version);
    for (const url of [after.posterUrl, after.sources[0]?.url ?? null, after.waveformUrl])
      expect((await fetched(url)).statusCode).toBe(200);
    const view = await edits(id);
    expect(view).toMatchObject({ render: null, shown: { clips: [{ start: 1, end: 2.5 }] }, source: { itemId: id } });
    expect(view.source.duration).toBeCloseTo(4, 1);
    expect((await fetched(view.source.url)).statusCode).toBe(200);
    const versions = await versionsOf(id);
    expect(versions.map(({ kind, isShown }) => [kind, isShown])).toEqual([
      ["edit", true],
      ["original", false],
    ]);
    for (const { url } of versions) expect((await fetched(url)).statusCode).toBe(200);
    expect(await referencesMatch()).toEqual([]);

    const reverted = (await revert(id)).data();
    expect(reverted.duration).toBeCloseTo(4, 1);
    expectError(await revert(id), "no-original");
    expectError(await fetched(after.sources[0]?.url ?? null), "not-found");
    expect((await edits(id)).document.clips).toEqual([{ start: 0, end: expect.closeTo(4, 1) as number }]);
    const edit = (await versionsOf(id)).find(({ kind }) => kind === "edit");
    expect((await revert(id, edit?.id)).data().duration).toBeCloseTo(1.5, 1);
    await t.runJobs();
    expect(await referencesMatch()).toEqual([]);
    expect((await t.call(deleteVersions, { params: { itemId: id } }, studio.owner)).data().items).toMatchObject([
      { kind: "original", isShown: true },
    ]);
    expectError(await revert(id), "no-original");
    expect((await edits(id)).source.duration).toBeCloseTo(1.5, 1);
    await t.runJobs();
    expect(await referencesMatch()).toEqual([]);
  });

  it("moves chapters, captions and comments to their new times, and back", async () => {
    const id = await studio.film();
    const vtt =
      "WEBVTT\n\n00:00:00.500 --> 00:00:01.500\nFirst\n\n00:00:02.000 --> 00:00:02.400\nGone\n\n00:00:03.000 --> 00:00:03.500\nLast\n";
    await t.call(putCaptions, { params: { itemId: id, language: "en" }, body: { vtt } }, studio.owner);
    for (const at of [0.2, 2.2, 3.2]) await t.call(createComment, { params: { itemId: id }, body: { text: `At ${at}`, at } }, studio.owner);
    const chapters = [0, 2, 3].map((timestamp) => ({ timestamp, name: `Part ${timestamp}` }));
    await t.call(updateChapters, { params: { itemId: id }, body: { enabled: false, chapters } }, studio.owner);
    await studio.save(id, {
      clips: [
        { start: 1, end: 1.8 },
        { start: 3, end: 4 },
      ],
    });
    await render(id);
    await t.runJobs();
    const timed = async () =>
      (await t.call(listComments, { params: { itemId: id }, query: {} }, studio.viewer)).data().items.map(({ at, isCut }) => [at, isCut]);
    expect(await timed()).toEqual([
      [0, true],
      [expect.closeTo(0.8, 2), true],
      [expect.closeTo(1, 2), false],
    ]);
    const text = async () => (await t.call(getCaptions, { params: { itemId: id, language: "en" }, query: {} }, studio.owner)).data().vtt;
    expect(await text()).toBe("WEBVTT\n\n00:00:00.000 --> 00:00:00.500\nFirst\n\n00:00:00.800 --> 00:00:01.300\nLast\n");
    expect((await studio.get(id)).chapters).toEqual([
      { timestamp: 0, name: "Part 0" },
      { timestamp: 0.8, name: "Part 3" },
    ]);
    await revert(id);
    expect(await timed()).toEqual([
      [0.2, false],
      [2.2, false],
      [3.2, false],
    ]);
    expect(await text()).toBe(vtt);
    expect((await studio.get(id)).chapters).toEqual(chapters);
  });
});

it("has the poster that the user chose: a frame, or an uploaded picture", { timeout: 180_000 }, async () => {
  const id = await studio.film();
  /** Returns the colour in the top left corner of the poster. */
  const corner = async (): Promise<number[]> => {
    expect((await render(id)).statusCode).toBe(202);
    expect((await t.runJobs()).failed).toEqual([]);
    const { rawPayload } = await fetched((await t.call(getPlayback, { params: { itemId: id } }, studio.owner)).data().posterUrl);
    return [...(await sharp(rawPayload).removeAlpha().extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer())];
  };
  // The corner of the pattern is brighter in each frame.
  await studio.save(id, { poster: { at: 1 }, volume: 0.5 });
  const [early = 0] = await corner();
  await studio.save(id, { poster: { at: 3 } });
  const [late = 0] = await corner();
  expect([early > 60 && early < 100, late > 170 && late < 220], `${early}, ${late}`).toEqual([true, true]);

  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#D01030" } })
    .png()
    .toBuffer();
  const form = multipart({}, { fileName: "poster.png", type: "image/png", bytes });
  const url = `${API_BASE}/items/${id}/edits/assets`;
  const answer = await t.app.inject({ method: "POST", url, headers: { ...studio.owner.headers, ...form.headers }, payload: form.payload });
  await studio.save(id, { poster: { assetId: expectData<ClientResult<typeof addEditAsset>>(answer, 201).id } });
  const [red = 0, green = 0] = await corner();
  expect([red > 180, green < 50], `${red}, ${green}`).toEqual([true, true]);
});

describe("a render into a copy", () => {
  it("creates an item beside the video, which stays unchanged", async () => {
    const id = await uploaded();
    await studio.save(id, { clips: [{ start: 0, end: 1 }] });
    const { itemId } = (await render(id, { as: "copy" })).data();
    expect(await studio.get(itemId)).toMatchObject({ title: "Clip (edited)", stage: "processing" });
    expect((await t.runJobs()).failed).toEqual([]);
    const copy = (await t.call(getVideo, { params: { workspaceId: studio.teamId, itemId } }, studio.owner)).data();
    expect(copy).toMatchObject({ stage: "ready", progress: null, failure: null });
    expect(copy.duration).toBeCloseTo(1, 1);
    expect(copy.posterUrl).not.toBeNull();
    expect((await studio.get(id)).duration).toBeCloseTo(4, 1);
    expect((await versionsOf(itemId)).map(({ kind }) => kind)).toEqual(["original"]);
    expect(await referencesMatch()).toEqual([]);
  });
});
