import { createFolder, favoriteFolder, type Folder, getWorkspace, listFolders } from "@stillreel/contract";
import { createTeam, createTestApp, expectError, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { z } from "zod";

/** Folder trees are cached in memory. These tests change data by SQL, as another process would, without notification. */
let t: TestApp;
let owner: TestUser;
let member: TestUser;
let team: TestTeam;
let top: string;
let low: string;

beforeAll(async () => {
  t = await createTestApp();
  [owner, member] = [await t.user(), await t.user()];
});
afterAll(() => t.close());
beforeEach(async () => {
  team = await createTeam(t, [
    [owner, "owner"],
    [member, "member"],
  ]);
  top = await team.folder("Top");
  low = await team.folder("Low", top);
  // Fills the cache for the following steps.
  for (const user of [owner, member]) await folders(user);
});

const sql = (text: string, values: unknown[]) => t.ports.pool.query(text, values);
const folders = async (user: TestUser): Promise<z.output<typeof Folder>[]> => {
  const params = { workspaceId: team.id };
  const [{ items }, { allFolders }] = [
    (await t.call(listFolders, { params, query: {} }, user)).data(),
    (await t.call(getWorkspace, { params, query: {} }, user)).data(),
  ];
  expect(allFolders).toEqual(items);
  return items;
};
const one = async (user: TestUser, id: string) => (await folders(user)).find((folder) => folder.id === id);
const names = async (user: TestUser): Promise<string[]> => (await folders(user)).map(({ name }) => name).toSorted();

describe("a cached folder tree is invalidated in this process when", () => {
  it("a folder is renamed", async () => {
    await sql("update folders set name = 'Lower', name_key = 'lower' where id = $1", [low]);
    for (const user of [owner, member]) expect(await one(user, low)).toMatchObject({ name: "Lower" });
  });

  it("a folder is coloured", async () => {
    await sql("update folders set color = 'teal' where id = $1", [low]);
    for (const user of [owner, member]) expect(await one(user, low)).toMatchObject({ color: "teal" });
  });

  it("a folder is moved", async () => {
    await sql("update folders set parent_id = null, path = '{}', nest_level = 0 where id = $1", [low]);
    for (const user of [owner, member]) {
      expect(await one(user, low)).toMatchObject({ parentId: null, nestLevel: 0 });
      expect(await one(user, top)).toMatchObject({ children: 0 });
    }
  });

  it("folders are created, all deleted, and created again", async () => {
    const made = await team.folder("Made", low);
    expect(await one(owner, made)).toMatchObject({ parentId: low, nestLevel: 2 });
    expect(await one(member, low)).toMatchObject({ children: 1 });
    await sql("delete from folders where id = $1", [low]);
    expect(await names(member)).toEqual(["Top"]);
    await sql("delete from folders where workspace_id = $1", [team.id]);
    expect(await names(owner)).toEqual([]);
    await team.folder("Again");
    for (const user of [owner, member]) expect(await names(user)).toEqual(["Again"]);
  });

  it("several changes are committed in one transaction, and not before", async () => {
    const client = await t.ports.pool.connect();
    try {
      await client.query("begin");
      await client.query("update folders set name = 'Renamed', name_key = 'renamed' where id = $1", [top]);
      expect(await names(member)).toEqual(["Low", "Top"]);
      await client.query("delete from folders where id = $1", [low]);
      await client.query("commit");
    } finally {
      client.release();
    }
    expect(await names(member)).toEqual(["Renamed"]);
  });

  it("entries, roles and teams change", async () => {
    await team.grant({ folderId: low }, "everyone", "none");
    expect(await names(member)).toEqual(["Top"]);
    expect(await one(member, top)).toMatchObject({ children: 0 });
    expect(await one(owner, top)).toMatchObject({ children: 1 });
    const teamId = t.ports.ids.id();
    await sql("insert into teams (id, workspace_id, name, name_key) values ($1, $2, 'Design', 'design')", [teamId, team.id]);
    await sql(
      "insert into grants (id, workspace_id, folder_id, principal_kind, principal_id, read, write) values ($1, $2, $3, 'team', $4, true, false)",
      [t.ports.ids.id(), team.id, low, teamId],
    );
    expect(await names(member)).toEqual(["Top"]);
    await sql("insert into team_members (team_id, workspace_id, user_id) values ($1, $2, $3)", [teamId, team.id, member.id]);
    expect(await one(member, low)).toMatchObject({ permission: { read: true, write: false } });
    await sql("delete from teams where id = $1", [teamId]);
    expect(await names(member)).toEqual(["Top"]);
    await team.join(member, "admin");
    expect(await one(member, low)).toMatchObject({ permission: { read: true, write: true } });
    await team.join(member, "viewer");
    expect(await one(member, top)).toMatchObject({ permission: { read: true, write: false } });
  });

  it("a member is removed, and the workspace is deleted and restored", async () => {
    const call = (user: TestUser) => t.call(getWorkspace, { params: { workspaceId: team.id }, query: {} }, user);
    await team.leave(member);
    expectError(await call(member), "not-found");
    await sql("update workspaces set deleted_at = now() where id = $1", [team.id]);
    expectError(await call(owner), "not-found");
    await sql("update folders set name = 'Back', name_key = 'back' where id = $1", [low]);
    await sql("update workspaces set deleted_at = null where id = $1", [team.id]);
    expect(await names(owner)).toEqual(["Back", "Top"]);
  });
});

it("does not cache stars and item counts", async () => {
  await t.call(favoriteFolder, { params: { workspaceId: team.id, folderId: low }, body: { favorite: true } }, member);
  await team.image(owner, { folderId: low });
  expect(await one(member, low)).toMatchObject({ favorite: true, items: 1 });
  expect(await one(owner, low)).toMatchObject({ favorite: false, items: 1 });
});

it("reads a folder tree again only after a change of its shown fields", async () => {
  const sent = vi.spyOn(t.ports.pool, "query");
  const readings = async (): Promise<number> => {
    sent.mockClear();
    await folders(owner);
    return sent.mock.calls.filter(([statement]) => (statement as { name?: string }).name === "folders-tree").length;
  };
  expect(await readings()).toBe(0);
  await sql("update folders set name_key = name_key, created_by = $2 where id = $1", [low, owner.id]);
  expect(await readings()).toBe(0);
  await sql("update folders set name = 'Else', name_key = 'else' where id = $1", [low]);
  expect(await readings()).toBe(1);
  expect(await readings()).toBe(0);
  sent.mockRestore();
});

it("invalidates permissions when folders are created, moved or deleted, not renamed or coloured", async () => {
  const versions = async () => {
    const { rows } = await sql("select rights_version::int as rights, folders_version::int as folders from workspaces where id = $1", [
      team.id,
    ]);
    return rows[0] as { rights: number; folders: number };
  };
  const grown = async (text: string): Promise<[rights: number, folders: number]> => {
    const before = await versions();
    await sql(text, [low]);
    const after = await versions();
    return [after.rights - before.rights, after.folders - before.folders];
  };
  expect(await grown("update folders set name = 'Names', name_key = 'names', color = 'red' where id = $1")).toEqual([0, 1]);
  expect(await grown("update folders set created_by = null where id = $1")).toEqual([0, 0]);
  expect(await grown("update folders set parent_id = null, path = '{}', nest_level = 0 where id = $1")).toEqual([1, 1]);
  expect(await grown("delete from folders where id = $1")).toEqual([1, 1]);
});

it("shows the current personal space", async () => {
  const params = { workspaceId: "personal" };
  const { id } = (await t.call(createFolder, { params, body: { name: "Mine", kind: "image" } }, owner)).data();
  const shown = async () => (await t.call(listFolders, { params, query: {} }, owner)).data().items;
  expect(await shown()).toMatchObject([{ id, name: "Mine" }]);
  await sql("update folders set name = 'Ours', name_key = 'ours' where id = $1", [id]);
  expect(await shown()).toMatchObject([{ id, name: "Ours" }]);
});
