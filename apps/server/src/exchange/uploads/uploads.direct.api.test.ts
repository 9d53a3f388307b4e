import { createHash, randomBytes } from "node:crypto";
import { ListMultipartUploadsCommand, S3Client } from "@aws-sdk/client-s3";
import { createTestApp, expectError, padded, type TestApp, type TestUser, video } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FaultProxy, installS3, type S3Bucket, startFaultProxy, startS3 } from "../../../../../testing/src/s3/index.ts";

const MB = 1024 * 1024;
const PART = 5 * MB;
const whyNot = await installS3();
const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

interface Answer {
  offset: number;
  parts: { url: string; start: number; sizeBytes: number }[];
}

/** Returns a video with an ignored box at its end, so that it has this size. */
async function videoOf(sizeBytes: number): Promise<Buffer> {
  const film = await video();
  return padded(film, sizeBytes - film.length);
}

describe.skipIf(whyNot !== null)(`parts that browsers send to the store${whyNot ? ` (skipped: ${whyNot})` : ""}`, () => {
  let bucket: S3Bucket;
  let proxy: FaultProxy;
  let test: TestApp;
  let anna: TestUser;

  beforeAll(async () => {
    bucket = await startS3();
    proxy = await startFaultProxy(bucket.settings.endpoint);
    const url = bucket.url.replace(new URL(bucket.settings.endpoint).host, new URL(proxy.url).host);
    test = await createTestApp({ config: { STORAGE_URL: url, DIRECT_UPLOADS: "true" } });
  }, 120_000);
  afterAll(async () => {
    await test?.close();
    await proxy?.close();
  });
  beforeEach(async () => {
    anna = await test.user();
  });

  const tus = (method: "POST" | "PATCH" | "HEAD" | "DELETE", url: string, headers: Record<string, string> = {}, payload?: Buffer) =>
    test.app.inject({ method, url, headers: { "tus-resumable": "1.0.0", ...anna.headers, ...headers }, ...(payload ? { payload } : {}) });
  async function create(length: number, fields: Record<string, string>): Promise<{ url: string; itemId: string; isDirect: boolean }> {
    const metadata = Object.entries(fields).map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`);
    const made = await tus("POST", "/uploads", { "upload-length": String(length), "upload-metadata": metadata.join(",") });
    expect(made.statusCode, made.body).toBe(201);
    const { location, "item-id": itemId, "upload-direct": direct } = made.headers;
    return { url: String(location), itemId: String(itemId), isDirect: direct === "1" };
  }
  const ask = async (url: string): Promise<Answer> => {
    const answer = await tus("POST", `${url}/parts`);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers["cache-control"]).toContain("no-store");
    return answer.json<{ data: Answer }>().data;
  };
  const put = (url: string, bytes: Buffer) => fetch(url, { method: "PUT", body: new Uint8Array(bytes) });
  /** Sends bytes that the store must not take. It may answer and close the connection before it has read them. */
  const isRefused = (url: string, size: number): Promise<boolean> =>
    put(url, Buffer.alloc(size)).then(
      ({ status }) => status === 403 || status === 404,
      ({ cause }: Error) => ["ECONNRESET", "EPIPE"].includes((cause as NodeJS.ErrnoException).code ?? ""),
    );
  const patch = (url: string, offset: number, bytes: Buffer) =>
    tus("PATCH", url, { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" }, bytes);
  const offsetOf = async (url: string): Promise<number> => Number((await tus("HEAD", url)).headers["upload-offset"]);
  const sizeOf = (itemId: string) =>
    test.ports.pool.query<{ stage: string; storage_key: string; sha256: Buffer }>(
      "select i.stage, b.storage_key, b.sha256 from items i join blobs b on b.id = i.blob_id where i.id = $1",
      [itemId],
    );
  async function storedOf(itemId: string): Promise<{ recorded: string; stored: string }> {
    const [row] = (await sizeOf(itemId)).rows;
    const { stream } = await test.ports.storage.get(row?.storage_key ?? "");
    return { recorded: row?.sha256.toString("hex") ?? "", stored: sha(Buffer.concat(await stream.toArray())) };
  }
  async function unfinished(): Promise<number> {
    const { settings } = bucket;
    const client = new S3Client({ endpoint: settings.endpoint, region: settings.region, forcePathStyle: true, credentials: settings });
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }));
    client.destroy();
    return Uploads.length;
  }
  /** Sends all whole parts directly, and returns the acknowledged bytes. */
  async function sendParts(url: string, file: Buffer): Promise<number> {
    for (;;) {
      const { offset, parts } = await ask(url);
      if (parts.length === 0) return offset;
      // In reverse order, as parallel requests may end.
      for (const part of parts.toReversed())
        expect((await put(part.url, file.subarray(part.start, part.start + part.sizeBytes))).status).toBe(200);
    }
  }

  it("joins parts that the browser sent with the end that the server received", async () => {
    const file = await videoOf(6 * PART + 4_321);
    const { url, itemId, isDirect } = await create(file.length, { fullFileName: "direct.mp4" });
    expect(isDirect).toBe(true);
    const first = await ask(url);
    expect(first.offset).toBe(0);
    expect(first.parts.map(({ start, sizeBytes }) => [start, sizeBytes])).toEqual([0, 1, 2, 3].map((part) => [part * PART, PART]));
    const offset = await sendParts(url, file);
    expect(offset).toBe(6 * PART);
    expect(await offsetOf(url)).toBe(offset);
    expect((await patch(url, offset, file.subarray(offset))).statusCode).toBe(204);
    expect(await storedOf(itemId)).toEqual({ recorded: sha(file), stored: sha(file) });
    expect(await unfinished()).toBe(0);
  }, 120_000);

  it("ends a file of whole parts when the client asks for the offset", async () => {
    const file = await videoOf(2 * PART);
    const { url, itemId } = await create(file.length, { fullFileName: "whole.mp4" });
    expect(await sendParts(url, file)).toBe(file.length);
    expect(await offsetOf(url)).toBe(file.length);
    expect(await storedOf(itemId)).toEqual({ recorded: sha(file), stored: sha(file) });
  }, 120_000);

  it("acknowledges only parts in their order, and the server receives what the store did not", async () => {
    const file = await videoOf(3 * PART + 7);
    const { url, itemId } = await create(file.length, { fullFileName: "gap.mp4" });
    const { parts } = await ask(url);
    for (const index of [0, 2]) expect((await put(parts[index]!.url, file.subarray(index * PART, (index + 1) * PART))).status).toBe(200);
    expect((await ask(url)).offset).toBe(PART);
    expect((await patch(url, PART, file.subarray(PART))).statusCode).toBe(204);
    expect(await storedOf(itemId)).toEqual({ recorded: sha(file), stored: sha(file) });
  }, 120_000);

  it("checks type and content as before, and leaves nothing of what it refuses", async () => {
    const bytes = randomBytes(PART);
    const { url } = await create(bytes.length, { fullFileName: "wrong.mp4" });
    await sendParts(url, bytes);
    expect((await tus("HEAD", url)).statusCode).toBe(415);
    expect((await tus("HEAD", url)).statusCode).toBe(404);
    expect(await unfinished()).toBe(0);
  }, 120_000);

  it("does not join a part that was replaced after it was acknowledged", async () => {
    const file = await videoOf(PART + 100);
    const { url, itemId } = await create(file.length, { fullFileName: "replaced.mp4" });
    const [part] = (await ask(url)).parts;
    await put(part!.url, file.subarray(0, PART));
    expect((await ask(url)).offset).toBe(PART);
    expect((await put(part!.url, randomBytes(PART))).status).toBe(200);
    expect((await patch(url, PART, file.subarray(PART))).statusCode).toBeGreaterThanOrEqual(400);
    expect((await sizeOf(itemId)).rows).toEqual([]);
    expect((await tus("DELETE", url)).statusCode).toBe(204);
  }, 120_000);

  it("gives addresses to the maker of the upload only, and none for recordings and small files", async () => {
    const { url } = await create(3 * PART, { fullFileName: "mine.mp4" });
    expectError(await test.app.inject({ method: "POST", url: `${url}/parts` }), "unauthenticated");
    const other = await test.user();
    expectError(await test.app.inject({ method: "POST", url: `${url}/parts`, headers: other.headers }), "not-found");
    const small = await create(4 * MB, { fullFileName: "small.mp4" });
    expect(await ask(small.url)).toEqual({ offset: 0, parts: [] });
    const take = await create(3 * PART, { type: "video", recording: "true", fullFileName: "take.mp4" });
    expect(take.isDirect).toBe(false);
    expect((await ask(take.url)).parts).toEqual([]);
    expect(await unfinished()).toBe(0);
  }, 120_000);

  it("does not exist unless it is configured", async () => {
    await using t = await createTestApp();
    const { headers } = await t.user();
    expect((await t.app.inject({ method: "POST", url: "/uploads/some/parts", headers })).statusCode).toBe(404);
  });

  // The last one: the store closes connections that other requests could use.
  it("accepts a body of the signed size only, and at no other place", async () => {
    const { url } = await create(3 * PART, { fullFileName: "sizes.mp4" });
    const [part] = (await ask(url)).parts;
    for (const size of [PART - 1, PART + 1, 10 * MB]) expect(await isRefused(part!.url, size)).toBe(true);
    const other = new URL(part!.url);
    other.searchParams.set("partNumber", "2");
    expect(await isRefused(other.href, PART)).toBe(true);
    const expiry = Number(new URL(part!.url).searchParams.get("X-Amz-Expires"));
    expect(expiry).toBeLessThanOrEqual(900);
    expect((await ask(url)).offset).toBe(0);
    expect((await tus("DELETE", url)).statusCode).toBe(204);
    // The write has ended, and its addresses with it.
    expect(await isRefused(part!.url, PART)).toBe(true);
    expect(await unfinished()).toBe(0);
  }, 120_000);
});
