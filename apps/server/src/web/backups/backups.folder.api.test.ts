import {
  createComment,
  deleteFolder,
  deleteFolderShare,
  deleteItems,
  deleteShare,
  getFolderShare,
  getShare,
  getShared,
  likeItem,
  trashItems,
} from "@stillreel/contract";
import { createTeam, createTestApp, png, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import {
  installedIn,
  newStore,
  NOTHING,
  partOptions,
  PROGRESS,
  rowsOf,
  runningIn,
  verified,
  wrongReferences,
} from "@stillreel/testing/backups";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Storage } from "../../platform/ports/storage.port.ts";
import { createBackup, type PartOptions, restorePart } from "./index.ts";

let t: TestApp;
let ada: TestUser;
let ben: TestUser;
let team: TestTeam;
let target: Storage;

beforeEach(async () => {
  t = await createTestApp();
  ada = await t.user();
  ben = await t.user();
  team = await createTeam(t, [
    [ada, "owner"],
    [ben, "viewer"],
  ]);
  target = newStore().storage;
});
afterEach(() => t.close());

const backUp = () => createBackup(installedIn(t), target, NOTHING);
const restore = (name: string, options: Partial<PartOptions> = {}) =>
  restorePart(runningIn(t), target, partOptions({ wanted: { kind: "folder", name }, ...options }), PROGRESS);
const rows = async (text: string, values: unknown[] = []): Promise<unknown[]> => (await t.ports.pool.query(text, values)).rows as unknown[];
const expectIntact = async () => {
  expect(await verified(installedIn(t))).toMatchObject({ findings: 0 });
  expect(await wrongReferences(installedIn(t).pool)).toEqual([]);
};
/** Deletes items permanently, with their bytes. */
async function purge(...ids: string[]): Promise<void> {
  for (const route of [trashItems, deleteItems])
    (await t.call(route, { params: { workspaceId: team.id }, body: { itemIds: ids } }, ada)).data();
  await t.runJobs();
}
/** Deletes a folder permanently, with what is in it. */
async function purgeFolder(folderId: string): Promise<void> {
  (await t.call(deleteFolder, { params: { workspaceId: team.id, folderId }, query: { withItems: "true" } }, ada)).data();
  const { rows: inside } = await t.ports.pool.query<{ id: string }>(
    "select id from items where workspace_id = $1 and trashed_at is not null",
    [team.id],
  );
  (await t.call(deleteItems, { params: { workspaceId: team.id }, body: { itemIds: inside.map(({ id }) => id) } }, ada)).data();
  await t.runJobs();
  await t.ports.pool.query("delete from deleted_folders where workspace_id = $1", [team.id]);
}

/** A folder with an image that has a comment, a like and a link, a folder below it with an image, and an image that changes later. */
async function filledFolder() {
  const folderId = await team.folder("Reports");
  const belowId = await team.folder("Old", folderId);
  await team.grant({ folderId }, ben, "write");
  const linked = await team.image(ada, { folderId, title: "Linked" });
  const below = await team.image(ada, { folderId: belowId, title: "Below", bytes: png(31, 9) });
  const changing = await team.image(ada, { folderId, title: "Changing", bytes: png(32, 9) });
  const { slug } = (await t.call(getShare, { params: { workspaceId: team.id, itemId: linked.id } }, ada)).data();
  await t.call(createComment, { params: { itemId: linked.id }, body: { text: "A comment" } }, ben);
  await t.call(likeItem, { params: { itemId: linked.id } }, ben);
  await t.runJobs();
  return { folderId, belowId, linked, below, changing, slug };
}

it("restores what is missing of a folder, and leaves what exists as it is", async () => {
  const { folderId, belowId, linked, below, changing, slug } = await filledFolder();
  const other = await team.image(ada, { title: "Elsewhere", bytes: png(33, 9) });
  await t.runJobs();
  const listed = () =>
    rows("select id, title, folder_id, like_count, comment_count, shared from items where id = any($1) order by id", [
      [linked.id, below.id],
    ]);
  const before = await listed();
  await backUp();
  t.clock.advance(60_000);
  await purge(linked.id, other.id);
  await purgeFolder(belowId);
  await t.ports.pool.query("update items set title = 'Changed', updated_at = now() + interval '1 hour' where id = $1", [changing.id]);
  await team.grant({ folderId }, ben, "none");
  const deleted = await rowsOf(installedIn(t).pool);

  const dry = await restore(folderId, { isDryRun: true });
  expect(dry.rows).toMatchObject({ folders: 1, items: 2, comments: 1, likes: 1, share_links: 1, grants: 0, workspaces: 0, users: 0 });
  expect(await rowsOf(installedIn(t).pool)).toEqual(deleted);

  const restored = await restore(folderId);
  expect(restored).toMatchObject({ rows: dry.rows, missing: [], skipped: { present: { folders: 1, items: 1 } } });
  expect(restored.conflicts).toEqual(["Items that were changed after the backup, and left as they are: 1"]);
  expect(await listed()).toEqual(before);
  expect(await rows("select title from items where id = any($1)", [[changing.id, other.id]])).toEqual([{ title: "Changed" }]);
  expect((await t.call(getShared, { params: { slug } }, null)).statusCode).toBe(200);
  // A permission that changed after the backup does not return.
  expect(await rows("select read, write from grants where folder_id = $1", [folderId])).toEqual([{ read: false, write: false }]);
  expect(await rows("select action, workspace_id, details->>'folderId' as id from audit where action = 'backup.part-restored'")).toEqual([
    { action: "backup.part-restored", workspace_id: team.id, id: folderId },
  ]);
  await expectIntact();

  const again = await restore(folderId);
  expect(Object.values(again.rows).reduce((sum, count) => sum + count, 0)).toBe(0);
  await expectIntact();
}, 300_000);

