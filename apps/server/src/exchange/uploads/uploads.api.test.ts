import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type ClientResult, getImage, getShared, purgeImage } from "@stillreel/contract";
import { createTestApp, expectError, png, sharedItem, type TestApp, type TestUser } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { shareLinks } from "../../platform/db/schema/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";

type Item = ClientResult<typeof getImage>;
let test: TestApp;
let anna: TestUser;
let ben: TestUser;
let address: string;

beforeAll(async () => {
  test = await createTestApp({ config: { MAX_IMAGE_BYTES: String(2 * 1024 * 1024), MAX_UPLOAD_BYTES: String(8 * 1024 * 1024) } });
  anna = await test.user();
  ben = await test.user();
  address = await test.listen();
});
afterAll(() => test.close());

/** An image of at least this size. Its rows are noise, because data after the PNG's end would be removed. */
const PICTURE = png(640, 480);
const metadata = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");

async function tus(method: string, url: string, user: TestUser | null, headers: Record<string, string> = {}, body?: Uint8Array) {
  const answer = await fetch(new URL(url, address), {
    method,
    headers: { "tus-resumable": "1.0.0", ...user?.headers, ...headers },
    ...(body ? { body: body as never } : {}),
  });
  return { statusCode: answer.status, headers: answer.headers, body: await answer.text() };
}
async function create(
  length: number | null,
  fields: Record<string, string> = {},
  user: TestUser | null = anna,
  headers: Record<string, string> = {},
  body?: Uint8Array,
) {
  const size: Record<string, string> = length === null ? { "upload-defer-length": "1" } : { "upload-length": String(length) };
  return tus("POST", "/uploads", user, { ...size, "upload-metadata": metadata({ fullFileName: "a.png", ...fields }), ...headers }, body);
}
const patch = (url: string, offset: number, body: Uint8Array, headers: Record<string, string> = {}, user: TestUser | null = anna) =>
  tus("PATCH", url, user, { "upload-offset": String(offset), "content-type": "application/offset+octet-stream", ...headers }, body);
