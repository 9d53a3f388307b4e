import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { createFolder, deleteFolder, getImage, getVideo, type ClientResult } from "@stillreel/contract";
import { createTestApp, expectError, png, video, type TestApp, type TestUser } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DurableFileStore } from "./uploads.store.ts";

type Item = ClientResult<typeof getVideo>;
/** The smallest zip: an empty central directory. */
const ZIP = Buffer.concat([Buffer.from("PK\u0005\u0006", "latin1"), Buffer.alloc(18)]);
const MIB = 1024 * 1024;
let test: TestApp;
let anna: TestUser;
let clip: Buffer;

beforeAll(async () => {
  test = await createTestApp({ config: { MAX_IMAGE_BYTES: String(50_000), MAX_UPLOAD_BYTES: String(2 * MIB) } });
  anna = await test.user();
  clip = await video();
});
afterAll(() => test.close());

const encoded = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
const tus = (method: "POST" | "PATCH" | "HEAD" | "DELETE", url: string, headers: Record<string, string> = {}, payload?: Buffer) =>
  test.app.inject({ method, url, headers: { "tus-resumable": "1.0.0", ...anna.headers, ...headers }, ...(payload ? { payload } : {}) });
const create = (length: number, fields: Record<string, string>) =>
  tus("POST", "/uploads", { "upload-length": String(length), "upload-metadata": encoded(fields) });
