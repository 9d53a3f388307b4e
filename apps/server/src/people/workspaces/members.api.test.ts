import {
  createTeam,
  getWorkspace,
  leaveWorkspace,
  listMembers,
  listTeams,
  listWorkspaces,
  removeMember,
  updateMember,
} from "@stillreel/contract";
import { addMembers, createCrew, createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let test: TestApp;
let owner: TestUser;
let admin: TestUser;
let member: TestUser;
let viewer: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  test = await createTestApp();
  const make = (username: string): Promise<TestUser> => test.user({ username });
  [owner, admin, member] = [await make("Olga"), await make("adam"), await make("Mia 10")];
  [viewer, stranger] = [await make("Mia 9"), await make("Sven")];
});
afterAll(() => test.close());

type Role = "owner" | "admin" | "member" | "viewer";

const crew = (): Promise<string> =>
  createCrew(test, owner, [
    [admin, "admin"],
    [member, "member"],
    [viewer, "viewer"],
  ]);
const list = (workspaceId: string, user: TestUser, query: { q?: string; cursor?: string; limit?: number } = {}) =>
  test.call(listMembers, { params: { workspaceId }, query }, user);
const setRole = (workspaceId: string, of: TestUser, role: Role, by: TestUser) =>
  test.call(updateMember, { params: { workspaceId, userId: of.id }, body: { role } }, by);
const remove = (workspaceId: string, who: TestUser, by: TestUser) =>
  test.call(removeMember, { params: { workspaceId, userId: who.id } }, by);
const roles = async (workspaceId: string): Promise<Record<string, string>> => {
  const { members } = (await test.call(getWorkspace, { params: { workspaceId } }, owner)).data().workspace;
  return Object.fromEntries(members.map(({ displayName, role }) => [displayName, role]));
};
const acts = async (workspaceId: string) =>
  (
    await test.ports.pool.query("select action, details from audit where workspace_id = $1 and action like 'member.%' order by at, id", [
      workspaceId,
    ])
  ).rows;

describe("members", () => {
  it("are listed by name, page by page, to every member of the workspace and no other user", async () => {
    const id = await crew();
    const all = (await list(id, viewer)).data();
    expect(all.items.map(({ displayName, role }) => [displayName, role])).toEqual([
      ["adam", "admin"],
      ["Mia 9", "viewer"],
      ["Mia 10", "member"],
      ["Olga", "owner"],
    ]);
    expect(all.nextCursor).toBeNull();
    const walked: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = (await list(id, member, { limit: 1, ...(cursor ? { cursor } : {}) })).data();
      walked.push(...page.items.map(({ displayName }) => displayName));
      cursor = page.nextCursor;
    } while (cursor);
    expect(walked).toEqual(all.items.map(({ displayName }) => displayName));
    expectError(await list(id, stranger), "not-found");
    for (const bad of ["x", Buffer.from('["members","a","b"]').toString("base64url"), Buffer.from('["items","a"]').toString("base64url")])
      expectError(await list(id, owner, { cursor: bad }), "validation-failed");
  });

  it("are found by a part of their name or address, in any letter case", async () => {
    const id = await crew();
    const found = async (q: string) => (await list(id, owner, { q })).data().items.map(({ displayName }) => displayName);
    expect(await found("MIA")).toEqual(["Mia 9", "Mia 10"]);
    expect(await found(owner.email.slice(0, 12).toUpperCase())).toEqual(["Olga"]);
    expect(await found("  adam ")).toEqual(["adam"]);
    for (const q of ["%", "_", "\\", "'", "Sven"]) expect(await found(q)).toEqual([]);
  });

  it("of the personal space are its owner only", async () => {
    expect((await list("personal", owner)).data().items).toMatchObject([{ email: owner.email, role: "owner" }]);
    expectError(
      await test.call(updateMember, { params: { workspaceId: "personal", userId: owner.id }, body: { role: "viewer" } }, owner),
      "forbidden",
    );
    expectError(await remove("personal", owner, owner), "forbidden");
  });

  it("have the minute of their last activity, if it was after they joined", async () => {
    const id = await crew();
    const seen = async () => new Map((await list(id, owner)).data().items.map((one) => [one.displayName, one]));
    const { pool } = test.ports;
    const now = test.clock.now();
    const at = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
    await pool.query("update sessions set last_seen_at = $2 where user_id = $1", [viewer.id, at(7)]);
    await pool.query("update members set joined_at = $3 where workspace_id = $1 and user_id = $2", [id, viewer.id, at(0)]);
    await pool.query("update sessions set last_seen_at = $2 where user_id = $1", [member.id, at(-5)]);
    await pool.query("update members set joined_at = $3 where workspace_id = $1 and user_id = $2", [id, member.id, at(0)]);
    const shown = await seen();
    expect(shown.get("Mia 9")?.lastSeenAt).toBe(new Date(Math.floor(at(7).getTime() / 60_000) * 60_000).toISOString());
    expect(shown.get("Mia 10")?.lastSeenAt).toBeNull();
    expect(shown.get("Olga")?.lastSeenAt).toMatch(/:00\.000Z$/u);
  });
});

