import {
  createFolder,
  createWorkspace,
  deleteFolder,
  deleteItems,
  deleteWorkspace,
  favoriteFolder,
  getImage,
  listDeletedFolders,
  listFileRights,
  listFolders,
  moveItems,
  removeFolderRight,
  restoreFolder,
  setFileRight,
  setFolderRight,
} from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

type Right = "none" | "read" | "write";

let test: TestApp;
let owner: TestUser;
let member: TestUser;
let viewer: TestUser;
let crew: string;

beforeAll(async () => {
  test = await createTestApp();
  [owner, member, viewer] = [await test.user(), await test.user(), await test.user()];
});
afterAll(() => test.close());
beforeEach(async () => {
  crew = (await test.call(createWorkspace, { query: { name: "Crew" } }, owner)).data().id;
  for (const [user, role] of [
    [member, "member"],
    [viewer, "viewer"],
  ] as const)
    await sql("insert into members (workspace_id, user_id, role) values ($1, $2, $3)", [crew, await idOf(user), role]);
});

const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await test.ports.pool.query<T>(text, values)).rows;
const idOf = async (user: TestUser): Promise<string> =>
  (await sql<{ id: string }>("select id from users where email = $1", [user.email]))[0]?.id ?? "";
const folder = async (name: string, parentId: string | null = null): Promise<string> =>
  (await test.call(createFolder, { params: { workspaceId: crew }, body: { name, parentId } }, owner)).data().id;
const tryRemove = (user: TestUser, folderId: string, withItems = false) =>
  test.call(deleteFolder, { params: { workspaceId: crew, folderId }, query: { withItems: String(withItems) } }, user);
const remove = async (folderId: string, withItems = false): Promise<void> => void (await tryRemove(owner, folderId, withItems)).data();
const restore = (user: TestUser, folderId: string) => test.call(restoreFolder, { params: { workspaceId: crew, folderId } }, user);
const deleted = async (user: TestUser, query: { asMember?: string } = {}) =>
  (await test.call(listDeletedFolders, { params: { workspaceId: crew }, query }, user)).data().items;
const rightOf = (right: Right) => ({ read: right !== "none", write: right === "write" });
const who = async (user: TestUser | null) =>
  user ? ({ id: await idOf(user), permissionType: "member" } as const) : ({ id: crew, permissionType: "everyone" } as const);
/** Sets the entry of one user or (null) of everyone on a folder. */
const grant = async (itemId: string, right: Right, user: TestUser | null = null): Promise<void> => {
  const body = { ...(await who(user)), ...rightOf(right) };
  (await test.call(setFolderRight, { params: { workspaceId: crew, itemId }, body }, owner)).data();
};
const withdraw = async (itemId: string, user: TestUser | null = null): Promise<void> =>
  void (await test.call(removeFolderRight, { params: { workspaceId: crew, itemId, id: (await who(user)).id } }, owner)).data();
const team = async (...users: TestUser[]): Promise<string> => {
  const id = test.ports.ids.id();
  await sql("insert into teams (id, workspace_id, name, name_key) values ($1, $2, 'T', 't')", [id, crew]);
  for (const user of users)
    await sql("insert into team_members (team_id, workspace_id, user_id) values ($1, $2, $3)", [id, crew, await idOf(user)]);
  return id;
};
const grantTeam = async (itemId: string, teamId: string, right: Right): Promise<void> => {
  const body = { id: teamId, permissionType: "team", ...rightOf(right) } as const;
  (await test.call(setFolderRight, { params: { workspaceId: crew, itemId }, body }, owner)).data();
};
/** Inserts picture rows without bytes directly into the database. */
async function fill(folderId: string, count = 1): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    `insert into items (id, workspace_id, folder_id, type, title, full_file_name, ref_name, stage, mime_type)
     select gen_random_uuid(), $1, $2, 'image', 'Shot ' || n, 'shot.png', gen_random_uuid()::text, 'ready', 'image/png'
     from generate_series(1, $3::int) n returning id`,
    [crew, folderId, count],
  );
  return rows.map((row) => row.id);
}
const seesFolder = async (user: TestUser, folderId: string): Promise<boolean> =>
  (await test.call(listFolders, { params: { workspaceId: crew }, query: {} }, user)).data().items.some(({ id }) => id === folderId);
