import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync, existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ListMultipartUploadsCommand, S3Client } from "@aws-sdk/client-s3";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  installS3,
  s3Available,
  startFaultProxy,
  startS3,
  type FaultProxy,
  type S3Bucket,
} from "../../../../../../testing/src/s3/index.ts";
import type { Storage } from "../storage.port.ts";
import { createDiskStorage } from "./index.ts";
import { createS3Storage } from "./s3.storage.ts";

const home = mkdtempSync(join(tmpdir(), "stillreel-storage-"));
const whyNot = await installS3();
let bucket: S3Bucket | undefined;
beforeAll(async () => {
  if (s3Available()) bucket = await startS3();
}, 120_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const s3 = (): S3Bucket => {
  if (!bucket) throw new Error("There is no S3 server.");
  return bucket;
};
const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const newKey = (): string => `b/te/st/${randomBytes(12).toString("hex")}`;
async function* pieces(bytes: Buffer, size = 60_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function readAll(storage: Storage, key: string, range?: { start: number; end?: number }): Promise<Buffer> {
  const { stream } = await storage.get(key, range);
  return Buffer.concat(await stream.toArray());
}
async function keysOf(storage: Storage, prefix?: string): Promise<string[]> {
  const keys = [];
  for await (const object of storage.list(prefix)) keys.push(object.key);
  return keys.sort();
}

const drivers: [string, boolean, () => Storage][] = [
  ["disk", true, () => createDiskStorage({ root: join(home, "disk") })],
  [whyNot ? `S3 (skipped: ${whyNot})` : "S3", whyNot === null, () => createS3Storage({ ...s3().settings, prefix: "in/" })],
];

for (const [name, available, make] of drivers) {
  describe.skipIf(!available)(`storage on ${name}`, () => {
    let storage: Storage;
    beforeAll(() => {
      storage = make();
    });

    it("returns the stored bytes for every size", async () => {
      for (const size of [0, 1, 600_000, 17 * 1024 * 1024 + 123]) {
        const bytes = randomBytes(size);
        const key = newKey();
        expect(await storage.put(key, pieces(bytes), { contentType: "image/png" })).toEqual({ sizeBytes: size, sha256: sha(bytes) });
        expect(sha(await readAll(storage, key))).toBe(sha(bytes));
        expect((await storage.stat(key)).sizeBytes).toBe(size);
      }
    }, 60_000);

    it("returns exact ranges (R16)", async () => {
      const bytes = randomBytes(3_000);
      const key = newKey();
      await storage.put(key, pieces(bytes));
      await fc.assert(
        fc.asyncProperty(fc.nat(3_200), fc.option(fc.nat(3_200), { nil: undefined }), async (start, end) => {
          const wanted =
            start >= bytes.length || (end !== undefined && end < start)
              ? null
              : bytes.subarray(start, end === undefined ? undefined : end + 1);
          const got = await readAll(storage, key, { start, end }).catch((error: { code: string }) => error.code);
          return wanted === null ? got === "bad-range" : Buffer.isBuffer(got) && got.equals(wanted);
        }),
        { numRuns: 60 },
      );
    }, 30_000);

    it("leaves no data after an aborted put", async () => {
      const key = newKey();
      const broken = async function* () {
        yield randomBytes(9 * 1024 * 1024);
        throw new Error("the client went away");
      };
      await expect(storage.put(key, broken())).rejects.toThrow("the client went away");
      await expect(storage.get(key)).rejects.toMatchObject({ code: "not-found" });
      expect(await storage.sweepUnfinished(0)).toBe(0);
    }, 30_000);

    it("adopts, copies, lists and deletes", async () => {
      const file = join(home, randomBytes(6).toString("hex"));
      const bytes = randomBytes(70_000);
      writeFileSync(file, bytes);
      expect(await storage.adopt("b/ad/op/first", file)).toEqual({ sizeBytes: 70_000, sha256: sha(bytes) });
      expect(existsSync(file)).toBe(false);
      await storage.copy("b/ad/op/first", "b/ad/op/second");
      expect(sha(await readAll(storage, "b/ad/op/second"))).toBe(sha(bytes));
      expect(await keysOf(storage, "b/ad/")).toEqual(["b/ad/op/first", "b/ad/op/second"]);
      await storage.delete("b/ad/op/first");
      await storage.delete("b/ad/op/first");
      expect(await keysOf(storage, "b/ad/")).toEqual(["b/ad/op/second"]);
    });

    it("lists in the order of keys, and continues after any key", async () => {
      const keys = ["b/or/0/z", "b/or/a-c/1", "b/or/a.b", "b/or/a/1", "b/or/a/2", "b/or/a0", "b/or/b/x/1", "b/or/b/y", "b/or/c"];
      for (const key of keys) await storage.put(key, pieces(Buffer.from("x")));
      const after = async (key?: string): Promise<string[]> => {
        const found = [];
        for await (const object of storage.list("b/or/", key)) found.push(object.key);
        return found;
      };
      const sorted = keys.toSorted();
      expect(await after()).toEqual(sorted);
      for (const [index, key] of sorted.entries()) expect(await after(key)).toEqual(sorted.slice(index + 1));
      expect(await after("b/or/a/10")).toEqual(sorted.filter((key) => key > "b/or/a/10"));
    });

    it("reports missing objects, and refuses invalid keys", async () => {
      await expect(storage.get(newKey())).rejects.toMatchObject({ code: "not-found" });
      await expect(storage.stat(newKey())).rejects.toMatchObject({ code: "not-found" });
      await expect(storage.copy(newKey(), newKey())).rejects.toMatchObject({ code: "not-found" });
      for (const bad of ["", "../x", "a/../b", "/a", "a//b", ".hidden", "a/.b", "a\0b", "a".repeat(513), "C:\\x"]) {
        await expect(storage.put(bad, pieces(Buffer.from("x")))).rejects.toMatchObject({ code: "bad-key" });
      }
      await storage.check();
    });

    it("signs URLs that cannot be modified, or has a local path", async () => {
      const key = newKey();
      await storage.put(key, pieces(Buffer.from("<b>hello</b>")));
      const url = await storage.signedGetUrl(key, { expiresInS: 60, contentType: "image/png", disposition: "attachment" });
      if (url === null) {
        expect(storage.localPath(key)).toContain(key);
        return;
      }
      const answer = await fetch(url, { headers: { range: "bytes=3-7" } });
      expect([answer.status, await answer.text(), answer.headers.get("content-type"), answer.headers.get("content-disposition")]).toEqual([
        206,
        "hello",
        "image/png",
        "attachment",
      ]);
      expect((await fetch(url.replace(/Signature=.{4}/u, "Signature=0000"))).status).toBe(403);
    });
  });
}

describe.skipIf(whyNot !== null)("S3 with connection failures (R5-R7)", () => {
  let proxy: FaultProxy;
  let storage: Storage;
  const body = randomBytes(100_000);
  beforeAll(async () => {
    proxy = await startFaultProxy(s3().settings.endpoint);
    storage = createS3Storage({ ...s3().settings, endpoint: proxy.url }, { attempts: 3, connectMs: 1_000, requestMs: 2_000 });
  });
  afterAll(() => proxy.close());

  it.each([
    ["500 twice", { kind: "status", times: 2 }],
    ["503", { kind: "status", times: 1, status: 503 }],
    ["a reset", { kind: "reset", times: 1 }],
  ] as const)("recovers from %s", async (_name, fault) => {
    const key = newKey();
    proxy.faults.push({ ...fault, method: "PUT" });
    await storage.put(key, pieces(body));
    expect(proxy.faults.pop()?.times).toBe(0);
    expect(sha(await readAll(storage, key))).toBe(sha(body));
  });

  it("reports repeated failures as unavailable, and leaves neither object nor parts", async () => {
    const key = newKey();
    proxy.faults.push({ kind: "status", times: 1_000, method: "PUT" });
    await expect(storage.put(key, pieces(randomBytes(20 * 1024 * 1024)))).rejects.toMatchObject({ code: "unavailable" });
    proxy.faults.length = 0;
    await expect(storage.stat(key)).rejects.toMatchObject({ code: "not-found" });
    const { settings } = s3();
    const client = new S3Client({ endpoint: settings.endpoint, region: settings.region, forcePathStyle: true, credentials: settings });
    expect((await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }))).Uploads ?? []).toEqual([]);
  }, 30_000);

  it("detects a store that confirms a write and stores nothing", async () => {
    proxy.faults.push({ kind: "swallow", times: 1, method: "PUT" });
    await expect(storage.put(newKey(), pieces(body))).rejects.toMatchObject({ code: "lost" });
    const { parts } = storage;
    if (!parts) throw new Error("There are no parts.");
    const object = { key: newKey(), id: "" };
    object.id = await parts.begin(object.key);
    proxy.faults.push({ kind: "swallow", times: 1, method: "PUT" });
    await expect(parts.put(object, 1, body)).rejects.toMatchObject({ code: "lost" });
    const etag = await parts.put(object, 1, body);
    await parts.complete(object, [{ number: 1, etag }]);
    expect(sha(await readAll(storage, object.key))).toBe(sha(body));
    await parts.abort(object);
    expect(sha(await readAll(storage, object.key))).toBe(sha(body));
  });

  it("ends requests to a hanging store within a time limit", async () => {
    proxy.faults.push({ kind: "hang", times: 1_000 });
    const since = Date.now();
    await expect(storage.stat(newKey())).rejects.toMatchObject({ code: "unavailable" });
    expect(Date.now() - since).toBeLessThan(10_000);
    proxy.faults.length = 0;
  }, 20_000);

  it("never accepts a truncated body as complete", async () => {
    const key = newKey();
    await storage.put(key, pieces(randomBytes(1024 * 1024)));
    proxy.faults.push({ kind: "truncate", times: 1, method: "GET" });
    await expect(readAll(storage, key)).rejects.toThrow();
    proxy.faults.length = 0;
  });
});

const canMount = process.platform === "linux" && process.getuid?.() === 0;
describe.skipIf(!canMount)("a full disk (R4)", () => {
  const root = join(home, "small");
  beforeAll(() => {
    mkdirSync(root);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", root]);
  });
  afterAll(() => void execFileSync("umount", [root]));

  it("is reported without remains, and small files still fit", async () => {
    const storage = createDiskStorage({ root });
    await expect(storage.put(newKey(), pieces(randomBytes(10 * 1024 * 1024)))).rejects.toMatchObject({ code: "no-space" });
    expect(readdirSync(join(root, ".tmp"))).toEqual([]);
    const key = newKey();
    await storage.put(key, pieces(Buffer.from("small")));
    expect((await readAll(storage, key)).toString()).toBe("small");
  });
});