describe("roles", () => {
  it("are changed by owners, and by admins for members and viewers", async () => {
    const id = await crew();
    expect((await setRole(id, viewer, "member", admin)).data()).toMatchObject({ id: viewer.id, role: "member", email: viewer.email });
    expectData(await setRole(id, viewer, "viewer", admin));
    for (const [of, role] of [
      [member, "admin"],
      [member, "owner"],
      [admin, "member"],
      [owner, "member"],
    ] as const)
      expectError(await setRole(id, of, role, admin), "forbidden");
    for (const by of [member, viewer])
      for (const role of ["owner", "admin", "member", "viewer"] as const) expectError(await setRole(id, by, role, by), "forbidden");
    expectError(await setRole(id, viewer, "member", stranger), "not-found");
    expectError(await setRole(id, stranger, "member", owner), "not-found");
    for (const userId of ["x", test.ports.ids.id()])
      expectError(await test.call(updateMember, { params: { workspaceId: id, userId }, body: { role: "viewer" } }, owner), "not-found");
    for (const role of ["guest", "", null])
      expectError(
        await test.call(updateMember, { params: { workspaceId: id, userId: member.id }, body: { role: role as never } }, owner),
        "validation-failed",
      );
    expect(await roles(id)).toEqual({ Olga: "owner", adam: "admin", "Mia 10": "member", "Mia 9": "viewer" });
    expect(await acts(id)).toEqual([
      { action: "member.role-changed", details: { name: "Mia 9", memberId: viewer.id, from: "viewer", to: "member" } },
      { action: "member.role-changed", details: { name: "Mia 9", memberId: viewer.id, from: "member", to: "viewer" } },
    ]);
  });

  it("apply to the next request", async () => {
    const id = await crew();
    const mayWrite = async (): Promise<unknown> =>
      (await test.call(listWorkspaces, {}, member)).data().find((one) => one.id === id)?.permission.write;
    expect(await mayWrite()).toBe(true);
    expectData(await setRole(id, member, "viewer", owner));
    expect(await mayWrite()).toBe(false);
  });

  it("require another owner before the last owner steps down or leaves", async () => {
    const id = await crew();
    expectError(await setRole(id, owner, "admin", owner), "last-owner");
    expectError(await test.call(leaveWorkspace, { params: { workspaceId: id } }, owner), "last-owner");
    expectData(await setRole(id, owner, "owner", owner));
    expectData(await setRole(id, member, "owner", owner));
    expectData(await setRole(id, owner, "viewer", owner));
    expectError(await setRole(id, member, "member", member), "last-owner");
    expectData(await test.call(leaveWorkspace, { params: { workspaceId: id } }, owner));
    expectError(await test.call(getWorkspace, { params: { workspaceId: id } }, owner), "not-found");
  });

  it("leave one owner when two owners are demoted concurrently", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await crew();
      expectData(await setRole(id, member, "owner", owner));
      const answers = await Promise.all([setRole(id, owner, "member", member), setRole(id, member, "member", owner)]);
      const statuses = answers.map((answer) => answer.statusCode);
      // The second user is not owner any more, or would be the last one.
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      const { rows } = await test.ports.pool.query("select 1 from members where workspace_id = $1 and role = 'owner'", [id]);
      expect(rows).toHaveLength(1);
    }
  });
});

describe("removing a member", () => {
  it("is allowed for owners, and for admins with members and viewers", async () => {
    const id = await crew();
    for (const who of [owner, admin]) expectError(await remove(id, who, admin), "forbidden");
    for (const by of [member, viewer]) for (const who of [viewer, owner, by]) expectError(await remove(id, who, by), "forbidden");
    expectError(await remove(id, viewer, stranger), "not-found");
    expectError(await remove(id, stranger, owner), "not-found");
    expectError(await remove(id, owner, owner), "last-owner");
    expectError(await test.call(removeMember, { params: { workspaceId: id, userId: "x" } }, owner), "not-found");
    expectData(await remove(id, viewer, admin));
    expectData(await remove(id, admin, owner));
    expectError(await test.call(getWorkspace, { params: { workspaceId: id } }, viewer), "not-found");
    expect(await roles(id)).toEqual({ Olga: "owner", "Mia 10": "member" });
    expect((await acts(id)).map(({ action, details }) => [action, details.name])).toEqual([
      ["member.removed", "Mia 9"],
      ["member.removed", "adam"],
    ]);
  });

  it("deletes their entries and team memberships permanently; their teams get a new owner", async () => {
    const id = await crew();
    const team = (
      await test.call(createTeam, { params: { workspaceId: id }, body: { name: "Theirs", members: [viewer.id] } }, member)
    ).data();
    const { pool } = test.ports;
    const folder = test.ports.ids.id();
    await pool.query(
      "insert into folders (id, workspace_id, kind, name, name_key, color) values ($1, $2, 'mixed', 'Plans', 'plans', 'blue')",
      [folder, id],
    );
    const grant =
      "insert into grants (id, workspace_id, folder_id, principal_kind, principal_id, read, write) values ($1, $2, $3, 'member', $4, true, true)";
    await pool.query(grant, [test.ports.ids.id(), id, folder, member.id]);
    expectData(await remove(id, member, owner));
    expect((await test.call(listTeams, { params: { workspaceId: id } }, owner)).data().items).toMatchObject([
      { id: team.id, owner: viewer.id, members: [viewer.id] },
    ]);
    await addMembers(test, id, [[member, "viewer"]]);
    expect((await pool.query("select 1 from grants where workspace_id = $1", [id])).rowCount).toBe(0);
  });
});