const seesItem = async (user: TestUser, itemId: string): Promise<boolean> =>
  (await test.call(getImage, { params: { workspaceId: crew, itemId } }, user)).statusCode === 200;
const entriesOf = async (itemId: string) =>
  (await test.call(listFileRights, { params: { workspaceId: crew, itemId } }, owner)).data().entries.map(({ id, write }) => [id, write]);

describe("deleted folders of a workspace", () => {
  it("can be restored by members who could delete them", async () => {
    const plain = await folder("Plain");
    await remove(plain);
    expect(await deleted(viewer)).toMatchObject([{ id: plain, permission: { read: true, write: false } }]);
    expectError(await restore(viewer, plain), "forbidden");
    expectError(await restore(await test.user(), plain), "not-found");
    expect((await restore(member, plain)).data()).toMatchObject({ id: plain, parentId: null });

    const outer = await folder("Outer");
    const inner = await folder("Inner", outer);
    await grant(inner, "read", member);
    await remove(outer);
    expect(await deleted(member)).toMatchObject([{ id: outer, permission: { read: true, write: false } }]);
    expectError(await restore(member, outer), "forbidden");
    expect((await restore(owner, outer)).data().folders).toBe(2);
    expect(
      await test.call(listFolders, { params: { workspaceId: crew }, query: {} }, member).then((answer) => answer.data().items),
    ).toMatchObject([{ id: plain }, { id: outer }, { id: inner, permission: { read: true, write: false } }]);
  });

  it("are not shown to members who could not read them, in any list or response", async () => {
    const closed = await folder("Closed");
    const open = await folder("Open", closed);
    await fill(open);
    await grant(closed, "none");
    await grant(open, "write", member);
    const secret = await folder("Secret", closed);
    for (const id of [open, secret]) await remove(id);
    expect(await deleted(member)).toMatchObject([{ id: open, name: "Open", parentName: null, permission: { write: true } }]);
    expect(await deleted(viewer)).toEqual([]);
    expect((await deleted(owner)).map(({ parentName }) => parentName)).toEqual(["Closed", "Closed"]);
    expect(await deleted(owner, { asMember: await idOf(member) })).toMatchObject([{ id: open, parentName: null }]);
    expectError(await restore(member, secret), "not-found");
    // Former ancestors that are gone decide as they did.
    await remove(closed);
    expect(await deleted(member)).toMatchObject([{ id: open, parentName: null }]);
    expectError(await restore(member, secret), "not-found");
    expectError(await test.call(listDeletedFolders, { params: { workspaceId: crew }, query: {} }, await test.user()), "not-found");
  });

  it("do not count items that are hidden from the caller", async () => {
    const trips = await folder("Trips");
    const [hidden = ""] = await fill(trips, 3);
    await test.call(
      setFileRight,
      { params: { workspaceId: crew, itemId: hidden }, body: { ...(await who(null)), ...rightOf("none") } },
      owner,
    );
    await remove(trips);
    expect((await deleted(member))[0]?.items).toBe(2);
    expect((await deleted(owner))[0]?.items).toBe(3);
  });

  it("return with their entries and stars, but without those of former members", async () => {
    const trips = await folder("Trips");
    const leaver = await test.user();
    await sql("insert into members (workspace_id, user_id, role) values ($1, $2, 'member')", [crew, await idOf(leaver)]);
    await grant(trips, "none");
    for (const user of [viewer, leaver]) {
      await grant(trips, "write", user);
      await test.call(favoriteFolder, { params: { workspaceId: crew, folderId: trips }, body: {} }, user);
    }
    const [item = ""] = await fill(trips);
    await remove(trips, true);
    await sql("delete from members where workspace_id = $1 and user_id = $2", [crew, await idOf(leaver)]);
    await sql("insert into members (workspace_id, user_id, role) values ($1, $2, 'member')", [crew, await idOf(leaver)]);
    // Who left and came back begins without entries.
    expect(await deleted(leaver)).toEqual([]);
    expectError(await restore(leaver, trips), "not-found");
    (await restore(owner, trips)).data();
    expect(await seesFolder(member, trips)).toBe(false);
    expect(await seesFolder(leaver, trips)).toBe(false);
    expect((await test.call(listFolders, { params: { workspaceId: crew }, query: {} }, viewer)).data().items).toMatchObject([
      { id: trips, favorite: true, items: 1, permission: { write: true } },
    ]);
    expect(await seesItem(leaver, item)).toBe(false);
  });

  it("are restored by a viewer with an edit entry only where that viewer may write", async () => {
    const shared = await folder("Shared");
    const inner = await folder("Inner", shared);
    await grant(shared, "write");
    const [item = ""] = await fill(inner);
    (await tryRemove(viewer, inner, true)).data();
    expect((await restore(viewer, inner)).data()).toMatchObject({ parentId: shared, items: 1 });
    expect(await seesItem(viewer, item)).toBe(true);
    (await tryRemove(viewer, inner, true)).data();
    await remove(shared);
    // The root is not writable for a viewer.
    expectError(await restore(viewer, inner), "forbidden");
    expect((await restore(member, inner)).data()).toMatchObject({ parentId: null });
  });

  it("are purged with the trash by members who could delete them", async () => {
    const [plain, closed] = [await folder("Plain"), await folder("Closed")];
    await grant(closed, "read", member);
    for (const id of [plain, closed]) await remove(id);
    await test.call(deleteItems, { params: { workspaceId: crew }, body: { all: true } }, member);
    expect((await deleted(owner)).map(({ id }) => id)).toEqual([closed]);
    await test.call(deleteItems, { params: { workspaceId: crew }, body: { all: true } }, owner);
    expect(await deleted(owner)).toEqual([]);
  });

  it("disappear with the workspace", async () => {
    const plain = await folder("Plain");
    await fill(plain);
    await remove(plain);
    (await test.call(deleteWorkspace, { params: { workspaceId: crew } }, owner)).data();
    expectError(await restore(owner, plain), "not-found");
    await sql("delete from workspaces where id = $1", [crew]);
    expect(await sql("select from deleted_folders where id = $1", [plain])).toEqual([]);
    expect(await sql("select from deleted_folder_items where deleted_folder_id = $1", [plain])).toEqual([]);
  });
});

