import fs from "node:fs";
import path from "node:path";
import {
  createComment,
  deleteShare,
  deleteUser,
  DELETE_ACCOUNT_PHRASE,
  deleteWorkspace,
  getShare,
  getShared,
  moveItem,
  removeMember,
} from "@stillreel/contract";
import { createTeam, png, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import {
  deletedWorkspace,
  filesBelow,
  filledApp,
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
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { keysFromSecret } from "../../platform/ports/keys.port.ts";
import type { Storage } from "../../platform/ports/storage.port.ts";
import { createBackup, type PartOptions, restorePart, type Running } from "./index.ts";

let t: TestApp;
let ada: TestUser;
let ben: TestUser;
let cy: TestUser;
let team: TestTeam;
let root: string;
let target: Storage;
const backUp = () => createBackup(installedIn(t), target, NOTHING);
const restore = (options: Partial<PartOptions> = {}, running: Partial<Running> = {}) =>
  restorePart({ ...runningIn(t), ...running }, target, partOptions({ wanted: { kind: "workspace", name: team.id }, ...options }), PROGRESS);
const query = (text: string, values: unknown[] = []) => installedIn(t).pool.query(text, values);
const findings = async () => [(await verified(installedIn(t))).findings, await wrongReferences(installedIn(t).pool)];
const opened = async (slug: string) => (await t.call(getShared, { params: { slug } }, null)).statusCode;

beforeAll(async () => {
  ({ t, ada, ben } = await filledApp());
  cy = await t.user();
}, 120_000);
afterAll(() => t.close());
beforeEach(async () => {
  ({ storage: target, folder: root } = newStore());
  team = await createTeam(t, [
    [ada, "owner"],
    [ben, "member"],
    [cy, "member"],
  ]);
});

async function deletedUser(user: TestUser): Promise<void> {
  const body = { email: user.email, password: user.password, phrase: DELETE_ACCOUNT_PHRASE };
  (await t.call(deleteUser, { body }, user)).data();
  await t.runJobs();
}

it("is refused for what exists, is being deleted, is not in the backup, or has an ambiguous name", async () => {
  await team.image(ada);
  await t.runJobs();
  await expect(restore()).rejects.toThrow("The target has no complete backup.");
  await backUp();
  await expect(restore()).rejects.toThrow("The workspace Team still exists.");
  (await t.call(deleteWorkspace, { params: { workspaceId: team.id } }, ada)).data();
  await expect(restore()).rejects.toThrow("Its owner can restore it in the portal");
  await query("delete from members where workspace_id = $1", [team.id]);
  await expect(restore()).rejects.toThrow("The deletion of the workspace has not ended.");
  await createTeam(t, [[ada, "owner"]]);
  await backUp();
  await expect(restore()).rejects.toThrow("was being deleted when the backup");
  await expect(restore({ wanted: { kind: "workspace", name: "Team" } })).rejects.toThrow(/has \d workspaces of this name\. Use an id: /u);
  await expect(restore({ wanted: { kind: "workspace", name: "Nothing" } })).rejects.toThrow("does not have this workspace.");
  await expect(restore({ wanted: { kind: "account", name: "no@example.test" } })).rejects.toThrow("does not have this account.");
  const keys = keysFromSecret("another secret of another installation");
  await expect(restore({}, { keys })).rejects.toThrow("is of another installation");
}, 240_000);

it("leaves what was moved elsewhere, and names members who left or have no account", async () => {
  const dan = await t.user();
  await team.join(dan, "member");
  const folderId = await team.folder("Folder");
  await team.grant({ folderId }, dan, "write");
  const moved = await team.image(ada, { bytes: png(40, 4) });
  const stays = await team.image(dan, { bytes: png(41, 4), folderId });
  await t.call(createComment, { params: { itemId: stays.id }, body: { text: "By Dan" } }, dan);
  await t.call(createComment, { params: { itemId: moved.id }, body: { text: "Moves" } }, ada);
  await t.runJobs();
  await backUp();
  (await t.call(moveItem, { params: { itemId: moved.id }, body: { workspaceId: "personal" } }, ada)).data();
  (await t.call(removeMember, { params: { workspaceId: team.id, userId: cy.id } }, ada)).data();
  await deletedUser(dan);
  await deletedWorkspace(t, ada, team.id);
  const restored = await restore();
  expect(restored).toMatchObject({
    lostMembers: [cy.email, dan.email],
    rows: { items: 1, comments: 1, members: 2, grants: 0 },
    skipped: { present: { items: 1 }, orphaned: { grants: 1 } },
  });
  const { rows } = await query(
    "select i.workspace_id = $2 as here, i.owner_id, c.author_id, c.text from items i join comments c on c.item_id = i.id where i.id = any($1) order by c.text",
    [[moved.id, stays.id], team.id],
  );
  expect(rows).toEqual([
    { here: true, owner_id: null, author_id: null, text: "By Dan" },
    { here: false, owner_id: ada.id, author_id: ada.id, text: "Moves" },
  ]);
  expect(await findings()).toEqual([0, []]);
}, 240_000);

it("needs a new owner when no former one has an account", async () => {
  const eve = await t.user();
  await query("update members set role = 'viewer' where workspace_id = $1", [team.id]);
  await team.join(eve, "owner");
  await team.image(eve);
  await t.runJobs();
  await backUp();
  await deletedWorkspace(t, eve, team.id);
  await deletedUser(eve);
  await expect(restore()).rejects.toThrow("No owner of the workspace Team has an account now.");
  await expect(restore({ owner: "nobody@example.test" })).rejects.toThrow("No account has the address of --owner.");
  await restore({ owner: ben.email.toUpperCase() });
  const { rows } = await query("select user_id from members where workspace_id = $1 and role = 'owner'", [team.id]);
  expect(rows).toEqual([{ user_id: ben.id }]);
  expect(await findings()).toEqual([0, []]);
}, 240_000);

it("opens the links that the deletion closed, not those that were closed or removed before it, also the second time", async () => {
  const linked = async (bytes: Uint8Array) => {
    const { id: itemId } = await team.image(ada, { bytes });
    return { itemId, slug: (await t.call(getShare, { params: { workspaceId: team.id, itemId } }, ada)).data().slug };
  };
  const open = await linked(png(50, 5));
  const closed = await linked(png(51, 5));
  const removed = await linked(png(52, 5));
  await t.runJobs();
  await backUp();
  (await t.call(deleteShare, { params: { workspaceId: team.id, itemId: closed.itemId } }, ada)).data();
  await query("update share_links set taken_down_at = now(), taken_down_reason = 'illegal' where slug = $1", [removed.slug]);
  for (const _time of [1, 2]) {
    await deletedWorkspace(t, ada, team.id);
    expect([await opened(open.slug), await opened(closed.slug)]).toEqual([404, 404]);
    await restore();
    expect([await opened(open.slug), await opened(closed.slug), await opened(removed.slug)]).toEqual([200, 404, 410]);
  }
  expect(await findings()).toEqual([0, []]);
}, 240_000);

it("is refused when a quota would be exceeded", async () => {
  await team.image(ada, { bytes: png(60, 60) });
  await t.runJobs();
  await backUp();
  await deletedWorkspace(t, ada, team.id);
  const before = await rowsOf(installedIn(t).pool);
  await expect(restore({}, { quotas: { defaultQuota: 0, workspaceQuota: 10 } })).rejects.toThrow(
    /The workspace Team would use \d+ bytes of 10\./u,
  );
  await expect(restore({}, { quotas: { defaultQuota: 10, workspaceQuota: 0 } })).rejects.toThrow(
    /The account \S+ would use \d+ bytes of 10\./u,
  );
  expect(await rowsOf(installedIn(t).pool)).toEqual(before);
  await restore({ isOverQuota: true }, { quotas: { defaultQuota: 10, workspaceQuota: 10 } });
  expect(await findings()).toEqual([0, []]);
}, 240_000);

it("is refused when files of the backup are damaged, and leaves nothing visible after a failure", async () => {
  await team.image(ada, { bytes: png(70, 33) });
  await t.runJobs();
  await backUp();
  await deletedWorkspace(t, ada, team.id);
  const before = await rowsOf(installedIn(t).pool);
  const full = new Error("The disk is full.");
  const { storage } = installedIn(t);
  const put: Storage["put"] = async (_key, source) => {
    for await (const _chunk of source) throw full;
    throw full;
  };
  await expect(restore({}, { storage: { ...storage, put } })).rejects.toBe(full);
  expect(await rowsOf(installedIn(t).pool)).toEqual(before);
  const objects = filesBelow(path.join(root, "objects"));
  const good = objects.map((file) => fs.readFileSync(file));
  for (const file of objects) fs.truncateSync(file, 3);
  for (const isDryRun of [true, false]) await expect(restore({ isDryRun })).rejects.toThrow("does not have the bytes of");
  expect(await rowsOf(installedIn(t).pool)).toEqual(before);
  objects.forEach((file, index) => fs.writeFileSync(file, good[index] ?? ""));
  expect((await restore()).missing).toEqual([]);
  expect(await findings()).toEqual([0, []]);
}, 240_000);

it("writes the bytes of files whose removal was still waiting, and runs alone", async () => {
  await team.image(ada, { bytes: png(80, 21) });
  await t.runJobs();
  await backUp();
  const { pool } = installedIn(t);
  const { rows: used } = await query(
    `select b.id, b.storage_key, b.sha256, b.size_bytes, b.mime_type from blobs b
     where id in (select blob_id from items where workspace_id = $1 union select r.blob_id from renditions r join items i on i.id = r.item_id where i.workspace_id = $1)`,
    [team.id],
  );
  await deletedWorkspace(t, ada, team.id);
  // As while a job has removed the bytes, and not yet the rows.
  for (const row of used as Record<string, unknown>[])
    await query(
      "insert into blobs (id, storage_key, sha256, size_bytes, mime_type, refs) values ($1, $2, $3, $4, $5, 0)",
      Object.values(row),
    );
  const both = await Promise.allSettled([restore(), restore()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { message: "Another restore runs. Wait for its end." },
  });
  expect((await pool.query("select from items where workspace_id = $1", [team.id])).rowCount).toBe(1);
  expect(await findings()).toEqual([0, []]);
  const { rows: scratch } = await pool.query("select from pg_database where datname like 'stillreel_restore_%'");
  expect(scratch).toEqual([]);
}, 240_000);
