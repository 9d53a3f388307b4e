import fs from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { copyItem, getVideo, purgeVideo, type ClientResult } from "@stillreel/contract";
import { createTestApp, multipart, video, type TestApp, type TestUser, type VideoRecipe } from "@stillreel/testing";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { blobs, renditions } from "../../platform/db/schema/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { makeVideoExtras, makeVideoRenditions } from "./index.ts";

type Item = ClientResult<typeof getVideo>;
let test: TestApp;
let anna: TestUser;

beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user();
});
afterAll(() => test.close());

async function upload(app: TestApp, user: TestUser, bytes: Buffer, fileName = "clip.mp4") {
  const form = multipart({ fullFileName: fileName }, { fileName, type: "application/octet-stream", bytes });
  return app.app.inject({
    method: "POST",
    url: "/api/v1/workspace/personal/files/video",
    headers: { ...user.headers, ...form.headers },
    payload: form.payload,
  });
}
async function uploaded(recipe: VideoRecipe = {}, app = test, user = anna): Promise<Item> {
  const answer = await upload(app, user, await video(recipe));
  expect(answer.statusCode, answer.body).toBe(201);
  return (answer.json() as { data: Item }).data;
}
const get = async (itemId: string, app = test, user = anna): Promise<Item> =>
  (await app.call(getVideo, { params: { workspaceId: "personal", itemId } }, user)).data();
const fetched = async (url: string | null) => test.app.inject({ url: String(url).replace(/^https?:\/\/[^/]+/u, "") });
const kindsOf = async (itemId: string): Promise<string[]> =>
  (await test.ports.db.select({ kind: renditions.kind }).from(renditions).where(eq(renditions.itemId, itemId)))
    .map(({ kind }) => kind)
    .sort();
