import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type ClientResult, getPlayback, getShared, getVideo, login, purgeVideo, RECORDING_MAX_S } from "@stillreel/contract";
import {
  asRecording,
  createTestApp,
  expectError,
  png,
  recording,
  sharedItem,
  type TestApp,
  type TestUser,
  video,
} from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

type Item = ClientResult<typeof getVideo>;
const HOUR = 3_600_000;
let test: TestApp;
let anna: TestUser;
let film: Buffer;

beforeAll(async () => {
  test = await createTestApp({ config: { MAX_UPLOAD_BYTES: String(80 * 1024 * 1024) } });
  anna = await test.user();
  film = await recording({ seconds: 4 });
});
afterAll(() => test.close());
// Sessions expire while the test moves the clock by days.
beforeEach(async () => {
  anna = await test.user();
});

const encoded = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
const tus = (method: "POST" | "PATCH" | "HEAD" | "DELETE", url: string, headers: Record<string, string> = {}, payload?: Buffer) =>
  test.app.inject({ method, url, headers: { "tus-resumable": "1.0.0", ...anna.headers, ...headers }, ...(payload ? { payload } : {}) });
const create = (fields: Record<string, string> = {}) =>
  tus("POST", "/uploads", {
    "upload-defer-length": "1",
    "upload-metadata": encoded({ type: "video", recording: "true", fullFileName: "take.mp4", title: "Take", ...fields }),
  });
async function started(fields: Record<string, string> = {}) {
  const { statusCode, headers, body } = await create(fields);
  expect(statusCode, body).toBe(201);
  return {
    url: String(headers["location"]),
    itemId: String(headers["item-id"]),
    slug: String(headers["share-url"]).split("/").at(-1) ?? "",
  };
}
const patch = (url: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}) =>
  tus(
    "PATCH",
    url,
    {
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
      "content-length": String(bytes.length),
      ...headers,
    },
    bytes,
  );
const end = (url: string, length: number) => patch(url, length, Buffer.alloc(0), { "upload-length": String(length) });
/** Moves the clock after the last request is completely processed: its response is sent slightly earlier. */
async function later(url: string, hours: number): Promise<void> {
  await tus("HEAD", url);
  test.clock.advance(hours * HOUR);
  anna = await signInAgain();
}
const get = (itemId: string) => test.call(getVideo, { params: { workspaceId: "personal", itemId } }, anna);
const shared = (slug: string) => test.call(getShared, { params: { slug } });
const bytesOf = async (url: string | null): Promise<Buffer> =>
  (await test.app.inject({ url: String(url).replace(/^https?:\/\/[^/]+/u, "") })).rawPayload;
