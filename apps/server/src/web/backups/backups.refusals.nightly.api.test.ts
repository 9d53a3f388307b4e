import fs from "node:fs";
import path from "node:path";
import { png, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keysFromSecret } from "../../platform/ports/keys.port.ts";
import type { Storage } from "../../platform/ports/storage.port.ts";
import { writeManifest } from "./backups.format.ts";
import {
  filesBelow,
  filledApp,
  installedIn,
  newInstallation,
  newStore,
  NOTHING,
  OPTIONS,
  PROGRESS,
  verified,
} from "@stillreel/testing/backups";
import { createBackup, restoreBackup } from "./index.ts";

let t: TestApp;
let ada: TestUser;
let root: string;
let target: Storage;
const backUp = (progress = NOTHING) => createBackup(installedIn(t), target, progress);

beforeAll(async () => {
  ({ t, ada } = await filledApp());
}, 120_000);
afterAll(() => t.close());
beforeEach(() => {
  const made = newStore();
  target = made.storage;
  root = made.folder;
});

describe("a backup that cannot be used", () => {
  const restored = async (options = {}) => restoreBackup(await newInstallation(t), target, { ...OPTIONS, ...options }, PROGRESS);

  it("is refused when it was cut off, and the earlier one is used", async () => {
    await expect(restored()).rejects.toThrow("The target has no complete backup.");
    const { manifest } = await backUp();
    const broken = new Error("The disk was removed.");
    const failing: Storage = {
      ...target,
      put: (key, source, options) => (key.endsWith("manifest.json") ? Promise.reject(broken) : target.put(key, source, options)),
    };
    await expect(createBackup(installedIn(t), failing, NOTHING)).rejects.toBe(broken);
    const next = await backUp();
    expect(next.incomplete).toHaveLength(1);
    expect(next.transferred.added).toBe(0);
    fs.rmSync(path.join(root, "backups", next.manifest.id, "manifest.json"));
    expect((await restored()).manifest.id).toBe(manifest.id);
    fs.rmSync(path.join(root, "backups", manifest.id, "manifest.json"));
    await expect(restored()).rejects.toThrow("It has 3 that were cut off");
  }, 120_000);

  it("is refused when any file was cut in half, removed or changed, and the database stays empty", async () => {
    await backUp();
    const files = filesBelow(root);
    const objects = files.filter((file) => file.includes("/objects/"));
    const users = files.find((file) => file.endsWith("users.copy.gz")) ?? "";
    const list = files.find((file) => file.endsWith("objects.copy.gz")) ?? "";
    const manifest = files.find((file) => file.endsWith("manifest.json")) ?? "";
    for (const [file, reason] of [
      [objects[0] ?? "", "does not have the bytes of"],
      [users, "users.copy.gz of the backup is missing, cut off or has changed"],
      [list, "objects.copy.gz of the backup is missing, cut off or has changed"],
      [manifest, "was changed or is damaged"],
    ] as const) {
      const good = fs.readFileSync(file);
      const flipped = Buffer.from(good);
      const middle = flipped.length >> 1;
      flipped[middle] = (flipped[middle] ?? 0) ^ 1;
      for (const bytes of [flipped, good.subarray(0, middle)]) {
        fs.writeFileSync(file, bytes);
        const installation = await newInstallation(t);
        for (const isDryRun of [true, false])
          await expect(restoreBackup(installation, target, { ...OPTIONS, isDryRun }, PROGRESS)).rejects.toThrow(reason);
        const { rows } = await installation.pool.query("select to_regclass('users') as users");
        if ((rows as { users: string | null }[])[0]?.users) expect((await installation.pool.query("select from users")).rowCount).toBe(0);
      }
      if (file !== manifest) {
        fs.rmSync(file);
        await expect(restored()).rejects.toThrow(reason);
      }
      fs.writeFileSync(file, good);
    }
    // A damaged object does not prevent the restore of the others.
    fs.truncateSync(objects[0] ?? "", 3);
    expect((await restored({ isPartial: true })).restored.missing.length).toBeGreaterThan(0);
    // The next backup replaces it.
    expect((await backUp()).transferred.added).toBe(1);
    expect((await restored()).restored.missing).toEqual([]);
  }, 240_000);

  it("is refused when it is of a newer version or of another installation", async () => {
    const { manifest } = await backUp();
    const write = (changes: object): void =>
      fs.writeFileSync(path.join(root, "backups", manifest.id, "manifest.json"), writeManifest({ ...manifest, ...changes }));
    write({ migrations: [...manifest.migrations, { hash: "x", createdAt: "9999999999999" }], version: "99.0.0" });
    await expect(restored()).rejects.toThrow("was created by a newer version (99.0.0)");
    write({ format: 2, version: "99.0.0" });
    await expect(restored()).rejects.toThrow("was created by a newer version (99.0.0)");
    write({});
    const other = { ...(await newInstallation(t)), keys: keysFromSecret("another secret of another installation") };
    await expect(restoreBackup(other, target, OPTIONS, PROGRESS)).rejects.toThrow("an installation with another secret");
    await expect(createBackup({ ...installedIn(t), keys: other.keys }, target, NOTHING)).rejects.toThrow("backups of another installation");
    await restoreBackup(other, target, { ...OPTIONS, hasOtherSecret: true }, PROGRESS);
  }, 120_000);

  it("is refused when the store has other objects or the database other tables", async () => {
    await backUp();
    const foreign = await newInstallation(t);
    await foreign.storage.put(
      "b/ab/cd/foreign",
      (async function* content() {
        yield Buffer.from("x");
      })(),
    );
    await expect(restoreBackup(foreign, target, OPTIONS, PROGRESS)).rejects.toThrow("The store is not empty: it has 1 objects");
    await restoreBackup(foreign, target, { ...OPTIONS, hasStore: true }, PROGRESS);
    const used = await newInstallation(t);
    await used.pool.query("create table theirs (n int)");
    await expect(restoreBackup(used, target, OPTIONS, PROGRESS)).rejects.toThrow("tables of another program");
  }, 120_000);
});

it("two backups to one target at the same time are both complete", async () => {
  const both = await Promise.all([backUp(), backUp()]);
  for (const { manifest } of both) {
    const installation = await newInstallation(t);
    await restoreBackup(installation, target, { ...OPTIONS, at: new Date(manifest.at) }, PROGRESS);
    expect(await verified(installation)).toEqual({ objects: manifest.objects.rows, findings: 0 });
  }
}, 120_000);

it("names objects that the store has lost, and restores everything else", async () => {
  const lost = await t.image(ada, { bytes: png(88, 8) });
  const { rows } = await t.ports.pool.query<{ key: string }>(
    "select storage_key as key from blobs b join items i on i.blob_id = b.id where i.id = $1",
    [lost.id],
  );
  const key = rows[0]?.key ?? "";
  await t.ports.storage.delete(key);
  expect((await backUp()).manifest.damaged).toEqual([key]);
  expect((await restoreBackup(await newInstallation(t), target, OPTIONS, PROGRESS)).restored.missing).toEqual([key]);
}, 120_000);
