import { buffer } from "node:stream/consumers";
import { png } from "@stillreel/testing";
import { filledApp, installedIn, newInstallation, NOTHING, OPTIONS, PROGRESS, rowsOf, verified } from "@stillreel/testing/backups";
import { describe, expect, it } from "vitest";
import { installS3, startS3 } from "../../../../../testing/src/s3/index.ts";
import type { Storage } from "../../platform/ports/storage.port.ts";
import { openStore } from "../../platform/ports/storage/index.ts";
import { objectKey } from "./backups.format.ts";
import { createBackup, restoreBackup, retainBackups } from "./index.ts";

const whyNot = await installS3();
const newBucket = async (): Promise<Storage> => (await openStore((await startS3()).url)).storage;

describe.skipIf(whyNot !== null)(`backups in an S3 bucket${whyNot ? ` (skipped: ${whyNot})` : ""}`, () => {
  it("are restored into a store in S3, transfer new bytes only, are refused when an object has changed, and are retained", async () => {
    const { t, ada } = await filledApp();
    try {
      const target = await newBucket();
      const first = await createBackup(installedIn(t), target, NOTHING);
      await t.image(ada, { bytes: png(77, 7) });
      const second = await createBackup(installedIn(t), target, NOTHING);
      expect([first.transferred.added, second.transferred.added]).toEqual([first.manifest.objects.count, 1]);
      const installation = { ...(await newInstallation(t)), storage: await newBucket() };
      await restoreBackup(installation, target, OPTIONS, PROGRESS);
      expect(await rowsOf(installation.pool)).toEqual(await rowsOf(installedIn(t).pool));
      expect(await verified(installation)).toEqual({ objects: second.manifest.objects.rows, findings: 0 });

      expect(await retainBackups(installedIn(t), target, 1)).toEqual({ backups: 1, objects: 0, size: 0 });
      const { rows } = await t.ports.pool.query<{ sha256: string }>("select encode(sha256, 'hex') as sha256 from blobs order by 1 limit 1");
      const key = objectKey(rows[0]?.sha256 ?? "");
      const bytes = await buffer((await target.get(key)).stream);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await target.put(
        key,
        (async function* content() {
          yield bytes;
        })(),
      );
      const other = { ...(await newInstallation(t)), storage: await newBucket() };
      await expect(restoreBackup(other, target, OPTIONS, PROGRESS)).rejects.toThrow("does not have the bytes of");
    } finally {
      await t.close();
    }
  }, 300_000);
});