/** Returns the bytes of a rendition. */
async function stored(itemId: string, kind: string): Promise<Buffer> {
  const { rows } = await test.ports.pool.query(
    "select b.storage_key from renditions r join blobs b on b.id = r.blob_id where r.item_id = $1 and r.kind = $2",
    [itemId, kind],
  );
  return buffer((await test.ports.storage.get(rows[0].storage_key as string)).stream);
}
/** Runs jobs of one kind but not those that they queue. */
async function runOnly({ name }: { name: string }): Promise<void> {
  const job = test.modules.media.jobs?.find(({ definition }) => definition.name === name);
  const { rows } = await test.ports.pool.query<{ id: string; payload: unknown }>(
    `select job.id::text, job.payload from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id where task.identifier = $1`,
    [name],
  );
  for (const row of rows) {
    await job?.handle(row.payload as never, AbortSignal.timeout(30_000));
    await test.ports.pool.query("select graphile_worker.complete_jobs(array[$1::bigint])", [row.id]);
  }
}
const files = (app = test): string[] =>
  fs
    .readdirSync(app.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();

describe("an uploaded video", () => {
  it("is available immediately, and gets poster, thumbnails, storyboard and waveform; a format that every browser plays is not converted", async () => {
    const published = vi.spyOn(test.modules.events, "publish");
    const { id } = await uploaded({ fastStart: true });
    expect(await get(id)).toMatchObject({
      type: "video",
      stage: "processing",
      mimeType: "video/mp4",
      width: 320,
      height: 180,
      duration: 2,
    });
    expect((await fetched((await get(id)).sourceUrl)).headers["content-type"]).toBe("video/mp4");
    await test.runJobs();
    const item = await get(id);
    expect(item).toMatchObject({ stage: "ready", failure: null, duration: 2, mimeType: "video/mp4" });
    expect(item.placeholder).toMatch(/^[A-Za-z0-9+/=]{20,}$/u);
    expect(await kindsOf(id)).toEqual(["poster", "storyboard", "thumbnail-large", "thumbnail-small", "waveform"]);
    expect(item.progress).toBeNull();
    const sheet = await fetched(item.storyboard?.url ?? null);
    expect(sheet.headers["content-type"]).toBe("image/webp");
    const { columns = 0, rows = 0, count = 0, interval = 0, tileWidth = 0, tileHeight = 0 } = item.storyboard ?? {};
    expect(await sharp(sheet.rawPayload).metadata()).toMatchObject({ width: columns * tileWidth, height: rows * tileHeight });
    expect([count * interval, tileWidth, tileHeight]).toEqual([2, 160, 90]);
    const { peaks } = JSON.parse((await stored(id, "waveform")).toString()) as { peaks: number[] };
    expect(peaks.length).toBe(900);
    // A tone at a quarter of the maximum level.
    expect(peaks.toSorted((one, other) => one - other)[450]).toBeCloseTo(0.24, 1);
    const sizes = await Promise.all(
      [item.posterUrl, item.thumbnailLargeUrl, item.thumbnailUrl].map(async (url) => {
        const answer = await fetched(url);
        expect(answer.headers["content-type"]).toBe("image/webp");
        const { width, height } = await sharp(answer.rawPayload).metadata();
        return `${width}x${height}`;
      }),
    );
    expect(sizes).toEqual(["320x180", "320x180", "320x180"]);
    expect(published).toHaveBeenCalledWith(expect.objectContaining({ type: "items", itemIds: [id] }));
    await test.ports.db.transaction((tx) => test.ports.jobs.enqueue(tx, makeVideoRenditions, { itemId: id }));
    expect((await test.runJobs()).skipped).toContain(makeVideoRenditions.name);
    published.mockRestore();
    expect(files().filter((file) => file.includes(`${path.sep}work${path.sep}`))).toEqual([]);
  });

  it.each<[string, VideoRecipe]>([
    ["whose index is at the end is copied", {}],
    ["from a recorder is copied, its sound encoded", { fragments: true, audio: "libopus" }],
    ["that browsers cannot play is encoded", { container: "mkv", video: "mpeg4", audio: "ac3" }],
    ["from an AVI is encoded", { container: "avi", video: "mpeg4", audio: "pcm_s16le" }],
  ])("%s into an MP4 that plays everywhere; the original remains for downloads", async (_name, recipe) => {
    const { id } = await uploaded(recipe);
    const before = await get(id);
    await test.runJobs();
    const item = await get(id);
    expect(item).toMatchObject({ stage: "ready", failure: null, progress: null, mimeType: before.mimeType, size: before.size });
    expect(await kindsOf(id)).toEqual(["playback", "poster", "storyboard", "thumbnail-large", "thumbnail-small", "waveform"]);
    const played = await fetched(item.sourceUrl);
    expect([played.statusCode, played.headers["content-type"]]).toEqual([200, "video/mp4"]);
    expect(Math.abs((item.duration ?? 0) - 2)).toBeLessThan(0.3);
    // The index is before the media data.
    expect(played.rawPayload.indexOf("moov")).toBeLessThan(played.rawPayload.indexOf("mdat"));
    expect(played.rawPayload.includes("moof")).toBe(false);
  });

  it("from a browser's recorder plays immediately as a seekable WebM, whose address stays valid after the MP4 is ready", async () => {
    const { id } = await uploaded({ container: "webm", video: "libvpx", audio: "libopus", live: true });
    await runOnly(makeVideoRenditions);
    const early = await get(id);
    expect(early).toMatchObject({ stage: "ready", progress: 0 });
    const played = await fetched(early.sourceUrl);
    expect([played.statusCode, played.headers["content-type"]]).toEqual([200, "video/webm"]);
    await test.runJobs();
    const later = await get(id);
    expect((await fetched(later.sourceUrl)).headers["content-type"]).toBe("video/mp4");
    expect((await fetched(early.sourceUrl)).statusCode).toBe(200);
    const { rows } = await test.ports.pool.query("select count(*)::int as n from blobs where refs <= 0");
    expect(rows).toEqual([{ n: 1 }]);
    await test.ports.pool.query("update graphile_worker._private_jobs set run_at = now()");
    await test.runJobs();
    expect((await fetched(early.sourceUrl)).statusCode).toBe(404);
    expect((await fetched(later.sourceUrl)).statusCode).toBe(200);
  });

  it("of more than 720 lines gets smaller qualities, in parts that each begin with a key frame", async () => {
    const { id } = await uploaded({ width: 1440, height: 960, rate: 5, seconds: 5, fragments: true });
    await test.runJobs();
    expect((await kindsOf(id)).filter((kind) => kind.startsWith("hls"))).toEqual(["hls-480", "hls-720"]);
    const rows = await test.ports.db.select().from(renditions).where(eq(renditions.itemId, id));
    const facts = ["hls-720", "hls-480"].map((kind) => rows.find((row) => row.kind === kind));
    expect(facts.map((row) => [row?.width, row?.height])).toEqual([
      [1080, 720],
      [720, 480],
    ]);
    const [large, small] = facts.map((row) => row?.facts);
    expect(large?.codecs).toMatch(/^avc1\.64[0-9a-f]{4},mp4a\.40\.2$/u);
    expect(large?.parts?.map(([, , seconds]) => Math.round(seconds))).toEqual([2, 2, 1]);
    expect(large?.parts?.map(([, , seconds]) => seconds)).toEqual(small?.parts?.map(([, , seconds]) => seconds));
    const bytes = await stored(id, "hls-480");
    const [first, last] = [small?.parts?.[0], small?.parts?.at(-1)];
    expect(first?.[0]).toBe(small?.headerBytes);
    expect((last?.[0] ?? 0) + (last?.[1] ?? 0)).toBeLessThanOrEqual(bytes.length);
    expect(bytes.subarray((first?.[0] ?? 0) + 4, (first?.[0] ?? 0) + 8).toString()).toBe("moof");
  }, 60_000);

  it("reports the progress of its jobs, and reuses the results of a killed worker", async () => {
    const { id } = await uploaded({ container: "mkv", video: "mpeg4", audio: "ac3" });
    await runOnly(makeVideoRenditions);
    expect(await get(id)).toMatchObject({ stage: "processing", progress: 0 });
    // A worker created the other rendition and then died.
    await runOnly(makeVideoExtras);
    await test.ports.pool.query("delete from renditions where item_id = $1 and kind = 'waveform'", [id]);
    const playback = await stored(id, "playback");
    await test.ports.pool.query("update items set progress = 55 where id = $1", [id]);
    expect((await get(id)).progress).toBe(0.55);
    await test.ports.db.transaction((tx) => test.ports.jobs.enqueue(tx, makeVideoExtras, { itemId: id }));
    await test.runJobs();
    expect(await get(id)).toMatchObject({ stage: "ready", progress: null });
    expect((await stored(id, "playback")).equals(playback)).toBe(true);
    expect(await kindsOf(id)).toContain("waveform");
  });

  it("is copied with its renditions; pending renditions are created for both", async () => {
    const { id } = await uploaded({ fragments: true });
    await runOnly(makeVideoRenditions);
    const copy = (await test.call(copyItem, { params: { itemId: id }, body: {} }, anna)).data();
    await test.runJobs();
    const again = (await test.call(copyItem, { params: { itemId: id }, body: {} }, anna)).data();
    for (const each of [copy.id, again.id]) {
      expect(await kindsOf(each)).toEqual(await kindsOf(id));
      const item = await get(each);
      expect(item).toMatchObject({ stage: "ready", progress: null });
      expect((await fetched(item.storyboard?.url ?? null)).statusCode).toBe(200);
    }
    await test.runJobs();
  });

  it("that plays remains ready when further renditions fail", async () => {
    const { id } = await uploaded({ container: "webm", video: "libvpx", audio: "libopus" });
    await runOnly(makeVideoRenditions);
    const { rows } = await test.ports.pool.query("select b.storage_key from items i join blobs b on b.id = i.blob_id where i.id = $1", [
      id,
    ]);
    await test.ports.storage.delete(rows[0].storage_key as string);
    await test.runJobs();
    expect(await get(id)).toMatchObject({ stage: "ready", progress: null, failure: null });
  });

  it("has a poster that is not black", async () => {
    const { id } = await uploaded({ black: 0.9, seconds: 2, audio: null });
    await runOnly(makeVideoRenditions);
    const poster = await fetched((await get(id)).posterUrl);
    expect((await sharp(poster.rawPayload).greyscale().stats()).channels[0]?.mean).toBeGreaterThan(40);
    await test.ports.pool.query("delete from graphile_worker._private_jobs");
  });

  it("is purged with all its renditions", async () => {
    await test.runJobs();
    const before = files();
    const { id, refName } = await uploaded({ container: "mov" });
    await test.runJobs();
    expect(files().length).toBe(before.length + 7);
    (await test.call(purgeVideo, { params: { workspaceId: "personal" }, query: { videoId: id, refName } }, anna)).data();
    await test.runJobs();
    expect(files()).toEqual(before);
    expect(await test.ports.db.$count(blobs, sql`${blobs.refs} <= 0`)).toBe(0);
  });

  it("is retried when the store is unavailable, and fails when its bytes are lost", async () => {
    const { id } = await uploaded();
    const away = vi.spyOn(test.ports.storage, "stat").mockRejectedValue(new StorageError("unavailable", "away"));
    expect((await test.runJobs()).failed.map(({ name }) => name)).toContain(makeVideoRenditions.name);
    expect((await get(id)).stage).toBe("processing");
    away.mockRejectedValue(new StorageError("not-found", "lost"));
    await test.runJobs();
    away.mockRestore();
    expect(await get(id)).toMatchObject({ stage: "failed", failure: expect.stringContaining("could not be read") });
  });

  it("fails with a reason after all attempts", async () => {
    const { id } = await uploaded();
    await test.ports.pool.query("update graphile_worker._private_jobs set attempts = max_attempts where payload->>'itemId' = $1", [id]);
    const giveUp = test.modules.media.jobs?.find(({ definition }) => definition.name === "media.give-up");
    expect(await giveUp?.handle({} as never, AbortSignal.timeout(5_000))).toBe("done");
    expect(await get(id)).toMatchObject({ stage: "failed", failure: expect.stringContaining("several times") });
    await test.runJobs();
  });
});

it("a file that is no video is refused, and leaves no data", async () => {
  const [whole, sound] = [await video(), Buffer.from("\0\0\0\x18ftypM4A \0\0\0\0".repeat(20), "latin1")];
  const before = files();
  for (const [bytes, status] of [
    [whole.subarray(0, 60_000), 422],
    [sound, 415],
    [Buffer.from("#EXTM3U\n#EXTINF:10,\n/etc/passwd\n"), 415],
  ] as const)
    expect((await upload(test, anna, bytes)).statusCode).toBe(status);
  expect(files()).toEqual(before);
});

/** Uploads a malformed file, runs the jobs and returns the item. */
async function prepared(bytes: Buffer): Promise<Item> {
  const answer = await upload(test, anna, bytes);
  expect(answer.statusCode, answer.body).toBe(201);
  await test.runJobs();
  return get((answer.json() as { data: Item }).data.id);
}

it("a video that cannot be decoded retains its original and fails with a reason", async () => {
  const bytes = await video({ audio: null });
  // The index is intact, but the frames are missing.
  bytes.fill(0, bytes.indexOf("mdat") + 4, bytes.indexOf("moov") - 4);
  const item = await prepared(bytes);
  expect(item).toMatchObject({ stage: "failed", failure: expect.stringContaining("damaged") });
  expect((await fetched(item.sourceUrl)).rawPayload.equals(bytes)).toBe(true);
});

it("frames over the decoding limit fail immediately, with a reason", async () => {
  const bytes = await video({ audio: null });
  const sample = bytes.lastIndexOf("avc1");
  bytes.writeUInt16BE(16_384, sample + 28);
  bytes.writeUInt16BE(8_704, sample + 30);
  expect(await prepared(bytes)).toMatchObject({ width: 16_384, stage: "failed", failure: expect.stringContaining("too large") });
});