it("restores a deleted folder beside one with its name, below a folder that was moved, and a closed link stays closed", async () => {
  const above = await team.folder("Above");
  const folderId = await team.folder("Reports", above);
  const belowId = await team.folder("Old", folderId);
  const open = await team.image(ada, { folderId, title: "Open" });
  const closed = await team.image(ada, { folderId: belowId, title: "Closed", bytes: png(34, 9) });
  const links = await Promise.all(
    [open, closed].map(async ({ id }) => (await t.call(getShare, { params: { workspaceId: team.id, itemId: id } }, ada)).data().slug),
  );
  const { slug: folderSlug } = (await t.call(getFolderShare, { params: { workspaceId: team.id, folderId } }, ada)).data();
  await t.runJobs();
  await backUp();
  t.clock.advance(60_000);
  (await t.call(deleteShare, { params: { workspaceId: team.id, itemId: closed.id } }, ada)).data();
  (await t.call(deleteFolderShare, { params: { workspaceId: team.id, folderId } }, ada)).data();
  await purgeFolder(folderId);
  const parent = await team.folder("New parent");
  await t.ports.pool.query("update folders set parent_id = $2, path = array[$2::uuid], nest_level = 1 where id = $1", [above, parent]);
  await team.folder("Reports", above);
  await team.image(ada, { title: "Open" });

  const restored = await restore(folderId);
  expect(restored.conflicts).toContain("Folders that have another name, because a folder of their name exists: 1");
  expect(
    await rows("select id, name, path, nest_level from folders where id = any($1) order by nest_level", [[folderId, belowId]]),
  ).toEqual([
    { id: folderId, name: `Reports (${folderId.slice(0, 8)})`, path: [parent, above], nest_level: 2 },
    { id: belowId, name: "Old", path: [parent, above, folderId], nest_level: 3 },
  ]);
  const statuses = await Promise.all(
    [...links, folderSlug].map(async (slug) => (await t.call(getShared, { params: { slug } }, null)).statusCode),
  );
  expect(statuses).toEqual([200, 404, 404]);
  await expectIntact();
}, 300_000);

it("restores a folder to the top when the folder above it is gone, and refuses one in the trash or without its workspace", async () => {
  const above = await team.folder("Above");
  const folderId = await team.folder("Reports", above);
  await team.image(ada, { folderId, title: "Inside" });
  await t.runJobs();
  await backUp();
  t.clock.advance(60_000);
  await expect(restore("nonsense")).rejects.toThrow("--folder: the id of a folder, which");
  await expect(restore(t.ports.ids.id())).rejects.toThrow("does not have this folder");
  (await t.call(deleteFolder, { params: { workspaceId: team.id, folderId }, query: { withItems: "true" } }, ada)).data();
  await expect(restore(folderId)).rejects.toThrow("The folder is in the trash.");
  await expect(restore(above)).rejects.toThrow("1 folders below it are in the trash.");
  await purgeFolder(above);
  const restored = await restore(folderId);
  expect(restored.conflicts).toEqual(["The folder above it does not exist now: it is at the top of its library."]);
  expect(await rows("select parent_id, path, nest_level from folders where id = $1", [folderId])).toEqual([
    { parent_id: null, path: [], nest_level: 0 },
  ]);
  expect(await rows("select title from items where folder_id = $1", [folderId])).toEqual([{ title: "Inside" }]);
  await expectIntact();
  await t.ports.pool.query("update workspaces set deleted_at = now() where id = $1", [team.id]);
  await expect(restore(folderId)).rejects.toThrow("does not exist now. Restore it with --workspace or --account.");
}, 300_000);
