import path from "node:path";
import { deleteItems, trashItems } from "@stillreel/contract";
import { png, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { DatabasePool } from "../../platform/db/pool.ts";
import type { Storage } from "../../platform/ports/storage.port.ts";
import { listBackups } from "./backups.format.ts";
import {
  filesBelow,
  filledApp,
  installedIn,
  newInstallation,
  newStore,
  NOTHING,
  OPTIONS,
  PROGRESS,
  rowsOf,
  verified,
} from "@stillreel/testing/backups";
import { createBackup, restoreBackup, retainBackups } from "./index.ts";

let t: TestApp;
let ada: TestUser;
let root: string;
let target: Storage;
const backUp = (progress = NOTHING, into = target) => createBackup(installedIn(t), into, progress);

beforeAll(async () => {
  ({ t, ada } = await filledApp());
}, 120_000);
afterAll(() => t.close());
beforeEach(() => {
  const made = newStore();
  target = made.storage;
  root = made.folder;
});

it("restores all rows, jobs and bytes into an empty installation, and the second backup transfers new bytes only", async () => {
  const first = await backUp();
  expect(first.transferred.added).toBe(first.manifest.objects.count);
  expect(first.manifest.objects.rows).toBeGreaterThan(first.manifest.objects.count);
  await t.image(ada, { bytes: png(77, 7) });
  const second = await backUp();
  expect(second.transferred).toMatchObject({ added: 1, count: first.transferred.count + 1, damaged: [] });

  const installation = await newInstallation(t);
  await restoreBackup(installation, target, OPTIONS, PROGRESS);
  const before = await rowsOf(installedIn(t).pool);
  expect(before["jobs"]?.length).toBeGreaterThan(0);
  expect(await rowsOf(installation.pool)).toEqual(before);
  expect(await verified(installation)).toEqual({ objects: second.manifest.objects.rows, findings: 0 });
  // Triggers and constraints work again.
  await expect(
    installation.pool.query("insert into comments (id, item_id, text) values (gen_random_uuid(), gen_random_uuid(), 'x')"),
  ).rejects.toThrow();
  const count = async () =>
    (await installation.pool.query("select coalesce(sum(images), 0)::int as n from space_counts")).rows[0]?.n as number;
  const images = await count();
  await installation.pool.query("delete from items where title = 'Image 3'");
  expect(await count()).toBe(images - 1);

  // The state of the first backup, and the refusal of an installation that is not empty.
  await expect(restoreBackup(installation, target, OPTIONS, PROGRESS)).rejects.toThrow("The installation is not empty: it has accounts.");
  const earlier = await newInstallation(t);
  await restoreBackup(earlier, target, { ...OPTIONS, at: new Date(first.manifest.at) }, PROGRESS);
  const itemsOf = async (pool: DatabasePool) => (await pool.query("select from items")).rowCount;
  expect(await itemsOf(earlier.pool)).toBe(((await itemsOf(installedIn(t).pool)) ?? 0) - 1);
  await expect(restoreBackup(await newInstallation(t), target, { ...OPTIONS, at: new Date(0) }, PROGRESS)).rejects.toThrow(
    "no complete backup of that time",
  );
}, 120_000);

it("is one consistent state while items are uploaded and deleted, and their bytes stay until the end", async () => {
  const victim = await t.image(ada, { bytes: png(55, 5), title: "Victim" });
  await t.runJobs();
  let uploaded = 0;
  let changes: Promise<void> | undefined;
  const { manifest } = await backUp({
    ...NOTHING,
    // Items are read before the list of objects, so this is in the middle of the snapshot.
    onTable: () => {
      if (uploaded > 0) return;
      uploaded += 1;
      changes = (async () => {
        const where = { params: { workspaceId: "personal" } };
        await t.call(trashItems, { ...where, body: { itemIds: [victim.id] } }, ada);
        (await t.call(deleteItems, { ...where, body: { itemIds: [victim.id] } }, ada)).data();
        await t.image(ada, { bytes: png(56, 5) });
        // Nothing that the backup needs is deleted: the job runs again later.
        expect((await t.runJobs()).failed).toEqual([]);
      })();
    },
  });
  await changes;
  const installation = await newInstallation(t);
  await restoreBackup(installation, target, OPTIONS, PROGRESS);
  expect((await installation.pool.query("select from items where title = 'Victim'")).rowCount).toBe(1);
  expect(await verified(installation)).toEqual({ objects: manifest.objects.rows, findings: 0 });
  // After the backup the bytes are deleted.
  t.clock.advance(600_000);
  await t.runJobs();
  expect(await verified(installedIn(t))).toMatchObject({ findings: 0 });
  const { rows } = await t.ports.pool.query("select count(*)::int as n from blobs where refs <= 0");
  expect(rows).toEqual([{ n: 0 }]);
}, 120_000);

it("retains the newest backups and the objects that they need, also beside a running backup", async () => {
  await backUp();
  const doomed = await t.image(ada, { bytes: png(66, 6), title: "Doomed" });
  await t.runJobs();
  await backUp();
  const where = { params: { workspaceId: "personal" } };
  await t.call(trashItems, { ...where, body: { itemIds: [doomed.id] } }, ada);
  await t.call(deleteItems, { ...where, body: { itemIds: [doomed.id] } }, ada);
  await t.runJobs();
  const { manifest } = await backUp();
  let beside: Promise<unknown> | undefined;
  const last = await backUp(NOTHING, {
    ...target,
    // The backup runs until the retention has answered: it writes nothing before.
    put: async (...file) => {
      await (beside ??= retainBackups(installedIn(t), target, 1));
      return target.put(...file);
    },
  });
  expect(await beside).toBeNull();
  const objects = filesBelow(path.join(root, "objects")).length;
  expect(await retainBackups(installedIn(t), target, 2)).toMatchObject({ backups: 2, objects: objects - last.manifest.objects.count });
  expect(filesBelow(path.join(root, "objects"))).toHaveLength(last.manifest.objects.count);
  expect(await listBackups(target)).toEqual([manifest.id, last.manifest.id]);
  const installation = await newInstallation(t);
  await restoreBackup(installation, target, { ...OPTIONS, at: new Date(manifest.at) }, PROGRESS);
  expect((await verified(installation)).findings).toBe(0);
}, 120_000);