describe("restoring never widens who can read", () => {
  it("inherited entries become entries of a folder that is restored to the root", async () => {
    for (const isParentGone of [true, false]) {
      const outer = await folder(`Outer ${isParentGone}`);
      const parent = await folder("Parent", outer);
      const trips = await folder("Trips", parent);
      await grant(outer, "none");
      await grant(trips, "write", member);
      const [item = ""] = await fill(trips);
      (await tryRemove(member, trips, true)).data();
      if (isParentGone) await remove(outer);
      // The member may not write to the parent, which is hidden.
      expect((await restore(member, trips)).data()).toMatchObject({ parentId: null, items: 1 });
      expect([await seesFolder(viewer, trips), await seesItem(viewer, item)]).toEqual([false, false]);
      expect([await seesFolder(member, trips), await seesItem(member, item)]).toEqual([true, true]);
      await remove(trips);
      await test.call(deleteItems, { params: { workspaceId: crew }, body: { all: true } }, owner);
    }
  });

  it("follows the present entries of a parent that exists", async () => {
    const parent = await folder("Parent");
    const trips = await folder("Trips", parent);
    const [item = ""] = await fill(trips);
    await remove(trips);
    await grant(parent, "none");
    await grant(parent, "write", member);
    (await restore(member, trips)).data();
    expect([await seesFolder(viewer, trips), await seesItem(viewer, item)]).toEqual([false, false]);
    expect([await seesFolder(member, trips), await seesItem(member, item)]).toEqual([true, true]);
  });

  it("the entries that the deletion copied to items are removed, so that the folder decides again", async () => {
    const parent = await folder("Parent");
    const trips = await folder("Trips", parent);
    await grant(parent, "none");
    await grant(trips, "write", member);
    const [item = "", changed = "", special = ""] = await fill(trips, 3);
    const setFile = async (itemId: string, right: Right, user: TestUser | null): Promise<void> =>
      void (
        await test.call(setFileRight, { params: { workspaceId: crew, itemId }, body: { ...(await who(user)), ...rightOf(right) } }, owner)
      ).data();
    await setFile(special, "read", viewer);
    await remove(trips);
    expect(await entriesOf(item)).toHaveLength(2);
    await setFile(changed, "read", member);
    (await restore(owner, trips)).data();
    expect(await entriesOf(item)).toEqual([]);
    expect(await entriesOf(changed)).toHaveLength(2);
    expect([await seesItem(viewer, item), await seesItem(viewer, changed), await seesItem(viewer, special)]).toEqual([false, false, true]);
    await grant(trips, "read", viewer);
    expect([await seesItem(viewer, item), await seesItem(viewer, changed)]).toEqual([true, false]);
  });

  it("items retain their copied entries when the folder is more open than before", async () => {
    const parent = await folder("Parent");
    const trips = await folder("Trips", parent);
    await grant(parent, "none");
    const [item = ""] = await fill(trips);
    await remove(trips);
    await withdraw(parent);
    (await restore(member, trips)).data();
    expect(await seesFolder(viewer, trips)).toBe(true);
    expect(await seesItem(viewer, item)).toBe(false);
  });

  it("items that the caller may not change any more stay where they are", async () => {
    const trips = await folder("Trips");
    const [item = ""] = await fill(trips, 2);
    await remove(trips);
    const body = { ...(await who(member)), ...rightOf("read") };
    await test.call(setFileRight, { params: { workspaceId: crew, itemId: item }, body }, owner);
    expect((await restore(member, trips)).data().items).toBe(1);
    expect(await sql("select folder_id from items where id = $1", [item])).toEqual([{ folder_id: null }]);
  });
});

