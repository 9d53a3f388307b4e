import { createFolder, deleteUser, favoriteFolder, getWorkspace, listWorkspaces } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function team(members: [userId: string, role: string][]): Promise<string> {
  const id = test.ports.ids.id();
  await test.ports.pool.query("insert into workspaces (id, kind, name) values ($1, 'team', 'Crew')", [id]);
  for (const [userId, role] of members)
    await test.ports.pool.query("insert into members (workspace_id, user_id, role) values ($1, $2, $3)", [id, userId, role]);
  return id;
}
const idOf = async (email: string): Promise<string> =>
  (await test.ports.pool.query("select id from users where email = $1", [email])).rows[0].id;

describe("workspaces", () => {
  it("shows the personal space by its word and by its id, with its folders and pictures", async () => {
    const user = await test.user();
    const { id: itemId } = await test.image(user);
    const space = (await test.call(getWorkspace, { params: { workspaceId: "personal" } }, user)).data();
    expect(space.workspace).toMatchObject({
      role: "owner",
      favFolders: [],
      inviteLink: null,
      teams: [],
      permission: { read: true, write: true },
    });
    expect(space.workspace.members.map((member) => member.email)).toEqual([user.email]);
    expect(space.files.items.map((item) => item.id)).toEqual([itemId]);
    expect([space.currentFolder, space.folders, space.allFolders]).toEqual([null, [], []]);
    const same = (await test.call(getWorkspace, { params: { workspaceId: space.workspace.id } }, user)).data();
    expect(same.workspace).toEqual(space.workspace);
  });

  it("shows one folder: its children and its own pictures", async () => {
    const user = await test.user();
    await test.image(user);
    const make = async (name: string, parentId: string | null): Promise<string> =>
      (await test.call(createFolder, { params: { workspaceId: "personal" }, body: { name, parentId } }, user)).data().id;
    const parent = await make("a", null);
    const child = await make("b", parent);
    const root = (await test.call(getWorkspace, { params: { workspaceId: "personal" }, query: { folderId: "root" } }, user)).data();
    expect(root.folders.map((folder) => [folder.id, folder.children, folder.items])).toEqual([[parent, 1, 0]]);
    expect(root.allFolders).toHaveLength(2);
    const inside = (await test.call(getWorkspace, { params: { workspaceId: "personal" }, query: { folderId: parent } }, user)).data();
    expect([inside.currentFolder?.id, inside.folders.map((folder) => folder.id), inside.files.items]).toEqual([parent, [child], []]);
    for (const folderId of ["nonsense", test.ports.ids.id()])
      expectError(await test.call(getWorkspace, { params: { workspaceId: "personal" }, query: { folderId } }, user), "not-found");
  });

  it("lists team workspaces alone, without members and teams", async () => {
    const user = await test.user();
    expect((await test.call(listWorkspaces, {}, user)).data()).toEqual([]);
    const id = await team([[await idOf(user.email), "viewer"]]);
    const [listed] = (await test.call(listWorkspaces, {}, user)).data();
    expect(listed).toEqual({
      id,
      name: "Crew",
      avatar: null,
      thumbnail: null,
      role: "viewer",
      favFolders: [],
      inviteLink: null,
      permission: { read: true, write: false },
    });
  });

  it("leaves nothing of a space whose owner is gone", async () => {
    const user = await test.user();
    await test.image(user);
    const { id } = (await test.call(getWorkspace, { params: { workspaceId: "personal" } }, user)).data().workspace;
    const folder = (await test.call(createFolder, { params: { workspaceId: id }, body: { name: "Kept" } }, user)).data();
    await test.call(favoriteFolder, { params: { workspaceId: id, folderId: folder.id }, body: {} }, user);
    await test.ports.pool.query("insert into search_words (workspace_id, word) values ($1, 'kept') on conflict do nothing", [id]);
    const rest = async (): Promise<Record<string, number>> => {
      const tables = ["items", "folders", "item_counts", "favorite_folders", "favorites", "search_entries", "search_words"];
      const counts = await Promise.all(
        tables.map(
          async (table) => (await test.ports.pool.query(`select count(*)::int as n from ${table} where workspace_id = $1`, [id])).rows[0].n,
        ),
      );
      return Object.fromEntries(tables.map((table, at) => [table, counts[at]]));
    };
    expect(await rest()).toMatchObject({ items: 1, folders: 1, favorite_folders: 1, search_words: expect.any(Number) });
    (await test.call(deleteUser, { body: { email: user.email, password: user.password, phrase: "delete my account" } }, user)).data();
    await test.runJobs();
    expect(Object.values(await rest())).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it("S2: says the same of what is foreign, unknown or malformed", async () => {
    const [user, stranger] = [await test.user(), await test.user()];
    const foreign = (await test.call(getWorkspace, { params: { workspaceId: "personal" } }, stranger)).data().workspace.id;
    const foreignTeam = await team([[await idOf(stranger.email), "owner"]]);
    const answers = await Promise.all(
      [foreign, foreignTeam, test.ports.ids.id(), "nonsense", "PERSONAL"].map((workspaceId) =>
        test.call(getWorkspace, { params: { workspaceId } }, user),
      ),
    );
    for (const answer of answers) expectError(answer, "not-found");
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expectError(await test.call(getWorkspace, { params: { workspaceId: "personal" } }), "unauthenticated");
    expectError(await test.call(listWorkspaces), "unauthenticated");
  });
});
