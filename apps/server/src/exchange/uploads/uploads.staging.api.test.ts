import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { ListMultipartUploadsCommand, S3Client } from "@aws-sdk/client-s3";
import { createTestApp, padded, png, recording, type TestApp, type TestUser, video } from "@stillreel/testing";
import type { FastifyInstance } from "fastify";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FaultProxy, installS3, type S3Bucket, startFaultProxy, startS3 } from "../../../../../testing/src/s3/index.ts";
import { buildApp } from "@stillreel/server/app.ts";
import { buildModules } from "@stillreel/server/composition.ts";
import { storeProblem } from "@stillreel/server/web/service/store-problem.ts";

const MB = 1024 * 1024;
const HOUR = 3_600_000;
const whyNot = await installS3();
const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Returns a video with an ignored box at its end, so that it has this size. */
async function videoOf(sizeBytes: number): Promise<Buffer> {
  const film = await video();
  return padded(film, sizeBytes - film.length);
}

describe.skipIf(whyNot !== null)(`uploads to an S3 store, by two servers${whyNot ? ` (skipped: ${whyNot})` : ""}`, () => {
  let bucket: S3Bucket;
  let proxy: FaultProxy;
  let test: TestApp;
  let other: FastifyInstance;
  let apps: FastifyInstance[];
  let anna: TestUser;

  beforeAll(async () => {
    bucket = await startS3();
    proxy = await startFaultProxy(bucket.settings.endpoint);
    const url = bucket.url.replace(new URL(bucket.settings.endpoint).host, new URL(proxy.url).host);
    test = await createTestApp({ config: { STORAGE_URL: url } });
    // The second server has its own state of uploads, and shares database and store.
    other = await buildApp(test.ports, buildModules(test.ports));
    apps = [test.app, other];
  }, 120_000);
  afterAll(async () => {
    await other?.close();
    await test?.close();
    await proxy?.close();
  });
  beforeEach(async () => {
    anna = await test.user();
  });

  let turn = 0;
  const encoded = (fields: Record<string, string>): string =>
    Object.entries(fields)
      .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
      .join(",");
  /** Sends a request to the next server. */
  const tus = (method: "POST" | "PATCH" | "HEAD" | "DELETE", url: string, headers: Record<string, string> = {}, payload?: Buffer) => {
    turn += 1;
    const app = apps[turn % apps.length] as FastifyInstance;
    return app.inject({ method, url, headers: { "tus-resumable": "1.0.0", ...anna.headers, ...headers }, ...(payload ? { payload } : {}) });
  };
  async function create(length: number | null, fields: Record<string, string>): Promise<{ url: string; itemId: string }> {
    const { statusCode, headers, body } = await tus("POST", "/uploads", {
      ...(length === null ? { "upload-defer-length": "1" } : { "upload-length": String(length) }),
      "upload-metadata": encoded(fields),
    });
    expect(statusCode, body).toBe(201);
    return { url: String(headers["location"]), itemId: String(headers["item-id"]) };
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
  const offsetOf = async (url: string): Promise<number> => Number((await tus("HEAD", url)).headers["upload-offset"]);

  /** Sends a file in pieces of random sizes, the last one with `last` as headers. */
  async function sendAll(url: string, file: Buffer, seed: number, most: number, last: Record<string, string> = {}): Promise<void> {
    const sizes = fc.sample(fc.integer({ min: 1, max: most }), { seed, numRuns: 1_000 });
    for (let at = 0, index = 0; at < file.length; index += 1) {
      const end = Math.min(at + (sizes[index] ?? most), file.length);
      const { statusCode, body } = await patch(url, at, file.subarray(at, end), end === file.length ? last : {});
      expect(statusCode, `${body} (seed ${seed})`).toBe(204);
      if (index % 3 === 0) expect(await offsetOf(url)).toBe(end);
      at = end;
    }
  }
  async function storedOf(itemId: string): Promise<{ recorded: string; stored: string }> {
    const { rows } = await test.ports.pool.query<{ storage_key: string; sha256: Buffer }>(
      "select storage_key, b.sha256 from blobs b join items i on i.blob_id = b.id where i.id = $1",
      [itemId],
    );
    const { stream } = await test.ports.storage.get(rows[0]?.storage_key ?? "");
    return { recorded: rows[0]?.sha256.toString("hex") ?? "", stored: sha(Buffer.concat(await stream.toArray())) };
  }
  /** Returns everything in the store that belongs to no item: unfinished writes and pieces. */
  async function remains(): Promise<string[]> {
    const { settings } = bucket;
    const client = new S3Client({ endpoint: settings.endpoint, region: settings.region, forcePathStyle: true, credentials: settings });
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }));
    client.destroy();
    const found = Uploads.map(({ Key }) => `unfinished ${Key}`);
    for await (const { key } of test.ports.storage.list("u/")) found.push(key);
    const { rows } = await test.ports.pool.query<{ storage_key: string }>("select storage_key from blobs");
    const known = new Set(rows.map(({ storage_key: key }) => key));
    for await (const { key } of test.ports.storage.list("b/")) if (!known.has(key)) found.push(key);
    return found;
  }

  it("joins a file whose requests reach both servers", async () => {
    const seed = Date.now() % 1_000_000;
    const file = await videoOf(13 * MB + 4_321);
    const { url, itemId } = await create(file.length, { fullFileName: "long.mp4" });
    await sendAll(url, file, seed, 3 * MB);
    expect(await storedOf(itemId)).toEqual({ recorded: sha(file), stored: sha(file) });
    // A repeated last request is answered as before.
    expect(await offsetOf(url)).toBe(file.length);
    expect(await remains()).toEqual([]);
  }, 60_000);

  it("joins a file that one server receives in one request, without reading it again", async () => {
    const file = await videoOf(11 * MB);
    const { url, itemId } = await create(file.length, { fullFileName: "once.mp4" });
    expect((await patch(url, 0, file)).statusCode).toBe(204);
    expect(await storedOf(itemId)).toEqual({ recorded: sha(file), stored: sha(file) });
    expect(await remains()).toEqual([]);
  }, 60_000);

  it("plays a growing recording from the server that did not receive it, and joins it at its end", async () => {
    const seed = Date.now() % 1_000_000;
    const film = await recording({ seconds: 6 });
    const { url, itemId } = await create(null, { type: "video", recording: "true", fullFileName: "take.mp4" });
    const half = Math.floor(film.length / 2);
    await sendAll(url, film.subarray(0, half), seed, 20_000);
    const raw = `/api/v1/items/${itemId}/stream/raw.mp4`;
    for (const app of apps) {
      const part = await app.inject({ url: raw, headers: { ...anna.headers, range: "bytes=100-40000" } });
      expect([part.statusCode, sha(part.rawPayload)]).toEqual([206, sha(film.subarray(100, Math.min(40_001, half)))]);
      const playlist = await app.inject({ url: `/api/v1/items/${itemId}/stream/live.m3u8`, headers: anna.headers });
      expect(playlist.body).toContain("#EXTINF");
    }
    const { statusCode, body } = await patch(url, half, film.subarray(half), { "upload-length": String(film.length) });
    expect(statusCode, body).toBe(204);
    expect(await storedOf(itemId)).toEqual({ recorded: sha(film), stored: sha(film) });
    expect(await remains()).toEqual([]);
  }, 60_000);

  it("stores a picture like one from a form, and discards the sent bytes", async () => {
    const picture = png(300, 200);
    const { url, itemId } = await create(picture.length, { fullFileName: "small.png" });
    await sendAll(url, picture, 7, Math.ceil(picture.length / 3));
    const { recorded, stored } = await storedOf(itemId);
    expect(recorded).toBe(stored);
    expect(await remains()).toEqual([]);
  });

  it("refuses content of another type, and leaves nothing of it", async () => {
    const bytes = randomBytes(6 * MB);
    const { url } = await create(bytes.length, { fullFileName: "wrong.mp4" });
    expect((await patch(url, 0, bytes)).statusCode).toBe(415);
    expect((await tus("HEAD", url)).statusCode).toBe(404);
    expect(await remains()).toEqual([]);
  });

  it("counts a chunk with a checksum only if it is right", async () => {
    const bytes = randomBytes(6 * MB);
    const { url } = await create(bytes.length * 2, { fullFileName: "sum.mp4" });
    const sumOf = (of: Buffer): Record<string, string> => ({
      "upload-checksum": `sha256 ${createHash("sha256").update(of).digest("base64")}`,
    });
    expect((await patch(url, 0, bytes, sumOf(randomBytes(3)))).statusCode).toBe(460);
    expect(await offsetOf(url)).toBe(0);
    expect((await patch(url, 0, bytes, sumOf(bytes))).statusCode).toBe(204);
    expect(await offsetOf(url)).toBe(bytes.length);
    expect((await tus("DELETE", url)).statusCode).toBe(204);
    expect(await remains()).toEqual([]);
  });

  it("sweeps abandoned uploads with their parts, and retains those that go on", async () => {
    const left = await create(20 * MB, { fullFileName: "left.mp4" });
    expect((await patch(left.url, 0, randomBytes(7 * MB))).statusCode).toBe(204);
    // The rows of a deleted user's uploads are gone, their bytes are not.
    const orphan = await create(20 * MB, { fullFileName: "orphan.mp4" });
    expect((await patch(orphan.url, 0, randomBytes(7 * MB))).statusCode).toBe(204);
    await test.ports.pool.query("delete from uploads where id = $1", [orphan.url.split("/").at(-1)]);
    expect(await test.ports.storage.sweepUnfinished(-HOUR, async () => true)).toBe(0);
    expect((await remains()).length).toBeGreaterThan(3);
    test.clock.advance(25 * HOUR);
    await test.modules.uploads.sweep();
    expect(await remains()).toEqual([]);
    expect((await test.ports.pool.query("select 1 from staged_uploads where storage_key is not null")).rowCount).toBe(0);
  });

  it("sweeps pieces and chunks that a killed server did not record", async () => {
    const chunk = path.join(test.dataDir, "uploads", "0123456789abcdef.chunk");
    await mkdir(path.dirname(chunk), { recursive: true });
    await writeFile(chunk, "half");
    await test.ports.storage.put("u/0123456789abcdef", Readable.from([randomBytes(10)]));
    test.clock.advance(24 * 7 * HOUR);
    await test.modules.uploads.sweep();
    expect(await readdir(path.dirname(chunk))).toEqual([]);
    expect(await remains()).toEqual([]);
  });

  it("continues an upload that an earlier version left on the local disk", async () => {
    const file = await videoOf(8 * MB);
    const { url, itemId } = await create(file.length, { fullFileName: "early.mp4" });
    const id = url.split("/").at(-1) ?? "";
    await test.ports.pool.query("delete from staged_uploads where id = $1", [id]);
    const local = path.join(test.dataDir, "uploads", id);
    await mkdir(path.dirname(local), { recursive: true });
    await writeFile(local, file.subarray(0, 6 * MB));
    await writeFile(`${local}.json`, JSON.stringify({ id, size: file.length, offset: 0, metadata: { fullFileName: "early.mp4" } }));
    expect(await offsetOf(url)).toBe(6 * MB);
    expect(await readdir(path.dirname(local))).toEqual([]);
    expect((await patch(url, 6 * MB, file.subarray(6 * MB))).statusCode).toBe(204);
    expect(await storedOf(itemId)).toEqual({ recorded: sha(file), stored: sha(file) });
    expect(await remains()).toEqual([]);
  }, 60_000);

  it("acknowledges nothing that the store confirms and does not store", async () => {
    const bytes = randomBytes(6 * MB);
    const { url } = await create(bytes.length * 2, { fullFileName: "lost.mp4" });
    for (const sizeBytes of [1_000, bytes.length]) {
      proxy.faults.push({ kind: "swallow", times: 1, method: "PUT" });
      const refused = await patch(url, 0, bytes.subarray(0, sizeBytes));
      expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "2"]);
      expect(await offsetOf(url)).toBe(0);
    }
    expect((await patch(url, 0, bytes)).statusCode).toBe(204);
    expect((await tus("DELETE", url)).statusCode).toBe(204);
    expect(await remains()).toEqual([]);
  });

  it("is reported when the store loses writes, or belongs to another installation, from which nothing is swept", async () => {
    expect(await storeProblem(test.ports)).toBeNull();
    proxy.faults.push({ kind: "swallow", times: 1, method: "PUT" });
    expect(await storeProblem(test.ports)).toContain("does not have the bytes afterwards");
    await test.ports.pool.query("update installation set id = gen_random_uuid()");
    expect(await storeProblem(test.ports)).toContain("another installation");
    await test.ports.storage.put("u/0123456789abcdef", Readable.from([randomBytes(10)]));
    test.clock.advance(24 * 7 * HOUR);
    await test.modules.uploads.sweep();
    expect(await remains()).toEqual(["u/0123456789abcdef"]);
    await test.ports.storage.delete("installation");
    await test.modules.uploads.sweep();
    expect(await remains()).toEqual([]);
  });
});
