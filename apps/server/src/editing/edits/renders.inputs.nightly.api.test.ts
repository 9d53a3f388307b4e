import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getEdits, getPlayback, renderEdits } from "@stillreel/contract";
import { createTestApp, expectError, mountSmallDisk, multipart, permitsSmallDisks, type TestApp, video } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStudio, type Item, type Studio } from "./edits.fixture.ts";

const TEST_MS = 600_000;

let t: TestApp;
let studio: Studio;

beforeAll(async () => {
  t = await createTestApp();
  studio = await createStudio(t);
}, 120_000);
afterAll(() => t.close());

const render = (itemId: string) => t.call(renderEdits, { params: { itemId }, body: { as: "same" } }, studio.owner);
const edits = async (itemId: string) => (await t.call(getEdits, { params: { itemId } }, studio.owner)).data();
const jobFailures = async () => (await t.runJobs()).failed;
const solid = { id: "a", kind: "solid", start: 0, end: 1, x: 0.1, y: 0.1, width: 0.3, height: 0.3, color: "#FF0000" } as const;

async function uploaded(recipe?: Parameters<Studio["upload"]>[0]): Promise<Item> {
  const { id } = await studio.upload(recipe);
  await t.runJobs();
  return studio.get(id);
}

describe("unusual videos", { timeout: TEST_MS }, () => {
  it("of 8K are rendered with the largest size that every browser plays", async () => {
    const item = await uploaded({ seconds: 0.4, rate: 5, width: 7_680, height: 4_320, audio: null });
    expect(item.stage).toBe("ready");
    await studio.save(item.id, { effects: [{ ...solid, end: 0.3 }] });
    await render(item.id);
    expect(await jobFailures()).toEqual([]);
    expect(await studio.get(item.id)).toMatchObject({ stage: "ready", width: 3_840, height: 2_160 });
  });

  it("without pictures are refused when they are uploaded", async () => {
    const folder = fs.mkdtempSync(path.join(tmpdir(), "stillreel-sound-"));
    const [source, sound] = [path.join(folder, "source.mp4"), path.join(folder, "sound.mp4")];
    fs.writeFileSync(source, await video({ seconds: 2 }));
    await t.modules.media.videos.convert({
      input: { path: source, mimeType: "video/mp4", start: 0, rotation: 0, keyFramesOnly: false },
      outputs: [{ path: sound, format: "mp4", options: {}, video: null, audio: "copy" }],
      maxSeconds: 10,
      limits: { wallMs: 60_000, cpuS: 60, fileBytes: 10_000_000 },
    });
    const bytes = fs.readFileSync(sound);
    fs.rmSync(folder, { recursive: true, force: true });
    const form = multipart({ title: "Clip" }, { fileName: "clip.mp4", type: "video/mp4", bytes });
    const request = { method: "POST", url: `/api/v1/workspace/${studio.teamId}/files/video`, payload: form.payload } as const;
    const answer = await t.app.inject({ ...request, headers: { ...studio.owner.headers, ...form.headers } });
    expectError(answer, "unsupported-file-type");
  });

  it("of which a thousand clips are used", async () => {
    const { id } = await uploaded();
    const clips = Array.from({ length: 1_000 }, (_, index) => {
      const start = ((index * 37) % 390) / 100;
      return { start, end: start + 0.04 };
    });
    await studio.save(id, { clips });
    await render(id);
    expect(await jobFailures()).toEqual([]);
    expect((await studio.get(id)).duration).toBeCloseTo(40, 0);
  });

  it("with few frames have a poster of their end", async () => {
    const { id } = await uploaded({ seconds: 4, width: 64, height: 48, rate: 2, fastStart: true });
    await studio.save(id, { clips: [{ start: 0, end: 3.5 }], poster: { at: 3.45 } });
    await render(id);
    expect(await jobFailures()).toEqual([]);
    expect((await studio.get(id)).duration).toBeCloseTo(3.5, 1);
  });

  it("whose file became incomplete are refused, and stay as they are", async () => {
    const { id, duration } = await uploaded({ seconds: 4, width: 64, height: 48, rate: 12, fastStart: true });
    const { rows } = await t.ports.pool.query<{ storage_key: string }>(
      "select storage_key from blobs where mime_type like 'video/%' order by created_at desc limit 1",
    );
    const file = t.ports.storage.localPath(rows[0]?.storage_key ?? "");
    if (file === null) throw new Error("The store of tests is on disk.");
    fs.chmodSync(file, 0o600);
    fs.truncateSync(file, Math.floor(fs.statSync(file).size * 0.6));
    await studio.save(id, { clips: [{ start: 0.5, end: 4 }] });
    await render(id);
    expect(await jobFailures()).toHaveLength(1);
    expect((await edits(id)).render).toMatchObject({ state: "failed", reason: expect.stringMatching(/could not be read/u) as string });
    expect(await studio.get(id)).toMatchObject({ stage: "ready", duration });
  });
});

describe("renders", { timeout: TEST_MS }, () => {
  it("of two videos at the same time both end", async () => {
    const [one, other] = [await uploaded(), await uploaded()];
    const job = t.modules.edits.jobs?.[0];
    const ids: { renderId: string; targetId: string }[] = [];
    for (const [index, { id }] of [one, other].entries()) {
      await studio.save(id, { clips: [{ start: 0, end: 1 + index }], effects: [solid] });
      ids.push({ renderId: (await render(id)).data().jobId, targetId: id });
    }
    const results = await Promise.all(ids.map(async (payload) => job?.handle(payload as never, AbortSignal.timeout(TEST_MS))));
    expect(results).toContain("done");
    expect(await jobFailures()).toEqual([]);
    // One that found all slots in use comes again some seconds later.
    t.clock.advance(60_000);
    await t.ports.pool.query("update graphile_worker._private_jobs set run_at = now() - interval '1 second'");
    expect(await jobFailures()).toEqual([]);
    expect((await studio.get(one.id)).duration).toBeCloseTo(1, 1);
    expect((await studio.get(other.id)).duration).toBeCloseTo(2, 1);
  });

  it.skipIf(!permitsSmallDisks()).each(["16k", "100k"])("on a disk with %s fail with a clear reason, and leave nothing", async (size) => {
    const { id, duration } = await uploaded();
    await studio.save(id, { clips: [{ start: 0, end: 3 }], effects: [solid] });
    await render(id);
    const work = path.join(t.dataDir, "work");
    fs.mkdirSync(work, { recursive: true });
    const unmount = mountSmallDisk(work, size);
    try {
      expect(await jobFailures()).toHaveLength(1);
      expect(fs.readdirSync(work)).toEqual([]);
    } finally {
      unmount();
    }
    expect((await edits(id)).render).toMatchObject({ state: "failed", reason: expect.stringMatching(/disk is full/u) as string });
    expect(await studio.get(id)).toMatchObject({ stage: "ready", updating: null, duration });
    const { sources } = (await t.call(getPlayback, { params: { itemId: id } }, studio.owner)).data();
    const answer = await t.app.inject({ url: (sources[0]?.url ?? "").replace(/^https?:\/\/[^/]+/u, ""), headers: studio.owner.headers });
    expect(answer.statusCode).toBe(200);
    // With space again, the same edits are saved.
    await render(id);
    expect(await jobFailures()).toEqual([]);
    expect((await studio.get(id)).duration).toBeCloseTo(3, 1);
  });
});