const offsetOf = async (url: string): Promise<number> => Number((await tus("HEAD", url, anna)).headers.get("upload-offset"));
const get = (itemId: string, user = anna) => test.call(getImage, { params: { workspaceId: "personal", itemId } }, user);
const started = async (length: number | null = PICTURE.length, fields: Record<string, string> = {}) => {
  const answer = await create(length, fields);
  expect(answer.statusCode).toBe(201);
  return {
    url: String(answer.headers.get("location")),
    itemId: String(answer.headers.get("item-id")),
    shareUrl: String(answer.headers.get("share-url")),
  };
};
async function bytesOf(itemId: string): Promise<Buffer> {
  const item = (await get(itemId)).data() as Item;
  return (await test.app.inject({ url: String(item.sourceUrl).replace(/^https?:\/\/[^/]+/u, "") })).rawPayload;
}
async function traces(): Promise<unknown> {
  const files = fs.readdirSync(test.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const { rows } = await test.ports.db.execute(
    sql`select (select count(*) from items) as items, (select count(*) from blobs) as blobs, (select count(*) from uploads) as uploads`,
  );
  return { files: files.map((entry) => path.join(entry.parentPath, entry.name)).sort(), rows: rows[0] };
}

describe("tus", () => {
  it("lists its supported features", async () => {
    const answer = await tus("OPTIONS", "/uploads", null);
    expect(answer.statusCode).toBe(204);
    expect(answer.headers.get("tus-version")).toBe("1.0.0");
    expect(answer.headers.get("tus-extension")?.split(",").sort()).toEqual([
      "checksum",
      "creation",
      "creation-defer-length",
      "creation-with-upload",
      "termination",
    ]);
    expect(answer.headers.get("tus-checksum-algorithm")).toBe("sha1,sha256");
    expect(answer.headers.get("tus-max-size")).toBe(String(8 * 1024 * 1024));
  });

  it("accepts several chunks; the item exists from creation, its link works after completion", async () => {
    const { url, itemId, shareUrl } = await started(PICTURE.length, { title: "In pieces" });
    const slug = shareUrl.split("/").at(-1) ?? "";
    expect((await get(itemId)).data()).toMatchObject({ stage: "uploading", title: "In pieces", sourceUrl: null, shareUrl });
    expectError(await test.call(getShared, { params: { slug } }), "not-found");
    const half = PICTURE.length >> 1;
    expect((await patch(url, 0, PICTURE.subarray(0, half))).headers.get("upload-offset")).toBe(String(half));
    const asked = await tus("HEAD", url, anna);
    expect(Number(asked.headers.get("upload-offset"))).toBe(half);
    expectError(await patch(url, 0, PICTURE), "upload-conflict");
    const last = await patch(url, half, PICTURE.subarray(half));
    expect(last.statusCode).toBe(204);
    // A resuming client must receive the item id again.
    for (const { headers } of [asked, last, await tus("HEAD", url, anna)])
      expect([headers.get("item-id"), headers.get("share-url")]).toEqual([itemId, shareUrl]);
    expect((await get(itemId)).data()).toMatchObject({ mimeType: "image/png", width: 640, height: 480, size: PICTURE.length });
    expect(
      createHash("sha256")
        .update(await bytesOf(itemId))
        .digest("hex"),
    ).toBe(createHash("sha256").update(PICTURE).digest("hex"));
    await test.runJobs();
    expect((await get(itemId)).data().stage).toBe("ready");
    expect(sharedItem((await test.call(getShared, { params: { slug } })).data()).sourceUrl).toContain("/media/");
  });

  it("creates one item when the last request is repeated (R12)", async () => {
    const { url, itemId } = await started();
    const before = await test.ports.db.$count(shareLinks);
    expect((await patch(url, 0, PICTURE)).statusCode).toBe(204);
    for (let count = 0; count < 5; count += 1) {
      expect(await offsetOf(url)).toBe(PICTURE.length);
      expectError(await patch(url, 0, PICTURE), "upload-conflict");
      expect((await patch(url, PICTURE.length, Buffer.alloc(0))).statusCode).toBe(204);
    }
    expect(await test.ports.db.$count(shareLinks)).toBe(before);
    expect((await bytesOf(itemId)).equals(PICTURE)).toBe(true);
  });

  it("accepts a deferred length, and the first bytes in the creation request", async () => {
    const { url, itemId } = await started(null);
    expect((await tus("HEAD", url, anna)).headers.get("upload-defer-length")).toBe("1");
    await patch(url, 0, PICTURE.subarray(0, 100));
    expect((await patch(url, 100, PICTURE.subarray(100), { "upload-length": String(PICTURE.length) })).statusCode).toBe(204);
    expect((await bytesOf(itemId)).equals(PICTURE)).toBe(true);
    const whole = await create(PICTURE.length, {}, anna, { "content-type": "application/offset+octet-stream" }, PICTURE);
    expect(whole.headers.get("upload-offset")).toBe(String(PICTURE.length));
    expect((await bytesOf(String(whole.headers.get("item-id")))).equals(PICTURE)).toBe(true);
  });

  it("accepts a chunk only when its checksum matches", async () => {
    const { url, itemId } = await started();
    const sum = (algorithm: "sha1" | "sha256", bytes: Uint8Array): string =>
      `${algorithm} ${createHash(algorithm).update(bytes).digest("base64")}`;
    expectError(
      await patch(url, 0, PICTURE.subarray(0, 50), { "upload-checksum": sum("sha1", PICTURE.subarray(0, 51)) }),
      "checksum-mismatch",
    );
    expect(await offsetOf(url)).toBe(0);
    for (const bad of ["md5 abcd", "sha256 abcd", "sha1", "nonsense"])
      expectError(await patch(url, 0, PICTURE, { "upload-checksum": bad }), "bad-request");
    expect((await patch(url, 0, PICTURE.subarray(0, 50), { "upload-checksum": sum("sha1", PICTURE.subarray(0, 50)) })).statusCode).toBe(
      204,
    );
    expect((await patch(url, 50, PICTURE.subarray(50), { "upload-checksum": sum("sha256", PICTURE.subarray(50)) })).statusCode).toBe(204);
    expect((await bytesOf(itemId)).equals(PICTURE)).toBe(true);
  });

  it("deletes an upload with its item when the client cancels", async () => {
    const before = await traces();
    const { url, itemId } = await started();
    await patch(url, 0, PICTURE.subarray(0, 100));
    expect((await tus("DELETE", url, anna)).statusCode).toBe(204);
    expectError(await get(itemId), "not-found");
    expect((await tus("HEAD", url, anna)).statusCode).toBe(404);
    expect(await traces()).toEqual(before);
  });

  it("allows access to an upload only for its creator (S2)", async () => {
    const { url } = await started();
    for (const user of [ben, null]) {
      const code = user ? "not-found" : "unauthenticated";
      expect((await tus("HEAD", url, user)).statusCode).toBe(user ? 404 : 401);
      expectError(await patch(url, 0, PICTURE, {}, user), code);
      expectError(await tus("DELETE", url, user), code);
    }
    for (const id of ["nonsense", "a".repeat(22), "..%2f..%2fetc", "%00"])
      expectError(await patch(`/uploads/${id}`, 0, PICTURE), "not-found");
    expect(await offsetOf(url)).toBe(0);
  });

  it.each<[string, () => ReturnType<typeof create>, Parameters<typeof expectError>[1], string?]>([
    ["a caller without a session", () => create(10, {}, null), "unauthenticated"],
    ["an unknown space", () => create(10, { workspaceId: "018f0000-0000-7000-8000-000000000000" }), "not-found"],
    ["an unknown folder", () => create(10, { folderId: "018f0000-0000-7000-8000-000000000000" }), "validation-failed", "folderId"],
    ["a path as file name", () => create(10, { fullFileName: "../x.png" }), "validation-failed", "fullFileName"],
    ["control characters in a title", () => create(10, { title: "a\u0007" }), "validation-failed", "title"],
    ["an invalid type", () => create(10, { type: "song" }), "validation-failed", "type"],
    ["too large a file", () => create(3 * 1024 * 1024), "file-too-large"],
    ["a negative length", () => create(10, {}, anna, { "upload-length": "-1" }), "validation-failed"],
    ["an invalid length", () => create(10, {}, anna, { "upload-length": "many" }), "validation-failed"],
    ["no length at all", () => tus("POST", "/uploads", anna), "bad-request"],
    ["broken metadata", () => create(10, {}, anna, { "upload-metadata": "a b c d" }), "bad-request"],
  ])("creates nothing for %s", async (_name, attempt, code, field) => {
    const before = await traces();
    const details = expectError(await attempt(), code);
    if (field) expect(details[0]?.field).toBe(field);
    expect(await traces()).toEqual(before);
  });

  it("refuses requests without the protocol's headers", async () => {
    const { url } = await started();
    const answer = await fetch(new URL(url, address), { method: "PATCH", headers: anna.headers, body: "x" });
    expect([answer.status, ((await answer.json()) as { status: string }).status]).toEqual([412, "error"]);
    for (const headers of [{ "upload-offset": "x" }, { "upload-offset": "-1" }, { "content-type": "text/plain" }] as Record<
      string,
      string
    >[]) {
      const refused = await patch(url, 0, PICTURE, headers);
      expect([refused.statusCode, (JSON.parse(refused.body) as { code: string }).code]).toEqual([400, "bad-request"]);
    }
    expectError(await patch(url, 0, Buffer.concat([PICTURE, PICTURE])), "file-too-large");
    expect(await offsetOf(url)).toBe(0);
  });

  it.each<[string, Uint8Array, Parameters<typeof expectError>[1]]>([
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>"), "unsupported-file-type"],
    ["noise", randomBytes(5_000), "unsupported-file-type"],
    ["half a picture", PICTURE.subarray(0, 200), "unreadable-file"],
  ])("deletes the item of an upload with %s", async (_name, bytes, code) => {
    await test.runJobs();
    const before = await traces();
    const { url, itemId } = await started(bytes.length);
    expectError(await patch(url, 0, bytes), code);
    expectError(await get(itemId), "not-found");
    await test.runJobs();
    expect(await traces()).toEqual(before);
  });

  it("ends an upload when its item is deleted", async () => {
    const before = await traces();
    const { url, itemId } = await started();
    const { refName } = (await get(itemId)).data();
    (await test.call(purgeImage, { params: { workspaceId: "personal" }, query: { imageId: itemId, refName } }, anna)).data();
    expectError(await patch(url, 0, PICTURE), "not-found");
    expect(await traces()).toEqual(before);
  });

  it("can cancel an upload without remains when the store is full", async () => {
    const before = await traces();
    const { url, itemId } = await started();
    const full = vi.spyOn(test.ports.storage, "put").mockRejectedValue(new StorageError("no-space", "The disk is full."));
    try {
      expectError(await patch(url, 0, PICTURE), "storage-full");
      expect((await tus("DELETE", url, anna)).statusCode).toBe(204);
    } finally {
      full.mockRestore();
    }
    expectError(await get(itemId), "not-found");
    expect(await traces()).toEqual(before);
  });

  it("deletes an upload and its item after a day without requests, and nothing else", async () => {
    await test.modules.uploads.sweep();
    const idle = await started();
    await patch(idle.url, 0, PICTURE.subarray(0, 100));
    const done = await started();
    await patch(done.url, 0, PICTURE);
    expect(await test.modules.uploads.sweep()).toBe(0);
    test.clock.advance(25 * 3_600_000);
    expect(await test.modules.uploads.sweep()).toBeGreaterThanOrEqual(2);
    const { rows } = await test.ports.db.execute(sql`select id, stage from items where id in (${idle.itemId}, ${done.itemId})`);
    expect(rows.map((row) => row["id"])).toEqual([done.itemId]);
    expect(fs.readdirSync(path.join(test.dataDir, "uploads"))).toEqual([]);
  });
});
