import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createTestApp, type TestApp } from "@stillreel/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { installS3, startS3 } from "../../../../../testing/src/s3/index.ts";
import type { Storage } from "../../platform/ports/storage.port.ts";
import { createDiskStorage } from "../../platform/ports/storage/index.ts";
import { createS3Storage } from "../../platform/ports/storage/s3.storage.ts";
import { verifyStore, type Finding, type Verified } from "./index.ts";

const whyNot = await installS3();

async function diskStore(): Promise<Storage> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-verification-"));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  return createDiskStorage({ root, fsync: false });
}

async function s3Store(): Promise<Storage> {
  return createS3Storage((await startS3()).settings);
}

async function verified(test: TestApp, storage = test.ports.storage): Promise<{ result: Verified; findings: Finding[] }> {
  const findings: Finding[] = [];
  const result = await verifyStore({ db: test.ports.db, storage }, { onFinding: (finding) => findings.push(finding), settleMs: 0 });
  return { result, findings: findings.toSorted((one, other) => one.kind.localeCompare(other.kind)) };
}

async function bytesOf(storage: Storage, key: string): Promise<Buffer> {
  const { stream } = await storage.get(key);
  return Buffer.concat(await stream.toArray());
}
async function* bytes(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Returns the keys of three images of different users, in the order of creation. */
async function threeImages(test: TestApp): Promise<string[]> {
  const keys: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { id } = await test.image(await test.user());
    const { rows } = await test.ports.pool.query<{ key: string }>(
      "select storage_key as key from blobs b join items i on i.blob_id = b.id where i.id = $1",
      [id],
    );
    keys.push(rows[0]?.key ?? "");
  }
  await test.runJobs();
  return keys;
}

describe.each([
  ["disk", true, diskStore],
  [whyNot ? `S3 (skipped: ${whyNot})` : "S3", whyNot === null, s3Store],
] as const)("a verification on %s", (_name, available, make) => {
  it.skipIf(!available)(
    "reports exactly the missing, changed and orphaned objects (R18)",
    async () => {
      await using test = await createTestApp({ ports: { storage: await make() } });
      const { storage } = test.ports;
      const [missing = "", changed = ""] = await threeImages(test);
      const sound = await verified(test);
      expect(sound).toMatchObject({ findings: [], result: { missing: 0, changed: 0, unreadable: 0, orphaned: 0 } });
      expect(sound.result.objects).toBeGreaterThanOrEqual(3);
      await storage.delete(missing);
      const flipped = await bytesOf(storage, changed);
      flipped.writeUInt8(flipped.readUInt8(40) ^ 1, 40);
      await storage.put(changed, bytes(flipped));
      await storage.put("b/or/phan/one", bytes(Buffer.from("x")));
      const { findings, result } = await verified(test);
      expect(findings.map(({ kind, storageKey }) => [kind, storageKey])).toEqual([
        ["changed", changed],
        ["missing", missing],
        ["orphaned", "b/or/phan/one"],
      ]);
      expect(result).toMatchObject({ objects: sound.result.objects, missing: 1, changed: 1, unreadable: 0, orphaned: 1 });
      expect(findings[0]?.detail).toMatch(/^SHA-256 [0-9a-f]{64} instead of [0-9a-f]{64}$/u);
    },
    120_000,
  );
});

describe("a verification beside a running server", () => {
  it("does not report objects that are deleted meanwhile or whose row follows", async () => {
    await using test = await createTestApp();
    const [deleted = ""] = await threeImages(test);
    const { storage } = test.ports;
    const late: Storage = {
      ...storage,
      // The object is deleted after its row was read.
      get: async (key, range) => {
        if (key === deleted) {
          await storage.delete(key);
          await test.ports.pool.query("update blobs set refs = 0 where storage_key = $1", [key]);
        }
        return storage.get(key, range);
      },
      // An upload has stored an object and commits its row after the object was listed.
      list: async function* (prefix, after) {
        yield* storage.list(prefix, after);
        yield { key: "b/up/load/one", sizeBytes: 1, modifiedAt: new Date() };
        await test.ports.pool.query(
          "insert into blobs (id, storage_key, sha256, size_bytes, mime_type) values (gen_random_uuid(), 'b/up/load/one', '\\x00', 1, 'image/png')",
        );
      },
    };
    expect((await verified(test, late)).findings).toEqual([]);
  });

  it("reports an object that cannot be read, and ends when the store is away", async () => {
    await using test = await createTestApp();
    const [broken = ""] = await threeImages(test);
    const { storage } = test.ports;
    const failing: Storage = {
      ...storage,
      get: async (key, range) => {
        if (key === broken) throw new Error("EIO: i/o error, read");
        return storage.get(key, range);
      },
    };
    expect((await verified(test, failing)).findings).toMatchObject([{ kind: "unreadable", storageKey: broken }]);
    let checks = 0;
    const check = async (): Promise<void> => {
      checks += 1;
      if (checks > 1) throw new Error("The store is away.");
    };
    await expect(verified(test, { ...failing, check })).rejects.toThrow("The store is away.");
  });
});