describe("deleting never widens who can read", () => {
  it("an entry that a nearer entry overrides is not copied", async () => {
    const outer = await folder("Outer");
    const [inner, byTeam] = [await folder("Inner", outer), await folder("By team", outer)];
    await grant(outer, "read", viewer);
    await grant(inner, "none");
    await grantTeam(byTeam, await team(viewer), "none");
    const [[first = ""], [second = ""]] = [await fill(inner), await fill(byTeam)];
    expect([await seesItem(viewer, first), await seesItem(viewer, second)]).toEqual([false, false]);
    await remove(outer);
    expect([await seesItem(viewer, first), await seesItem(viewer, second)]).toEqual([false, false]);
    expect([await seesItem(member, first), await seesItem(member, second)]).toEqual([false, true]);
    (await restore(owner, outer)).data();
    expect([await seesItem(viewer, first), await seesItem(viewer, second)]).toEqual([false, false]);
    expect([await seesItem(member, first), await seesItem(member, second)]).toEqual([false, true]);
    expect([await entriesOf(first), await entriesOf(second)]).toEqual([[], []]);
  });

  it("an entry of an item overrides those of its folder", async () => {
    const outer = await folder("Outer");
    await grant(outer, "write", viewer);
    const [item = ""] = await fill(outer);
    const body = { id: await team(viewer), permissionType: "team" as const, ...rightOf("none") };
    await test.call(setFileRight, { params: { workspaceId: crew, itemId: item }, body }, owner);
    expect(await seesItem(viewer, item)).toBe(false);
    await remove(outer, true);
    expect(await seesItem(viewer, item)).toBe(false);
  });
});

it("moves of items to a restored folder work", async () => {
  const trips = await folder("Trips");
  const [item = ""] = await fill(trips);
  await remove(trips);
  (await restore(owner, trips)).data();
  const other = await folder("Other");
  const moved = await test.call(
    moveItems,
    { params: { workspaceId: crew, folderId: other }, body: { itemIds: [item], fromFolderId: trips } },
    member,
  );
  expect(moved.data()).toEqual({ moved: 1 });
});
