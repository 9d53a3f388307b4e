import { createHash, randomBytes } from "node:crypto";
import { createTestApp, png, type TestApp } from "@stillreel/testing";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobs } from "../../platform/db/schema/index.ts";
import type { SweptPage } from "../../platform/module.ts";
import { createSweepers } from "../../web/sweeps/index.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
const store = (bytes: Uint8Array) => test.modules.media.storeStream(once(bytes), { maxBytes: 8_000_000, contentType: "video/mp4" });
const get = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
  test.app.inject({ method, url, headers });

describe("GET /media/{token}", () => {
  it("returns the bytes, single ranges of them, and 304 for a known entity tag", async () => {
    const bytes = randomBytes(2_500_000);
    const blob = await store(bytes);
    const url = test.modules.media.url({ ...blob, callerId: (await test.user()).id });
    const whole = await get(url);
    expect(whole.statusCode).toBe(200);
    expect(createHash("sha256").update(whole.rawPayload).digest("hex")).toBe(blob.sha256);
    for (const [range, from, to] of [
      ["bytes=0-9", 0, 10],
      ["bytes=-7", 2_499_993, 2_500_000],
      ["bytes=1500000-", 1_500_000, 2_500_000],
      ["bytes=5-2499999999", 5, 2_500_000],
    ] as const) {
      const part = await get(url, { range });
      expect([part.statusCode, part.headers["content-range"]]).toEqual([206, `bytes ${from}-${to - 1}/2500000`]);
      expect(part.rawPayload.equals(bytes.subarray(from, to))).toBe(true);
    }
    expect((await get(url, { range: "bytes=0-1,5-6" })).statusCode).toBe(200);
    const beyond = await get(url, { range: "bytes=2500000-" });
    expect([beyond.statusCode, beyond.headers["content-range"], beyond.json().code]).toEqual([
      416,
      "bytes */2500000",
      "range-not-satisfiable",
    ]);
    const etag = String(whole.headers.etag);
    expect((await get(url, { "if-none-match": etag })).statusCode).toBe(304);
    expect((await get(url, { range: "bytes=0-9", "if-range": '"other"' })).statusCode).toBe(200);
    expect((await get(url, { range: "bytes=0-9", "if-range": etag })).statusCode).toBe(206);
    const head = await get(url, {}, "HEAD");
    expect([head.statusCode, head.headers["content-length"], head.rawPayload.length]).toEqual([200, "2500000", 0]);
  });

  it("is sent with sandbox headers and a safe content type", async () => {
    const blob = await store(Buffer.from("<html><script>alert(1)</script>"));
    const answer = await get(
      test.modules.media.url({ ...blob, mimeType: "text/html", callerId: "", fileName: "x\r\nSet-Cookie: a=b.html" }),
    );
    expect(answer.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; /u);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.headers["cache-control"]).toMatch(/^private, max-age=(1[7-9]\d|2\d\d|300), immutable$/u);
  });

  it("is a 404 for an invalid token or a missing object", async () => {
    const blob = await store(png(9, 9));
    const url = test.modules.media.url({ ...blob, callerId: (await test.user()).id });
    expect((await get(url.slice(0, -2))).statusCode).toBe(404);
    expect((await get("/media/x")).json()).toMatchObject({ status: "error", code: "not-found" });
    await test.ports.storage.delete(blob.storageKey);
    expect((await get(url)).statusCode).toBe(404);
  });
});

describe("blobs", () => {
  it("lose their bytes with the last reference, not before", async () => {
    const blob = await store(png(5, 5));
    const { media } = test.modules;
    await media.insertBlob(test.ports.db, blob);
    await media.retainBlob(test.ports.db, blob.id);
    await media.releaseBlob(test.ports.db, blob.id);
    await test.runJobs();
    expect((await test.ports.storage.stat(blob.storageKey)).sizeBytes).toBe(blob.sizeBytes);
    await media.releaseBlob(test.ports.db, blob.id);
    await test.runJobs();
    await expect(test.ports.storage.stat(blob.storageKey)).rejects.toMatchObject({ code: "not-found" });
    expect(await test.ports.db.select().from(blobs).where(eq(blobs.id, blob.id))).toEqual([]);
  });

  it("a crash between the object and its row leaves nothing after the sweep (R2)", async () => {
    const orphan = await store(png(6, 6));
    const stored = await store(png(7, 7));
    await test.modules.media.insertBlob(test.ports.db, stored);
    const sweep = async (ageMs: number): Promise<number> => {
      const sweeper = createSweepers(test.ports, ageMs).find(({ name }) => name === "delete-orphaned-objects");
      const page = (await sweeper?.run(AbortSignal.timeout(10_000), null)) as SweptPage;
      expect(page.next).toBe(null);
      return page.count;
    };
    expect(await sweep(24 * 3600 * 1000)).toBe(0);
    expect(await sweep(-60_000)).toBeGreaterThanOrEqual(1);
    await expect(test.ports.storage.stat(orphan.storageKey)).rejects.toMatchObject({ code: "not-found" });
    expect((await test.ports.storage.stat(stored.storageKey)).sizeBytes).toBe(stored.sizeBytes);
  });

  it("the sweep knows every column that points to a blob", async () => {
    const { BLOB_COLUMNS } = await import("../../web/sweeps/sweeps.repo.ts");
    const found = await test.ports.pool.query<{ name: string }>(
      "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and column_name like '%blob_id' order by 1",
    );
    expect(found.rows.map((row) => row.name)).toEqual([...BLOB_COLUMNS].sort());
  });
});
