import {
  createFolder,
  createTeam,
  deleteUser,
  deleteWorkspace,
  favoriteFolder,
  getImage,
  getWorkspace,
  leaveWorkspace,
  listDeletedWorkspaces,
  listTeams,
  listWorkspaces,
  restoreWorkspace,
} from "@stillreel/contract";
import {
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

const people = (count: number): Promise<TestUser[]> => Promise.all(Array.from({ length: count }, () => test.user()));

describe("leaving a workspace", () => {
  const leave = (user: TestUser, workspaceId: string) => test.call(leaveWorkspace, { params: { workspaceId } }, user);

  it("ends every permission immediately, and preserves the member's items", async () => {
    const [owner, member] = (await people(2)) as [TestUser, TestUser];
    const id = await createCrew(test, owner, [[member, "member"]]);
    const form = multipart({ title: "Reports" }, { fileName: "kept.png", type: "image/png", bytes: png() });
    const headers = { ...member.headers, ...form.headers };
    const url = `/api/v1/workspace/${id}/files/image`;
    const item = expectData<{ id: string }>(await test.app.inject({ method: "POST", url, headers, payload: form.payload }));
    expectData(await leave(member, id));
    expectError(await leave(member, id), "not-found");
    expectError(await test.call(getImage, { params: { workspaceId: id, itemId: item.id } }, member), "not-found");
    expect((await test.call(listWorkspaces, {}, member)).data()).toEqual([]);
    expect((await test.call(getImage, { params: { workspaceId: id, itemId: item.id } }, owner)).data().title).toBe("Reports");
    expect(await notedActions(test, id)).toContain("member.left");
  });

  it("is refused for the last owner, and allowed for one of two concurrent owners", async () => {
    const [one, two, member] = (await people(3)) as [TestUser, TestUser, TestUser];
    const alone = await createCrew(test, one, [[member, "admin"]]);
    expectError(await leave(one, alone), "last-owner");
    for (let round = 0; round < 5; round += 1) {
      const id = await createCrew(test, one, [
        [two, "owner"],
        [member, "member"],
      ]);
      const answers = await Promise.all([leave(one, id), leave(two, id)]);
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
      const { rows } = await test.ports.pool.query("select 1 from members where workspace_id = $1 and role = 'owner'", [id]);
      expect(rows).toHaveLength(1);
    }
  });

  it("transfers the teams of a member to their longest-serving member, or to no owner", async () => {
    const [owner, lead, first, second] = (await people(4)) as [TestUser, TestUser, TestUser, TestUser];
    const id = await createCrew(test, owner, [
      [lead, "member"],
      [first, "member"],
      [second, "member"],
    ]);
    const make = async (name: string, members: string[]): Promise<string> =>
      (await test.call(createTeam, { params: { workspaceId: id }, body: { name, members } }, lead)).data().id;
    const [firstId, secondId] = [first.id, second.id];
    const [shared, lonely] = [await make("Shared", [secondId, firstId]), await make("Lonely", [])];
    await test.ports.pool.query("update team_members set joined_at = joined_at + interval '1 h' where team_id = $1 and user_id = $2", [
      shared,
      secondId,
    ]);
    expectData(await leave(lead, id));
    const teams = (await test.call(listTeams, { params: { workspaceId: id } }, owner)).data().items;
    expect(teams).toMatchObject([
      { id: lonely, owner: null, members: [] },
      { id: shared, owner: firstId, members: [firstId, secondId] },
    ]);
  });
});

describe("a deleted account", () => {
  const bye = (user: TestUser) =>
    test.call(deleteUser, { body: { email: user.email, password: user.password, phrase: "delete my account" } }, user);

  it("leaves no rows of its personal space", async () => {
    const user = await test.user();
    await test.image(user);
    const { id } = (await test.call(getWorkspace, { params: { workspaceId: "personal" } }, user)).data().workspace;
    const folder = (await test.call(createFolder, { params: { workspaceId: id }, body: { name: "Reports" } }, user)).data();
    await test.call(favoriteFolder, { params: { workspaceId: id, folderId: folder.id }, body: {} }, user);
    await test.ports.pool.query("insert into search_words (workspace_id, word) values ($1, 'reports') on conflict do nothing", [id]);
    const rest = async (): Promise<Record<string, number>> => {
      const tables = [
        "items",
        "folders",
        "item_counts",
        "space_counts",
        "star_counts",
        "favorite_folders",
        "favorites",
        "search_entries",
        "search_words",
      ];
      const counts = await Promise.all(
        tables.map(
          async (table) => (await test.ports.pool.query(`select count(*)::int as n from ${table} where workspace_id = $1`, [id])).rows[0].n,
        ),
      );
      return Object.fromEntries(tables.map((table, at) => [table, counts[at]]));
    };
    expect(await rest()).toMatchObject({ items: 1, folders: 1, favorite_folders: 1, search_words: expect.any(Number) });
    expectData(await bye(user));
    await test.runJobs();
    expect(Object.values(await rest())).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it("transfers its workspaces, deleted ones too, with its teams; workspaces without another member are deleted", async () => {
    const [owner, member, admin] = (await people(3)) as [TestUser, TestUser, TestUser];
    const [living, deleted, lonely] = [
      await createCrew(test, owner, [
        [member, "member"],
        [admin, "admin"],
      ]),
      await createCrew(test, owner, [[member, "member"]]),
      await createCrew(test, owner),
    ];
    const memberId = member.id;
    for (const name of ["One", "Two"])
      (
        await test.call(createTeam, { params: { workspaceId: living }, body: { name, members: name === "One" ? [memberId] : [] } }, owner)
      ).data();
    (await test.call(deleteWorkspace, { params: { workspaceId: deleted } }, owner)).data();
    expectData(await bye(owner));
    await test.runJobs();
    const { members, teams } = (await test.call(getWorkspace, { params: { workspaceId: living } }, member)).data().workspace;
    expect(members.map(({ email, role }) => [email, role]).sort()).toEqual(
      [
        [member.email, "member"],
        [admin.email, "owner"],
      ].sort(),
    );
    expect(teams).toMatchObject([
      { name: "One", owner: memberId, members: [memberId] },
      { name: "Two", owner: null, members: [] },
    ]);
    expect((await test.call(listDeletedWorkspaces, {}, member)).data().map(({ id }) => id)).toEqual([deleted]);
    expect((await test.call(restoreWorkspace, { params: { workspaceId: deleted } }, member)).data().role).toBe("owner");
    expect((await test.ports.pool.query("select 1 from workspaces where id = $1", [lonely])).rowCount).toBe(0);
    expect(await notedActions(test, living)).toEqual([
      "workspace.created",
      "team.created",
      "team.created",
      "member.role-changed",
      "member.left",
    ]);
  });
});

it("a workspace has one owner after a concurrent leave and account deletion", async () => {
  for (let round = 0; round < 4; round += 1) {
    const [one, two, member] = (await people(3)) as [TestUser, TestUser, TestUser];
    const id = await createCrew(test, one, [
      [two, "owner"],
      [member, "viewer"],
    ]);
    const body = { email: one.email, password: one.password, phrase: "delete my account" };
    const [gone, left] = await Promise.all([
      test.call(deleteUser, { body }, one),
      test.call(leaveWorkspace, { params: { workspaceId: id } }, two),
    ]);
    expectData(gone);
    expect([200, 409]).toContain(left.statusCode);
    const { rows } = await test.ports.pool.query("select user_id from members where workspace_id = $1 and role = 'owner'", [id]);
    expect(rows).toEqual([{ user_id: (left.statusCode === 200 ? member : two).id }]);
  }
});