const patch = (url: string, offset: number, bytes: Buffer) =>
  tus("PATCH", url, { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" }, bytes);
async function started(length: number, fields: Record<string, string>) {
  const { statusCode, headers, body } = await create(length, fields);
  expect(statusCode, body).toBe(201);
  return { url: String(headers["location"]), itemId: String(headers["item-id"]), importId: headers["import-id"] };
}
const get = (itemId: string, route = getVideo) => test.call(route, { params: { workspaceId: "personal", itemId } }, anna);
const rowsOf = async (table: "items" | "imports" | "uploads"): Promise<number> => {
  const { rows } = await test.ports.db.execute<{ count: number }>(sql`select count(*)::int as count from ${sql.identifier(table)}`);
  return rows[0]?.count ?? -1;
};
const filesBelow = (folder: string): string[] =>
  fs.existsSync(path.join(test.dataDir, folder))
    ? fs
        .readdirSync(path.join(test.dataDir, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];

describe("videos by tus", () => {
  it("become video items by their file extension, and are processed", async () => {
    const { url, itemId } = await started(clip.length, { fullFileName: "My clip.mp4", pageUrl: "https://example.test/page" });
    expect((await get(itemId)).data()).toMatchObject({ type: "video", stage: "uploading", mimeType: "video/mp4", title: "My clip" });
    const half = clip.length >> 1;
    expect((await patch(url, 0, clip.subarray(0, half))).statusCode).toBe(204);
    expect((await patch(url, half, clip.subarray(half))).statusCode).toBe(204);
    expect((await get(itemId)).data()).toMatchObject({
      stage: "processing",
      duration: 2,
      width: 320,
      pageUrl: "https://example.test/page",
    });
    await test.runJobs();
    const item = (await get(itemId)).data() as Item;
    expect(item).toMatchObject({ stage: "ready", failure: null });
    const { headers } = await test.app.inject({ url: `/api/v1/items/${itemId}/download?format=original`, headers: anna.headers });
    const original = await test.app.inject({ url: String(headers["location"]).replace(/^https?:\/\/[^/]+/u, "") });
    expect(original.rawPayload.equals(clip)).toBe(true);
  });

  it("are not read again for their hash", async () => {
    const adopt = vi.spyOn(test.ports.storage, "adopt");
    const { url } = await started(clip.length, { fullFileName: "a.mp4" });
    for (let at = 0; at < clip.length; at += 40_000) await patch(url, at, clip.subarray(at, at + 40_000));
    expect(adopt.mock.calls[0]?.[2]?.sha256).toBe(createHash("sha256").update(clip).digest("hex"));
    adopt.mockRestore();
  });

  it("get their type from their bytes, not from the announced type", async () => {
    const small = await video({ seconds: 0.5, width: 64, height: 48, audio: null });
    expect(small.length).toBeLessThan(30_000);
    const { url, itemId } = await started(small.length, { type: "image", fullFileName: "a.png" });
    expect((await patch(url, 0, small)).statusCode).toBe(204);
    expect((await get(itemId)).data()).toMatchObject({ type: "video", mimeType: "video/mp4" });
    const picture = png(60, 40);
    const turnedOut = await started(picture.length, { type: "video", fullFileName: "a.mp4" });
    expect((await patch(turnedOut.url, 0, picture)).statusCode).toBe(204);
    expect((await get(turnedOut.itemId, getImage as never)).data()).toMatchObject({ type: "image", mimeType: "image/png" });
  });

  it("that are unreadable are deleted with their item", async () => {
    const before = [await rowsOf("items"), filesBelow("files").length];
    for (const [bytes, code] of [
      [clip.subarray(0, 60_000), "unreadable-file"],
      [Buffer.from("#EXTM3U\n#EXTINF:10,\n/etc/passwd\n"), "unsupported-file-type"],
      [ZIP, "unsupported-file-type"],
    ] as const) {
      const { url, itemId } = await started(bytes.length, { fullFileName: "a.mp4" });
      expectError(await patch(url, 0, bytes), code);
      expectError(await get(itemId), "not-found");
    }
    await test.runJobs();
    expect([await rowsOf("items"), filesBelow("files").length]).toEqual(before);
    expect(filesBelow("uploads").filter((name) => name.endsWith(".done"))).toEqual([]);
  });

  it("have a larger size limit; images that are announced as videos do not", async () => {
    expectError(await create(50_001, { fullFileName: "a.png" }), "file-too-large");
    expectError(await create(2 * MIB + 1, { fullFileName: "a.mp4" }), "file-too-large");
    expect((await create(2 * MIB, { fullFileName: "a.mp4" })).statusCode).toBe(201);
    const { default: sharp } = await import("sharp");
    const large = await sharp({ create: { width: 200, height: 150, channels: 3, background: "red" } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(large.length).toBeGreaterThan(50_000);
    const { url } = await started(large.length, { type: "video", fullFileName: "a.mp4" });
    expectError(await patch(url, 0, large), "file-too-large");
  });

  it("continue after hours without bytes, in the root when their folder was deleted", async () => {
    const space = { workspaceId: "personal" };
    const created = await test.call(createFolder, { params: space, body: { name: "Trip", kind: "video" } }, anna);
    const folderId = created.data().id;
    const { url, itemId } = await started(clip.length, { fullFileName: "a.mp4", folderId });
    expect((await get(itemId)).data().parentId).toBe(folderId);
    await patch(url, 0, clip.subarray(0, 1_000));
    test.clock.advance(20 * 3_600_000);
    await test.modules.uploads.sweep();
    (await test.call(deleteFolder, { params: { ...space, folderId } }, anna)).data();
    expect((await tus("HEAD", url)).headers["upload-offset"]).toBe("1000");
    expect((await patch(url, 1_000, clip.subarray(1_000))).statusCode).toBe(204);
    expect((await get(itemId)).data()).toMatchObject({ stage: "processing", parentId: null });
  });
});

describe("archives by tus", () => {
  it("create an import, not an item; its id is returned at creation and at the end", async () => {
    const items = await rowsOf("items");
    const { url, itemId, importId } = await started(ZIP.length, { fullFileName: "old.zip" });
    expect(itemId).toBe("undefined");
    expect(importId).toMatch(/^[0-9a-f-]{36}$/u);
    const { headers, statusCode } = await patch(url, 0, ZIP);
    expect([statusCode, headers["import-id"]]).toEqual([204, importId]);
    const { rows } = await test.ports.db.execute(sql`select status, file_name, blob_id from imports where id = ${String(importId)}`);
    expect(rows[0]).toMatchObject({ status: "waiting", file_name: "old.zip" });
    expect(rows[0]?.["blob_id"]).not.toBeNull();
    expect(await rowsOf("items")).toBe(items);
  });

  it("that are invalid or cancelled leave no imports and no files", async () => {
    const [imports, files] = [await rowsOf("imports"), filesBelow("files").length];
    for (const bytes of [png(), clip, Buffer.from("Rar!\u001a\u0007\u0000 and more")]) {
      const { url } = await started(bytes.length, { type: "archive", fullFileName: "a.zip" });
      expectError(await patch(url, 0, bytes), "unsupported-file-type");
    }
    const { url } = await started(ZIP.length, { type: "archive" });
    expect((await tus("DELETE", url)).statusCode).toBe(204);
    expect([await rowsOf("imports"), filesBelow("files").length]).toEqual([imports, files]);
  });
});

it("a digest covers every byte, also those that another process wrote", async () => {
  const folder = fs.mkdtempSync(path.join(test.dataDir, "digest-"));
  const hooks = {
    created: async () => undefined,
    isKnown: async () => false,
    removed: async () => undefined,
    isFinished: async () => false,
  };
  const [store, other, third] = Array.from({ length: 3 }, () => new DurableFileStore(folder, hooks)) as [
    DurableFileStore,
    DurableFileStore,
    DurableFileStore,
  ];
  fs.writeFileSync(path.join(folder, "a"), "");
  await store.write(Readable.from([Buffer.from("one")]), "a", 0);
  await other.write(Readable.from([Buffer.from("two")]), "a", 3);
  await store.write(Readable.from([Buffer.from("six")]), "a", 6);
  const digest = createHash("sha256").update("onetwosix").digest("hex");
  expect([await store.digestOf("a", 9), await other.digestOf("a", 9)]).toEqual([digest, digest]);
  await store.write(Readable.from([Buffer.from("ONETWO"), Buffer.from("SIX")]), "a", 0);
  expect(await store.digestOf("a", 9)).toBe(createHash("sha256").update("ONETWOSIX").digest("hex"));
  expect([await store.digestOf("a", 12), await third.digestOf("a", 9)]).toEqual([undefined, undefined]);
  fs.rmSync(folder, { recursive: true });
});

it("limits the number of new uploads per user and minute (S25)", async () => {
  const strict = await createTestApp({ config: { RATE_LIMIT_FACTOR: "0.005" } });
  try {
    const user = await strict.user();
    const begin = () =>
      strict.app.inject({ method: "POST", url: "/uploads", headers: { "tus-resumable": "1.0.0", "upload-length": "9", ...user.headers } });
    for (let count = 0; count < 3; count += 1) expect((await begin()).statusCode).toBe(201);
    const answer = await begin();
    expectError(answer, "too-many-requests");
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    strict.clock.advance(61_000);
    expect((await begin()).statusCode).toBe(201);
  } finally {
    await strict.close();
  }
});