const filesBelow = (folder: string): string[] =>
  fs.existsSync(path.join(test.dataDir, folder))
    ? fs
        .readdirSync(path.join(test.dataDir, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];
const rowsOf = async (table: "items" | "uploads" | "share_links" | "blobs"): Promise<number> => {
  // A used slug is never reused: its row stays.
  const which = table === "share_links" ? sql`where revoked_at is null` : sql``;
  const { rows } = await test.ports.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)} ${which}`,
  );
  return rows[0]?.count ?? -1;
};
const sha = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

describe("a recording", () => {
  it("has an item and a link from the start, and becomes a video when it ends", async () => {
    const { url, itemId, slug } = await started();
    expect((await get(itemId)).data()).toMatchObject({ stage: "recording", live: false, type: "video", title: "Take", sourceUrl: null });
    for (let at = 0; at < film.length; at += 10_000) expect((await patch(url, at, film.subarray(at, at + 10_000))).statusCode).toBe(204);
    expect((await get(itemId)).data().stage).toBe("recording");
    expectError(await shared(slug), "not-found");
    const ended = await end(url, film.length);
    expect([ended.statusCode, ended.headers["item-id"]]).toEqual([204, itemId]);
    const item = (await get(itemId)).data() as Item;
    expect(item).toMatchObject({ stage: "processing", duration: 4, width: 1280, height: 720, mimeType: "video/mp4", size: film.length });
    expect(sha(await bytesOf(item.sourceUrl))).toBe(sha(film));
    expect(sharedItem((await shared(slug)).data())).toMatchObject({ id: itemId, duration: 4 });
  });

  it("is checked without another process, and not read again for its hash", async () => {
    const adopt = vi.spyOn(test.ports.storage, "adopt");
    const { url } = await started();
    await patch(url, 0, film.subarray(0, 20_000));
    const running = (): number => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;
    const before = running();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, running())), 1);
    expect((await patch(url, 20_000, film.subarray(20_000), { "upload-length": String(film.length) })).statusCode).toBe(204);
    clearInterval(watch);
    expect(most).toBe(before);
    expect(adopt.mock.calls[0]?.[2]).toEqual({ contentType: "video/mp4", sha256: sha(film) });
    adopt.mockRestore();
  });

  it("is ready with a poster after its jobs", { timeout: 90_000 }, async () => {
    const real = await asRecording(await video({ container: "mp4", seconds: 3 } as never));
    const { url, itemId } = await started();
    await patch(url, 0, real, { "upload-length": String(real.length) });
    await test.runJobs();
    expect((await get(itemId)).data()).toMatchObject({ stage: "ready", failure: null, posterUrl: expect.stringContaining("/media/") });
  });

  it("refuses invalid fields by name", async () => {
    for (const [fields, field] of [
      [{ recording: "yes" }, "recording"],
      [{ live: "1" }, "live"],
      [{ recording: "false", live: "true" }, "live"],
      [{ type: "image" }, "recording"],
      [{ type: "archive", fullFileName: "a.zip" }, "recording"],
    ] as const)
      expect(expectError(await create(fields as never), "validation-failed")).toMatchObject([{ field }]);
  });

  it("accepts a repeated end request, and no bytes after the end", async () => {
    const { url } = await started();
    await patch(url, 0, film);
    for (let count = 0; count < 3; count += 1) expect((await end(url, film.length)).statusCode).toBe(204);
    expectError(await patch(url, film.length, Buffer.from("more")), "recording-ended");
    expectError(await patch(url, 0, film), "upload-conflict");
    const head = await tus("HEAD", url);
    expect([head.headers["upload-offset"], head.headers["upload-length"]]).toEqual([String(film.length), String(film.length)]);
  });

  it("whose server failed at the end is finished when its client asks for the offset", async () => {
    const { url, itemId } = await started();
    await patch(url, 0, film.subarray(0, 20_000));
    const adopt = vi.spyOn(test.ports.storage, "adopt").mockRejectedValueOnce(new Error("no disk"));
    expectError(await patch(url, 20_000, film.subarray(20_000), { "upload-length": String(film.length) }), "internal");
    adopt.mockRestore();
    expect((await get(itemId)).data().stage).toBe("recording");
    const head = await tus("HEAD", url);
    expect([head.headers["upload-offset"], head.headers["item-id"]]).toEqual([String(film.length), itemId]);
    const item = (await get(itemId)).data() as Item;
    expect(item).toMatchObject({ stage: "processing", duration: 4 });
    expect(sha(await bytesOf(item.sourceUrl))).toBe(sha(film));
  });

  it("continues after days without a request, if no client ended it", async () => {
    const { url, itemId } = await started();
    await patch(url, 0, film.subarray(0, 30_000));
    await later(url, 50);
    expect((await tus("HEAD", url)).headers["upload-offset"]).toBe("30000");
    expect((await patch(url, 30_000, film.subarray(30_000), { "upload-length": String(film.length) })).statusCode).toBe(204);
    expect((await get(itemId)).data()).toMatchObject({ stage: "processing", duration: 4 });
  });

  it("without content is refused and leaves no item", async () => {
    const before = [await rowsOf("items"), await rowsOf("uploads"), filesBelow("uploads").length];
    const empty = await started();
    expectError(await end(empty.url, 0), "unreadable-file");
    // Only the header, without any segment.
    const bare = await started();
    expectError(await patch(bare.url, 0, film.subarray(0, 1_500), { "upload-length": "1500" }), "unreadable-file");
    const picture = await started();
    expect((await patch(picture.url, 0, png(20, 20), { "upload-length": String(png(20, 20).length) })).statusCode).toBe(204);
    await test.call(purgeVideo, { params: { workspaceId: "personal" }, query: { videoId: picture.itemId } } as never, anna);
    expect([await rowsOf("uploads"), filesBelow("uploads").length]).toEqual([(before[1] ?? 0) + 1, (before[2] ?? 0) + 1]);
    for (const { itemId } of [empty, bare]) expectError(await get(itemId), "not-found");
  });

  it("that is discarded is deleted everywhere, also for viewers", async () => {
    const before = [
      await rowsOf("items"),
      await rowsOf("share_links"),
      await rowsOf("blobs"),
      filesBelow("uploads").length,
      filesBelow("files").length,
    ];
    const { url, itemId, slug } = await started({ live: "true" });
    await patch(url, 0, film);
    const stream = `/api/v1/items/${itemId}/stream/live.m3u8?share=${slug}`;
    expect((await test.app.inject(stream)).statusCode).toBe(200);
    expect((await tus("DELETE", url)).statusCode).toBe(204);
    expectError(await get(itemId), "not-found");
    expectError(await shared(slug), "not-found");
    expectError(await test.call(getPlayback, { params: { itemId }, query: { share: slug } }), "not-found");
    expectError(await test.app.inject(stream), "not-found");
    expectError(await test.app.inject(stream.replace("live.m3u8", "raw.mp4")), "not-found");
    expect([
      await rowsOf("items"),
      await rowsOf("share_links"),
      await rowsOf("blobs"),
      filesBelow("uploads").length,
      filesBelow("files").length,
    ]).toEqual(before);
  });

  it("whose clock jumps has the length of its visible frames", async () => {
    const jumped = Buffer.from(film);
    const second = jumped.indexOf("tfdt", jumped.indexOf("mdat", jumped.indexOf("mdat") + 4), "latin1") - 4;
    if (jumped[second + 8] === 1) jumped.writeBigUInt64BE(4_000_000n, second + 12);
    else jumped.writeUInt32BE(4_000_000, second + 12);
    const { url, itemId } = await started();
    await patch(url, 0, jumped, { "upload-length": String(jumped.length) });
    expect((await get(itemId)).data()).toMatchObject({ duration: 4 });
    const list = await test.app.inject({ url: `/api/v1/items/${itemId}/stream/live.m3u8`, headers: anna.headers });
    expect(list.body.match(/#EXT-X-DISCONTINUITY/gu)).toHaveLength(2);
  });
});

describe("an upload with an id from its client", () => {
  const name = (): string => randomBytes(16).toString("base64url");

  it("is returned to its creator on a second request, with the received offset", async () => {
    const before = [await rowsOf("items"), await rowsOf("uploads")];
    const uploadId = name();
    const first = await started({ uploadId });
    expect(first.url).toBe(`/uploads/${uploadId}`);
    await patch(first.url, 0, film.subarray(0, 30_000));
    const again = await create({ uploadId });
    expect([again.statusCode, again.headers["location"], again.headers["upload-offset"]]).toEqual([201, first.url, "30000"]);
    expect([again.headers["item-id"], String(again.headers["share-url"]).split("/").at(-1)]).toEqual([first.itemId, first.slug]);
    expect([await rowsOf("items"), await rowsOf("uploads")]).toEqual(before.map((count) => count + 1));
    expect((await patch(first.url, 30_000, film.subarray(30_000), { "upload-length": String(film.length) })).statusCode).toBe(204);
    expect((await create({ uploadId })).headers["upload-offset"]).toBe(String(film.length));
    expect((await get(first.itemId)).data()).toMatchObject({ stage: "processing", duration: 4 });
  });

  it("is created once by concurrent requests, and retains the bytes that it received", async () => {
    const before = await rowsOf("items");
    const uploadId = name();
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ uploadId })));
    expect(answers.map(({ statusCode }) => statusCode).every((status) => status === 201 || status === 409)).toBe(true);
    expect(answers.some(({ statusCode }) => statusCode === 201)).toBe(true);
    const { url } = await started({ uploadId });
    expect((await patch(url, 0, film, { "upload-length": String(film.length) })).statusCode).toBe(204);
    expect(await rowsOf("items")).toBe(before + 1);
  });

  it("can be created again after it was discarded, and is never returned to another user", async () => {
    const uploadId = name();
    const { url, itemId } = await started({ uploadId });
    const bert = await test.user();
    const metadata = { "upload-defer-length": "1", "upload-metadata": encoded({ type: "video", recording: "true", uploadId }) };
    expectError(await tus("POST", "/uploads", { ...metadata, ...bert.headers }), "upload-conflict");
    expect((await tus("DELETE", url)).statusCode).toBe(204);
    expect((await started({ uploadId })).itemId).not.toBe(itemId);
    for (const bad of ["short", "../../../etc/passwd0000", `${name()}x`])
      expect(expectError(await create({ uploadId: bad }), "validation-failed")).toMatchObject([{ field: "uploadId" }]);
  });
});

async function signInAgain(): Promise<TestUser> {
  const answer = await test.call(login, { body: { email: anna.email, password: anna.password } });
  const { idToken, refreshToken } = answer.data() as { idToken: string; refreshToken: string };
  return { ...anna, headers: { idtoken: idToken, refreshtoken: refreshToken } };
}

describe("a recording whose client never returns", () => {
  it("is stored with every whole second that was received", async () => {
    const { url, itemId, slug } = await started();
    const cut = film.length - 12_000;
    await patch(url, 0, film.subarray(0, cut));
    await later(url, 25);
    expect(await test.modules.uploads.sweep()).toBeGreaterThanOrEqual(1);
    const item = (await get(itemId)).data() as Item;
    expect(item).toMatchObject({ stage: "processing", title: "Take" });
    expect(item.duration).toBeGreaterThanOrEqual(2);
    const stored = await bytesOf(item.sourceUrl);
    expect(stored.equals(film.subarray(0, stored.length))).toBe(true);
    expect(stored.length).toBeLessThanOrEqual(cut);
    expect(sharedItem((await shared(slug)).data()).id).toBe(itemId);
    // The client returns too late: it is informed, and the received data stays.
    expect((await tus("HEAD", url)).headers["upload-offset"]).toBe(String(stored.length));
    expectError(await patch(url, stored.length, film.subarray(stored.length)), "recording-ended");
    await later(url, 25);
    await test.modules.uploads.sweep();
    expect((await get(itemId)).data().title).toBe("Take");
  });

  it("is deleted when it has no frames, as is an incomplete upload of a file", async () => {
    const nothing = await started();
    const bare = await started();
    await patch(bare.url, 0, film.subarray(0, 5_000));
    const { url } = bare;
    const upload = await tus("POST", "/uploads", { "upload-length": "900000", "upload-metadata": encoded({ fullFileName: "a.mp4" }) });
    await patch(String(upload.headers["location"]), 0, film.subarray(0, 30_000));
    await later(url, 25);
    await test.modules.uploads.sweep();
    for (const itemId of [nothing.itemId, bare.itemId, String(upload.headers["item-id"])]) expectError(await get(itemId), "not-found");
  });

  it("is not ended while chunks arrive, and is retried when the store fails", async () => {
    const { url, itemId } = await started();
    await patch(url, 0, film.subarray(0, 30_000));
    await later(url, 23);
    await patch(url, 30_000, film.subarray(30_000, 34_000));
    await later(url, 23);
    await test.modules.uploads.sweep();
    expect((await get(itemId)).data().stage).toBe("recording");
    await later(url, 2);
    const adopt = vi.spyOn(test.ports.storage, "adopt").mockRejectedValue(new Error("no disk"));
    await test.modules.uploads.sweep();
    adopt.mockRestore();
    expect((await get(itemId)).data().stage).toBe("recording");
    await later(url, 25);
    await test.modules.uploads.sweep();
    expect((await get(itemId)).data().stage).toBe("processing");
  });
});

describe("long recordings", () => {
  it("of three hours end as fast as short ones, and their playlist is available immediately", { timeout: 60_000 }, async () => {
    const long = await recording({ seconds: 3 * 3_600, rate: 1, frameBytes: 3_000 });
    const { url, itemId } = await started();
    const piece = 4 * 1024 * 1024;
    let at = 0;
    for (; at + piece < long.length; at += piece) await patch(url, at, long.subarray(at, at + piece));
    const began = performance.now();
    expect((await patch(url, at, long.subarray(at), { "upload-length": String(long.length) })).statusCode).toBe(204);
    // The benchmark measures the speed; this test only ensures that the file is not read completely.
    expect(performance.now() - began).toBeLessThan(5_000);
    expect((await get(itemId)).data()).toMatchObject({ duration: 3 * 3_600 });
    const asked = performance.now();
    const list = await test.app.inject({ url: `/api/v1/items/${itemId}/stream/live.m3u8`, headers: anna.headers });
    expect(performance.now() - asked).toBeLessThan(5_000);
    expect(list.body.match(/#EXTINF/gu)).toHaveLength(3 * 3_600);
    expect(list.body.length).toBeLessThan(1_000_000);
  });

  it("end at the time limit with a clear message, and the recorded part is stored", { timeout: 60_000 }, async () => {
    const long = await recording({ seconds: RECORDING_MAX_S + 5, rate: 1, frameBytes: 16, audio: false });
    const { url, itemId } = await started();
    expect((await patch(url, 0, long)).statusCode).toBe(204);
    expect(expectErrorText(await patch(url, long.length, randomBytes(100)))).toContain("6 hours");
    expect((await end(url, long.length)).statusCode).toBe(204);
    expect((await get(itemId)).data()).toMatchObject({ stage: "processing", duration: RECORDING_MAX_S + 5 });
  });

  it("end at the maximum size, and the received part is stored", async () => {
    const { url, itemId } = await started();
    await patch(url, 0, film);
    expectError(await patch(url, film.length, Buffer.alloc(100), { "content-length": String(90 * 1024 * 1024) }), "file-too-large");
    expect((await end(url, film.length)).statusCode).toBe(204);
    expect((await get(itemId)).data()).toMatchObject({ duration: 4 });
  });
});

function expectErrorText(answer: Parameters<typeof expectError>[0] & { body: string }): string {
  expectError(answer, "file-too-large");
  return answer.body;
}
