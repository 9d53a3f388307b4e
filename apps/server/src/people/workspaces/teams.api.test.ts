import {
  createTeam,
  createWorkspace,
  deleteTeam,
  getWorkspace,
  joinTeam,
  leaveTeam,
  listTeams,
  setTeamMembers,
  updateMember,
  updateTeam,
} from "@stillreel/contract";
import { createCrew, createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let test: TestApp;
let owner: TestUser;
let admin: TestUser;
let member: TestUser;
let other: TestUser;
let viewer: TestUser;
let stranger: TestUser;
/** A workspace with all users except the stranger, created for each test. */
let workspaceId: string;

beforeAll(async () => {
  test = await createTestApp();
  [owner, admin, member] = [await test.user(), await test.user(), await test.user()];
  [other, viewer, stranger] = [await test.user(), await test.user(), await test.user()];
});
beforeEach(async () => {
  workspaceId = await createCrew(test, owner, [
    [admin, "admin"],
    [member, "member"],
    [other, "member"],
    [viewer, "viewer"],
  ]);
});
afterAll(() => test.close());

const create = (user: TestUser, name: string, members?: string[]) =>
  test.call(createTeam, { params: { workspaceId }, body: { name, ...(members ? { members } : {}) } }, user);
const made = async (user: TestUser, name = "Design", members?: string[]): Promise<string> => (await create(user, name, members)).data().id;
const path = (teamId: string) => ({ params: { workspaceId, teamId } });
const list = async (user = owner) => (await test.call(listTeams, { params: { workspaceId } }, user)).data().items;
const one = async (teamId: string) => (await list()).find(({ id }) => id === teamId);
const join = (user: TestUser, teamId: string) => test.call(joinTeam, path(teamId), user);
const leave = (user: TestUser, teamId: string) => test.call(leaveTeam, path(teamId), user);
const put = (user: TestUser, teamId: string, members: string[]) => test.call(setTeamMembers, { ...path(teamId), body: { members } }, user);
const change = (user: TestUser, teamId: string, body: { name?: string; owner?: string; icon?: null; closed?: boolean }) =>
  test.call(updateTeam, { ...path(teamId), body }, user);

describe("teams", () => {
  it("admit only members whom their owner adds, once they are closed", async () => {
    const team = await made(owner);
    expectData(await join(member, team));
    expectData(await change(owner, team, { closed: true }));
    expect((await one(team))?.closed).toBe(true);
    expectError(await join(other, team), "forbidden");
    expectData(await join(member, team));
    expectData(await put(owner, team, [owner.id, other.id]));
    expectError(await join(member, team), "forbidden");
    expectData(await join(admin, team));
    expectData(await change(owner, team, { closed: false }));
    expectData(await join(member, team));
    const closed = (await test.call(createTeam, { params: { workspaceId }, body: { name: "Board", closed: true } }, member)).data();
    expectError(await join(other, closed.id), "forbidden");
  });

  it("are created by every member but viewers, with their creator in them, and are listed by name", async () => {
    const answer = await create(member, " Team 10 ", [viewer.id, member.id]);
    expect(answer.statusCode).toBe(201);
    expect(answer.data()).toMatchObject({ name: "Team 10", icon: null, owner: member.id, isMember: true });
    expect(answer.data().members.sort()).toEqual([member.id, viewer.id].sort());
    await made(admin, "team 9");
    expectError(await create(viewer, "Theirs"), "forbidden");
    expectError(await create(stranger, "Theirs"), "not-found");
    expect((await list(viewer)).map(({ name, isMember }) => [name, isMember])).toEqual([
      ["team 9", false],
      ["Team 10", true],
    ]);
    expect((await test.call(getWorkspace, { params: { workspaceId } }, viewer)).data().workspace.teams).toEqual(await list(viewer));
    expectError(await test.call(listTeams, { params: { workspaceId } }, stranger), "not-found");
  });

  it("have names that are unique in their workspace, in every notation, also for concurrent requests", async () => {
    await made(member, "Größe  A");
    const second = await made(member, "Other");
    for (const name of ["größe a", "GRÖSSE A".replace("SS", "ß"), "Gro\u0308ße A"]) {
      expectError(await create(other, name), "team-exists");
      expectError(await change(member, second, { name }), "team-exists");
    }
    expect((await change(member, second, { name: "OTHER" })).data().name).toBe("OTHER");
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(other, "Same")));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    const elsewhere = (await test.call(createWorkspace, { query: { name: "Another" } }, owner)).data().id;
    expectData(await test.call(createTeam, { params: { workspaceId: elsewhere }, body: { name: "Same" } }, owner));
  });

  it.each([
    ["x".repeat(32), true],
    ["👩‍👩‍👧‍👦".repeat(32), true],
    ["\ufdfa".repeat(32), true],
    ["x".repeat(33), false],
    ["", false],
    ["  ", false],
    [`a${"\u0301".repeat(3_000)}`, false],
  ])("accept or refuse a name: %s", async (name, isGood) => {
    const id = await made(member, "Before");
    for (const answer of [await change(member, id, { name }), await create(member, `${name}`)])
      if (isGood) expect([200, 409]).toContain(answer.statusCode);
      else expectError(answer, "validation-failed");
    expect((await one(id))?.name).toBe(isGood ? name : "Before");
  });

  it("refuse users outside of the workspace, with their field names", async () => {
    const id = await made(member);
    const strangers = [member.id, stranger.id, "x", test.ports.ids.id()];
    for (const answer of [await create(member, "Another", strangers), await put(member, id, strangers)])
      expect(expectError(answer, "validation-failed").map(({ field }) => field)).toEqual(["members.1", "members.2", "members.3"]);
    expect((await list()).map(({ members }) => members)).toEqual([[member.id]]);
  });

  it("are changed by their owner, and by owners and admins of the workspace", async () => {
    const id = await made(member, "Design", [other.id, viewer.id]);
    for (const user of [member, admin, owner]) {
      expect((await change(user, id, { name: `By ${user.displayName}` })).data().name).toBe(`By ${user.displayName}`);
      expectData(await put(user, id, [member.id, other.id, viewer.id]));
    }
    for (const user of [other, viewer])
      for (const answer of [
        await change(user, id, { name: "Theirs" }),
        await put(user, id, [user.id]),
        await test.call(deleteTeam, path(id), user),
      ])
        expectError(answer, "forbidden");
    for (const answer of [
      await change(stranger, id, { name: "Theirs" }),
      await put(stranger, id, []),
      await join(stranger, id),
      await leave(stranger, id),
      await test.call(deleteTeam, path(id), stranger),
    ])
      expectError(answer, "not-found");
    expectError(await change(member, id, { owner: admin.id }), "validation-failed");
    expectError(await change(member, id, { owner: "x" }), "validation-failed");
    expect((await change(member, id, { owner: other.id })).data().owner).toBe(other.id);
    expectError(await change(member, id, { name: "Still mine" }), "forbidden");
    // A viewer changes nothing, not even their own team.
    expectData(await change(other, id, { owner: viewer.id }));
    expectError(await change(viewer, id, { name: "Theirs" }), "forbidden");
    expectData(await test.call(deleteTeam, path(id), admin));
    expect(await list()).toEqual([]);
    for (const answer of [await test.call(deleteTeam, path(id), admin), await join(member, id)]) expectError(answer, "not-found");
  });

  it("are joined and left by every member; viewers are added by others; a repeated call changes nothing", async () => {
    const id = await made(member);
    for (let time = 0; time < 2; time += 1) expect((await join(other, id)).data()).toMatchObject({ isMember: true });
    expectError(await join(viewer, id), "forbidden");
    expectData(await put(member, id, [member.id, other.id, viewer.id]));
    expect((await leave(viewer, id)).data()).toMatchObject({ isMember: false, owner: member.id });
    const together = await Promise.all([join(owner, id), join(owner, id), join(admin, id)]);
    for (const answer of together) expectData(answer);
    expect((await one(id))?.members.toSorted()).toEqual([member, other, owner, admin].map(({ id: userId }) => userId).toSorted());
    for (let time = 0; time < 2; time += 1) expectData(await leave(other, id));
    const { rows } = await test.ports.pool.query(
      "select action, count(*)::int as n from audit where workspace_id = $1 and action in ('team.joined', 'team.left') group by action order by action",
      [workspaceId],
    );
    expect(rows).toEqual([
      { action: "team.joined", n: 3 },
      { action: "team.left", n: 2 },
    ]);
  });

  it("always have an owner among their members, if they have members", async () => {
    const id = await made(member, "Design", [other.id]);
    expect((await leave(member, id)).data()).toMatchObject({ owner: other.id, members: [other.id] });
    expect((await leave(other, id)).data()).toMatchObject({ owner: null, members: [] });
    expectError(await change(other, id, { name: "Nobody's" }), "forbidden");
    expect((await change(admin, id, { name: "Nobody's" })).data()).toMatchObject({ name: "Nobody's", owner: null });
    expect((await join(member, id)).data()).toMatchObject({ owner: member.id, members: [member.id] });
    expect((await put(admin, id, [other.id, other.id])).data()).toMatchObject({ owner: other.id, members: [other.id] });
    expect((await put(admin, id, [])).data()).toMatchObject({ owner: null, members: [] });
  });

  it("of another workspace are a 404", async () => {
    const foreign = (await test.call(createWorkspace, { query: { name: "Another" } }, owner)).data().id;
    const { id } = (await test.call(createTeam, { params: { workspaceId: foreign }, body: { name: "Elsewhere" } }, owner)).data();
    for (const teamId of [id, test.ports.ids.id(), "x"])
      for (const answer of [
        await change(owner, teamId, { name: "Mine" }),
        await put(owner, teamId, []),
        await join(owner, teamId),
        await leave(owner, teamId),
        await test.call(deleteTeam, path(teamId), owner),
      ])
        expectError(answer, "not-found");
    expect((await test.call(listTeams, { params: { workspaceId: foreign } }, owner)).data().items).toMatchObject([{ name: "Elsewhere" }]);
  });

  it("lose their grants when they are deleted, and invalidate cached permissions", async () => {
    const id = await made(member);
    const { pool } = test.ports;
    const version = async (): Promise<number> =>
      Number((await pool.query("select rights_version from workspaces where id = $1", [workspaceId])).rows[0].rights_version);
    const folder = test.ports.ids.id();
    await pool.query(
      "insert into folders (id, workspace_id, kind, name, name_key, color) values ($1, $2, 'mixed', 'Plans', 'plans', 'blue')",
      [folder, workspaceId],
    );
    await pool.query(
      "insert into grants (id, workspace_id, folder_id, principal_kind, principal_id, read, write) values ($1, $2, $3, 'team', $4, true, true)",
      [test.ports.ids.id(), workspaceId, folder, id],
    );
    const before = await version();
    expectData(await join(other, id));
    const joined = await version();
    expectData(await test.call(deleteTeam, path(id), member));
    expect(joined).toBeGreaterThan(before);
    expect(await version()).toBeGreaterThan(joined);
    expect((await pool.query("select 1 from grants where workspace_id = $1", [workspaceId])).rowCount).toBe(0);
  });

  it("S32: are recorded in the audit log", async () => {
    const id = await made(member, "Design");
    expectData(await put(member, id, [member.id, viewer.id]));
    expectData(await change(member, id, { name: "Drawing" }));
    expectData(await change(member, id, { name: "Drawing" }));
    expectData(await test.call(updateMember, { params: { workspaceId, userId: member.id }, body: { role: "viewer" } }, owner));
    expectError(await test.call(deleteTeam, path(id), member), "forbidden");
    expectData(await test.call(deleteTeam, path(id), owner));
    const { rows } = await test.ports.pool.query(
      "select action, user_id, details from audit where workspace_id = $1 and action like 'team.%' order by at, id",
      [workspaceId],
    );
    expect(rows).toEqual([
      { action: "team.created", user_id: member.id, details: { name: "Design", teamId: id } },
      {
        action: "team.members-changed",
        user_id: member.id,
        details: { name: "Design", teamId: id, added: [viewer.displayName], removed: [] },
      },
      { action: "team.changed", user_id: member.id, details: { name: "Drawing", teamId: id, fields: ["name"], before: "Design" } },
      { action: "team.deleted", user_id: owner.id, details: { name: "Drawing", teamId: id } },
    ]);
  });
});
