import {
  createFolder,
  createTeam,
  createWorkspace,
  deleteWorkspace,
  favoriteFolder,
  getUserData,
  getWorkspace,
  leaveWorkspace,
  listDeletedWorkspaces,
  listTeams,
  listWorkspaces,
  renameWorkspace,
  restoreWorkspace,
  updateWorkspaceProfile,
} from "@stillreel/contract";
import {
  addMembers,
  countStatements,
  createCrew,
  createTestApp,
  expectData,
  expectError,
  multipart,
  notedActions,
  png,
  type TestApp,
  type TestUser,
} from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const DAY_MS = 86_400_000;
const people = (count: number): Promise<TestUser[]> => Promise.all(Array.from({ length: count }, () => test.user()));
/** Moves the deletion of a workspace into the past. */
const age = (workspaceId: string, ms: number) =>
  test.ports.pool.query("update workspaces set deleted_at = deleted_at - $2 * interval '1 ms' where id = $1", [workspaceId, ms]);
/** Runs the nightly purge of deleted workspaces and its jobs. */
async function sweep(): Promise<void> {
  for (const sweeper of test.modules.workspaces.sweepers) await sweeper.run(new AbortController().signal, null);
  await test.runJobs();
}

describe("workspaces", () => {
  it("show the personal space by its keyword and by its id", async () => {
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

  it("show one folder with its subfolders and its own items", async () => {
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

  it("are created with their creator as owner, and listed without members and teams", async () => {
    const [user, viewer] = (await people(2)) as [TestUser, TestUser];
    expect((await test.call(listWorkspaces, {}, user)).data()).toEqual([]);
    const answer = await test.call(createWorkspace, { query: { name: "  Crew  " } }, user);
    expect(answer.statusCode).toBe(201);
    const made = answer.data();
    expect(made).toMatchObject({ name: "Crew", organizationName: "", role: "owner", teams: [], inviteLink: null, avatar: null });
    expect(made.members).toMatchObject([{ email: user.email, role: "owner" }]);
    const { members: _members, teams: _teams, ...head } = made;
    expect((await test.call(listWorkspaces, {}, user)).data()).toEqual([head]);
    await addMembers(test, made.id, [[viewer, "viewer"]]);
    expect((await test.call(listWorkspaces, {}, viewer)).data()).toEqual([
      { ...head, role: "viewer", permission: { read: true, write: false } },
    ]);
    expect(await notedActions(test, made.id)).toEqual(["workspace.created"]);
  });

  it.each([
    ["of 32 characters", "x".repeat(32), true],
    ["of 32 emoji", "👩‍👩‍👧‍👦".repeat(32), true],
    ["of 33 characters", "x".repeat(33), false],
    ["that is empty", "", false],
    ["of spaces", "   ", false],
    ["with a control character", "a\u0007b", false],
    ["of many combining characters", `a${"\u0301".repeat(2_000)}`, false],
  ])("accept or refuse a name %s", async (_what, name, isGood) => {
    const user = await test.user();
    const id = await createCrew(test, user);
    const answers = [
      await test.call(createWorkspace, { query: { name } }, user),
      await test.call(renameWorkspace, { params: { workspaceId: id }, body: { newName: name } }, user),
    ];
    for (const answer of answers)
      if (isGood) expect((answer.data() as { name: string }).name).toBe(name);
      else expectError(answer, "validation-failed");
    if (name !== "") {
      const profile = { params: { workspaceId: id }, body: { organizationName: name } };
      const answer = await test.call(updateWorkspaceProfile, profile, user);
      if (isGood) expect(answer.data().organizationName).toBe(name);
      else if (name.trim() !== "") expectError(answer, "validation-failed");
    }
  });

  it("are renamed and described by owners and admins, and notify open pages", async () => {
    const [owner, admin, member, viewer, stranger] = (await people(5)) as [TestUser, TestUser, TestUser, TestUser, TestUser];
    const id = await createCrew(test, owner, [
      [admin, "admin"],
      [member, "member"],
      [viewer, "viewer"],
    ]);
    const rename = (user: TestUser, newName: string) =>
      test.call(renameWorkspace, { params: { workspaceId: id }, body: { newName } }, user);
    const describe_ = (user: TestUser, organizationName: string) =>
      test.call(updateWorkspaceProfile, { params: { workspaceId: id }, body: { organizationName } }, user);
    for (const user of [owner, admin]) {
      expect((await rename(user, `By ${user.displayName}`)).data().name).toBe(`By ${user.displayName}`);
      expect((await describe_(user, `Of ${user.displayName}`)).data().organizationName).toBe(`Of ${user.displayName}`);
    }
    for (const user of [member, viewer])
      for (const answer of [await rename(user, "Theirs"), await describe_(user, "Theirs")]) expectError(answer, "forbidden");
    for (const answer of [await rename(stranger, "Theirs"), await describe_(stranger, "Theirs")]) expectError(answer, "not-found");
    expect((await describe_(owner, "")).data().organizationName).toBe("");
    await rename(owner, `By ${admin.displayName}`);
    expect(await notedActions(test, id)).toEqual([
      "workspace.created",
      "workspace.renamed",
      "workspace.changed",
      "workspace.renamed",
      "workspace.changed",
      "workspace.changed",
    ]);
  });

  it("refuse to rename, leave, delete or restore the personal space, or add teams", async () => {
    const user = await test.user();
    const params = { workspaceId: "personal" };
    for (const answer of [
      await test.call(renameWorkspace, { params, body: { newName: "Mine" } }, user),
      await test.call(updateWorkspaceProfile, { params, body: { organizationName: "Mine" } }, user),
      await test.call(leaveWorkspace, { params }, user),
      await test.call(deleteWorkspace, { params }, user),
      await test.call(restoreWorkspace, { params }, user),
      await test.call(createTeam, { params, body: { name: "Me" } }, user),
    ])
      expectError(answer, "forbidden");
    expect((await test.call(listTeams, { params }, user)).data().items).toEqual([]);
  });

  it("S2: return the same error for foreign, unknown, deleted and malformed ids", async () => {
    const [user, stranger] = (await people(2)) as [TestUser, TestUser];
    const foreign = (await test.call(getWorkspace, { params: { workspaceId: "personal" } }, stranger)).data().workspace.id;
    const [foreignTeam, deleted] = [await createCrew(test, stranger), await createCrew(test, user)];
    (await test.call(deleteWorkspace, { params: { workspaceId: deleted } }, user)).data();
    const answers = await Promise.all(
      [foreign, foreignTeam, deleted, test.ports.ids.id(), "nonsense", "PERSONAL"].map((workspaceId) =>
        test.call(getWorkspace, { params: { workspaceId } }, user),
      ),
    );
    for (const answer of answers) expectError(answer, "not-found");
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expectError(await test.call(getWorkspace, { params: { workspaceId: "personal" } }), "unauthenticated");
    expectError(await test.call(listWorkspaces), "unauthenticated");
  });

  it("show stars only on readable folders", async () => {
    const [owner, member] = (await people(2)) as [TestUser, TestUser];
    const id = await createCrew(test, owner, [[member, "member"]]);
    const folder = (await test.call(createFolder, { params: { workspaceId: id }, body: { name: "Plans" } }, member)).data().id;
    (await test.call(favoriteFolder, { params: { workspaceId: id, folderId: folder }, body: {} }, member)).data();
    const stars = async () => [
      (await test.call(listWorkspaces, {}, member)).data()[0]?.favFolders,
      (await test.call(getWorkspace, { params: { workspaceId: id } }, member)).data().workspace.favFolders,
      (await test.call(getUserData, {}, member)).data().favoriteFolders.workspaces[id],
    ];
    expect(await stars()).toEqual([[folder], [folder], [folder]]);
    await test.ports.pool.query(
      "insert into grants (id, workspace_id, folder_id, principal_kind, principal_id, read, write) values ($1, $2, $3, 'everyone', $2, false, false)",
      [test.ports.ids.id(), id, folder],
    );
    expect(await stars()).toEqual([[], [], undefined]);
  });
});

describe("deleting a workspace", () => {
  const remove = (user: TestUser, workspaceId: string) => test.call(deleteWorkspace, { params: { workspaceId } }, user);
  const restore = (user: TestUser, workspaceId: string) => test.call(restoreWorkspace, { params: { workspaceId } }, user);
  const deleted = async (user: TestUser) => (await test.call(listDeletedWorkspaces, {}, user)).data();

  it("needs an owner, ends the access of every member immediately, and can be undone by an owner for 30 days", async () => {
    const [owner, admin, member, stranger] = (await people(4)) as [TestUser, TestUser, TestUser, TestUser];
    const id = await createCrew(test, owner, [
      [admin, "admin"],
      [member, "member"],
    ]);
    for (const user of [admin, member]) expectError(await remove(user, id), "forbidden");
    expectError(await remove(stranger, id), "not-found");
    const removed = (await remove(owner, id)).data();
    expect(Date.parse(removed.purgedAt) - Date.parse(removed.deletedAt)).toBe(30 * DAY_MS);
    for (const user of [owner, admin, member]) {
      expectError(await test.call(getWorkspace, { params: { workspaceId: id } }, user), "not-found");
      expect((await test.call(listWorkspaces, {}, user)).data()).toEqual([]);
    }
    expectError(await remove(owner, id), "not-found");
    expect(await deleted(owner)).toEqual([{ id, name: "Crew", avatar: null, ...removed }]);
    expect([await deleted(admin), await deleted(stranger)]).toEqual([[], []]);
    for (const user of [admin, member, stranger]) expectError(await restore(user, id), "not-found");
    await age(id, 30 * DAY_MS - 60_000);
    await sweep();
    expect((await restore(owner, id)).data()).toMatchObject({ id, name: "Crew", role: "owner" });
    expect((await test.call(getWorkspace, { params: { workspaceId: id } }, member)).data().workspace.members).toHaveLength(3);
    expect((await restore(owner, id)).data().id).toBe(id);
    expectError(await restore(admin, id), "forbidden");
    expect(await deleted(owner)).toEqual([]);
    expect(await notedActions(test, id)).toEqual(["workspace.created", "workspace.deleted", "workspace.restored"]);
  });

  it("is permanent after 30 days, with items, teams and pictures", async () => {
    const owner = await test.user();
    const id = await createCrew(test, owner);
    const form = () => multipart({ title: "Gone" }, { fileName: "gone.png", type: "image/png", bytes: png() });
    for (const path of ["files/image", "avatar", "thumbnail"]) {
      const { headers, payload } = form();
      const url = `/api/v1/workspace/${id}/${path}`;
      expectData(await test.app.inject({ method: "POST", url, headers: { ...owner.headers, ...headers }, payload }));
    }
    const team = (await test.call(createTeam, { params: { workspaceId: id }, body: { name: "Team" } }, owner)).data().id;
    const icon = form();
    const url = `/api/v1/workspace/${id}/teams/${team}/icon`;
    const headers = { ...owner.headers, ...icon.headers };
    expectData(await test.app.inject({ method: "POST", url, headers, payload: icon.payload }));
    await test.runJobs();
    (await remove(owner, id)).data();
    await age(id, 30 * DAY_MS);
    expect(await deleted(owner)).toEqual([]);
    expectError(await restore(owner, id), "not-found");
    await sweep();
    for (const table of ["workspaces where id", "items where workspace_id", "teams where workspace_id", "members where workspace_id"])
      expect((await test.ports.pool.query(`select 1 from ${table} = $1`, [id])).rowCount, table).toBe(0);
    const unused = await test.ports.pool.query(
      `select 1 from blobs b where not exists (select 1 from items where blob_id = b.id) and not exists (select 1 from renditions where blob_id = b.id)`,
    );
    expect(unused.rowCount).toBe(0);
  });
});

describe("a workspace with every role", () => {
  it("needs as many statements for 50 members and 20 teams as for 5 and 2", async () => {
    const owner = await test.user();
    const statements = async (size: number): Promise<number> => {
      const id = await createCrew(test, owner);
      await test.ports.pool.query(
        `with made as (insert into users (id, email, email_key, display_name, provider)
           select gen_random_uuid(), e, e, 'Many ' || e, 'password' from (select $1::text || '-' || n || '@example.test' as e from generate_series(1, $2::int) n) x
           returning id),
         joined as (insert into members (workspace_id, user_id, role) select $3, id, 'member' from made returning user_id),
         grouped as (insert into teams (id, workspace_id, name, name_key)
           select gen_random_uuid(), $3, 'Team ' || n, 'team ' || n from generate_series(1, $2::int / 2) n returning id)
         select 1`,
        [id, size, id],
      );
      await test.ports.pool.query(
        "insert into team_members (team_id, workspace_id, user_id) select t.id, $1, m.user_id from teams t join members m using (workspace_id) where workspace_id = $1",
        [id],
      );
      const { answer, count } = await countStatements(() => test.call(getWorkspace, { params: { workspaceId: id } }, owner));
      const { workspace } = answer.data();
      expect([workspace.members.length, workspace.teams.length]).toEqual([size + 1, Math.floor(size / 2)]);
      expect(workspace.teams[0]?.members).toHaveLength(size + 1);
      return count;
    };
    expect(await statements(50)).toBe(await statements(5));
  });
});
