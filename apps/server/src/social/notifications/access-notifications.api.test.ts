import {
  createTeam as createGroup,
  listNotifications,
  removeFolderRight,
  removeMember,
  setFileRight,
  setFolderRight,
  updateNotificationSettings,
} from "@stillreel/contract";
import { createTeam, createTestApp, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let t: TestApp;
let olga: TestUser;
let anna: TestUser;
let ben: TestUser;
let team: TestTeam;
let folderId: string;
let itemId: string;

beforeAll(async () => {
  t = await createTestApp();
  olga = await t.user({ username: "Olga" });
  anna = await t.user({ username: "Anna" });
  ben = await t.user({ username: "Ben" });
});
afterAll(() => t.close());

beforeEach(async () => {
  team = await createTeam(t, [
    [olga, "owner"],
    [anna, "member"],
    [ben, "member"],
  ]);
  folderId = await team.folder("Plans");
  itemId = (await team.image(olga, { title: "Plan", folderId })).id;
  await t.runJobs();
  await t.ports.pool.query("delete from notifications");
});

type Kind = "member" | "team" | "everyone";
const body = (id: string, permissionType: Kind, read: boolean) => ({ id, permissionType, read, write: false });
const ruleFolder = async (id: string, kind: Kind, read: boolean): Promise<void> => {
  (await t.call(setFolderRight, { params: { workspaceId: team.id, itemId: folderId }, body: body(id, kind, read) }, olga)).data();
  await t.runJobs();
};
const ruleItem = async (id: string, kind: Kind, read: boolean): Promise<void> => {
  (await t.call(setFileRight, { params: { workspaceId: team.id, itemId }, body: body(id, kind, read) }, olga)).data();
  await t.runJobs();
};
const listOf = async (user: TestUser) => (await t.call(listNotifications, {}, user)).data().items;

describe("access", () => {
  it("to an item that is removed and given again notifies its member, and no one else", async () => {
    await ruleItem(anna.id, "member", false);
    expect(await listOf(anna)).toMatchObject([
      { kind: "access-removed", text: "Olga removed your access", url: null, itemTitle: "Plan", itemType: null, thumbnail: null },
    ]);
    await ruleItem(anna.id, "member", true);
    const path = `/w/${team.id}/images/${itemId}`;
    expect((await listOf(anna)).map(({ kind, url }) => [kind, url])).toEqual([
      ["share", path],
      ["access-removed", null],
    ]);
    expect([...(await listOf(ben)), ...(await listOf(olga))]).toEqual([]);
  });

  it("to a folder notifies the members of a team who gain it, with the page of the folder", async () => {
    await ruleFolder(team.id, "everyone", false);
    const { id } = (
      await t.call(createGroup, { params: { workspaceId: team.id }, body: { name: "Crew", members: [ben.id] } }, olga)
    ).data();
    expect(await listOf(ben)).toEqual([]);
    await ruleFolder(id, "team", true);
    expect(await listOf(ben)).toMatchObject([
      { kind: "share", text: "Olga gave you access", url: `/w/${team.id}/folder/${folderId}`, itemTitle: "Plans", itemType: null },
    ]);
    expect(await listOf(anna)).toEqual([]);
    (await t.call(removeFolderRight, { params: { workspaceId: team.id, itemId: folderId, id } }, olga)).data();
    await t.runJobs();
    expect((await listOf(ben)).map(({ kind }) => kind)).toEqual(["access-removed"]);
  });

  it("that an entry does not change, or that the user turned off, causes none", async () => {
    await ruleItem(anna.id, "member", true);
    expect(await listOf(anna)).toEqual([]);
    await t.call(updateNotificationSettings, { body: { channels: { "access-removed": "off" } } }, anna);
    await ruleItem(anna.id, "member", false);
    expect(await listOf(anna)).toEqual([]);
    await t.call(updateNotificationSettings, { body: { channels: { "access-removed": "bell" } } }, anna);
  });

  it("to a workspace that is removed notifies its former member", async () => {
    (await t.call(removeMember, { params: { workspaceId: team.id, userId: anna.id } }, olga)).data();
    expect(await listOf(anna)).toMatchObject([{ kind: "access-removed", itemTitle: "Team", url: null }]);
  });
});

describe("an item that cannot be processed", () => {
  it("notifies its owner", async () => {
    const { id } = await t.image<{ id: string }>(anna, { title: "Broken" });
    const { rows } = await t.ports.pool.query<{ key: string }>(
      "select b.storage_key as key from items i join blobs b on b.id = i.blob_id where i.id = $1",
      [id],
    );
    await t.ports.storage.delete(rows[0]?.key ?? "");
    await t.runJobs();
    expect(await listOf(anna)).toMatchObject([
      { kind: "job-failed", text: "Your item could not be processed", actor: null, itemTitle: "Broken", url: `/images/${id}` },
    ]);
  });
});
