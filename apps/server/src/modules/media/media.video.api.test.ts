import fs from "node:fs";
import path from "node:path";
import { getVideo, purgeVideo, type ClientResult } from "@stillreel/contract";
import { createTestApp, multipart, video, type TestApp, type TestUser, type VideoRecipe } from "@stillreel/testing";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { blobs, renditions } from "../../db/schema/index.ts";
import { StorageError } from "../../ports/storage.port.ts";
import { makeVideoRenditions } from "./index.ts";

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
const files = (app = test): string[] =>
  fs
    .readdirSync(app.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();

describe("an uploaded video", () => {
  it("is there at once, and gets poster and thumbnails; one that browsers play stays as it is", async () => {
    const published = vi.spyOn(test.modules.events, "publish");
    const { id } = await uploaded();
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
    expect(await kindsOf(id)).toEqual(["poster", "thumbnail-large", "thumbnail-small"]);
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
    expect(files().filter((file) => file.includes(`${path.sep}work${path.sep}`))).toEqual([]);
  });

  it.each<[string, VideoRecipe, string]>([
    ["copied into MP4", { container: "mov" }, "video/mp4"],
    ["copied into WebM with a length", { container: "webm", video: "libvpx", audio: "libopus", live: true }, "video/webm"],
    ["encoded anew", { container: "mkv", video: "mpeg4", audio: "ac3" }, "video/mp4"],
  ])("that browsers cannot play is %s; the original stays for downloads", async (_name, recipe, mimeType) => {
    const { id } = await uploaded(recipe);
    const before = await get(id);
    await test.runJobs();
    const item = await get(id);
    expect(item).toMatchObject({ stage: "ready", failure: null, mimeType: before.mimeType, size: before.size });
    expect(await kindsOf(id)).toContain("playback");
    const played = await fetched(item.sourceUrl);
    expect([played.statusCode, played.headers["content-type"]]).toEqual([200, mimeType]);
    expect(Math.abs((item.duration ?? 0) - 2)).toBeLessThan(0.3);
  });

  it("shows a frame in which something can be seen", async () => {
    const { id } = await uploaded({ black: 0.9, seconds: 2, audio: null });
    await test.runJobs();
    const poster = await fetched((await get(id)).posterUrl);
    expect((await sharp(poster.rawPayload).greyscale().stats()).channels[0]?.mean).toBeGreaterThan(40);
  });

  it("goes without a trace, with all that was made of it", async () => {
    await test.runJobs();
    const before = files();
    const { id, refName } = await uploaded({ container: "mov" });
    await test.runJobs();
    expect(files().length).toBe(before.length + 5);
    (await test.call(purgeVideo, { params: { workspaceId: "personal" }, query: { videoId: id, refName } }, anna)).data();
    await test.runJobs();
    expect(files()).toEqual(before);
    expect(await test.ports.db.$count(blobs, sql`${blobs.refs} <= 0`)).toBe(0);
  });

  it("whose bytes the store cannot give is tried again; whose bytes are lost has failed", async () => {
    const { id } = await uploaded();
    const away = vi.spyOn(test.ports.storage, "stat").mockRejectedValue(new StorageError("unavailable", "away"));
    expect((await test.runJobs()).failed.map(({ name }) => name)).toContain(makeVideoRenditions.name);
    expect((await get(id)).stage).toBe("processing");
    away.mockRejectedValue(new StorageError("not-found", "lost"));
    await test.runJobs();
    away.mockRestore();
    expect(await get(id)).toMatchObject({ stage: "failed", failure: expect.stringContaining("could not be read") });
  });

  it("that was tried in vain has failed, with a reason", async () => {
    const { id } = await uploaded();
    await test.ports.pool.query("update graphile_worker._private_jobs set attempts = max_attempts where payload->>'itemId' = $1", [id]);
    const giveUp = test.modules.media.jobs?.find(({ definition }) => definition.name === "media.give-up");
    expect(await giveUp?.handle({} as never, AbortSignal.timeout(5_000))).toBe("done");
    expect(await get(id)).toMatchObject({ stage: "failed", failure: expect.stringContaining("several times") });
    await test.runJobs();
  });
});

it("a file that only looks like a video is refused, and leaves nothing", async () => {
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

/** Uploads what was made wrong, runs the jobs, and answers what became of it. */
async function prepared(bytes: Buffer): Promise<Item> {
  const answer = await upload(test, anna, bytes);
  expect(answer.statusCode, answer.body).toBe(201);
  await test.runJobs();
  return get((answer.json() as { data: Item }).data.id);
}

it("what cannot be decoded keeps its original, and says why it is not ready", async () => {
  const bytes = await video({ audio: null });
  // The index stands, the frames are gone.
  bytes.fill(0, bytes.indexOf("mdat") + 4, bytes.indexOf("moov") - 4);
  const item = await prepared(bytes);
  expect(item).toMatchObject({ stage: "failed", failure: expect.stringContaining("damaged") });
  expect((await fetched(item.sourceUrl)).rawPayload.equals(bytes)).toBe(true);
});

it("frames beyond what is decoded fail at once, with a reason", async () => {
  const bytes = await video({ audio: null });
  const sample = bytes.lastIndexOf("avc1");
  bytes.writeUInt16BE(16_384, sample + 28);
  bytes.writeUInt16BE(8_704, sample + 30);
  expect(await prepared(bytes)).toMatchObject({ width: 16_384, stage: "failed", failure: expect.stringContaining("too large") });
});
