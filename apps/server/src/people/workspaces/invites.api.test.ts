import {
  createInvite,
  deleteWorkspace,
  getWorkspace,
  joinWorkspace,
  listInvites,
  listWorkspaces,
  readInvite,
  removeMember,
  restoreWorkspace,
  revokeInvite,
  sendWorkspaceInvites,
  withdrawInvite,
} from "@stillreel/contract";
import { createCrew, createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let test: TestApp;
let owner: TestUser;
let member: TestUser;
let viewer: TestUser;
let stranger: TestUser;
let workspaceId: string;

beforeAll(async () => {
  test = await createTestApp();
  [owner, member] = [await test.user({ username: "Olga" }), await test.user()];
  [viewer, stranger] = [await test.user(), await test.user()];
});
beforeEach(async () => {
  workspaceId = await createCrew(test, owner, [
    [member, "member"],
    [viewer, "viewer"],
  ]);
});
afterAll(() => test.close());

const DAY_MS = 86_400_000;
const create = (user: TestUser) => test.call(createInvite, { params: { id: workspaceId } }, user);
const made = async (): Promise<string> => (await create(owner)).data().inviteId;
const read = (id: string, user: TestUser | null = null) => test.call(readInvite, { params: { id } }, user);
const join = (id: string, user: TestUser) => test.call(joinWorkspace, { params: { id } }, user);
const revoke = (user: TestUser) => test.call(revokeInvite, { params: { id: workspaceId } }, user);
const pending = async (user = owner) => (await test.call(listInvites, { params: { workspaceId } }, user)).data();
const linkOf = async (user: TestUser) =>
  (await test.call(listWorkspaces, {}, user)).data().find(({ id }) => id === workspaceId)?.inviteLink;
/** Checks that a timestamp is near an offset from now. */
function expectNear(time: string | undefined, fromNowMs: number): void {
  expect(Math.abs(Date.parse(time ?? "") - test.clock.now().getTime() - fromNowMs)).toBeLessThan(20_000);
}
/** Moves the valid invite into the past. */
const age = (ms: number) =>
  test.ports.pool.query(
    "update invites set expires_at = expires_at - $2 * interval '1 ms', created_at = created_at - $2 * interval '1 ms' where workspace_id = $1",
    [workspaceId, ms],
  );
const mailed = async (email: string): Promise<string> => {
  const id = test.ports.ids.id();
  await test.ports.pool.query("insert into invited_people (id, workspace_id, email, invited_by, sent_at) values ($1, $2, $3, $4, $5)", [
    id,
    workspaceId,
    email,
    owner.id,
    test.clock.now(),
  ]);
  return id;
};

describe("an invite", () => {
  it("does not admit a member who was removed after its creation; a new invite does", async () => {
    const inviteId = await made();
    const removeFromWorkspace = async () =>
      expectData(await test.call(removeMember, { params: { workspaceId, userId: member.id } }, owner));
    await removeFromWorkspace();
    for (const answer of [await join(inviteId, member), await read(inviteId, member)]) expectError(answer, "invite-expired");
    expectData(await join(inviteId, await test.user()));
    expectData(await test.call(sendWorkspaceInvites, { body: { emails: [member.email], inviteId } }, owner));
    expectData(await join(inviteId, member));
    await removeFromWorkspace();
    expectError(await join(inviteId, member), "invite-expired");
    expectData(await join(await made(), member));
  });

  it("is a 128-bit link that is valid for seven days and visible to inviters", async () => {
    expect(await pending()).toEqual({ invite: null, pending: [] });
    const invite = (await create(member)).data();
    expect(invite.inviteId).toMatch(/^[\w-]{22}$/u);
    expect(invite.inviteLink).toBe(`http://localhost:8700/invite/${invite.inviteId}`);
    expectNear(invite.expiresAt, 7 * DAY_MS);
    for (const user of [owner, member]) {
      expect(await linkOf(user)).toBe(invite.inviteLink);
      expect((await test.call(getWorkspace, { params: { workspaceId } }, user)).data().workspace.inviteLink).toBe(invite.inviteLink);
      expect((await pending(user)).invite).toEqual(invite);
    }
    expect(await linkOf(viewer)).toBeNull();
    expect((await test.call(getWorkspace, { params: { workspaceId } }, viewer)).data().workspace.inviteLink).toBeNull();
    const stored = await test.ports.pool.query("select i::text from invites i");
    expect(JSON.stringify(stored.rows)).not.toContain(invite.inviteId);
    expect(JSON.stringify((await test.ports.pool.query("select a::text from audit a")).rows)).not.toContain(invite.inviteId);
  });

  it("shows its recipient only the workspace and the inviter", async () => {
    const id = await made();
    const offer = (await read(id)).data();
    expect(offer).toEqual({
      workspace: { id: workspaceId, name: "Crew", avatar: null },
      inviter: { displayName: "Olga", photoURL: null },
      valid: true,
      isMember: false,
      expiresAt: expect.any(String),
    });
    expectNear(offer.expiresAt, 7 * DAY_MS);
    expect([(await read(id, stranger)).data().isMember, (await read(id, viewer)).data().isMember]).toEqual([false, true]);
    expectError(await test.call(getWorkspace, { params: { workspaceId } }, stranger), "not-found");
  });

  it("makes its recipient a member once, and does not change existing members", async () => {
    const id = await made();
    const user = await test.user();
    const joined = (await join(id, user)).data();
    expect(joined).toMatchObject({ id: workspaceId, name: "Crew", role: "member", permission: { read: true, write: true } });
    expect(joined.members).toHaveLength(4);
    expect((await join(id, user)).data().members).toHaveLength(4);
    expect((await join(id, viewer)).data().role).toBe("viewer");
    expect((await join(id, owner)).data().role).toBe("owner");
    const { rows } = await test.ports.pool.query("select details from audit where workspace_id = $1 and action = 'member.joined'", [
      workspaceId,
    ]);
    expect(rows).toEqual([{ details: { name: user.displayName, memberId: user.id } }]);
    expectError(await test.call(joinWorkspace, { params: { id } }), "unauthenticated");
  });

  it("admits concurrent users, and the same user repeatedly", async () => {
    const id = await made();
    const users = [await test.user(), await test.user()] as const;
    const answers = await Promise.all([...users, ...users, ...users].map((user) => join(id, user)));
    for (const answer of answers) expect(answer.data().role).toBe("member");
    const { rows } = await test.ports.pool.query("select 1 from members where workspace_id = $1", [workspaceId]);
    expect(rows).toHaveLength(5);
  });

  it("is invalid after a renewal, a revocation or its expiry", async () => {
    const first = await made();
    const second = await made();
    expectError(await read(first), "invite-expired");
    expectError(await join(first, stranger), "invite-expired");
    expectData(await read(second));
    expectData(await revoke(member));
    expectData(await revoke(member));
    for (const answer of [await read(second), await join(second, stranger)]) expectError(answer, "invite-expired");
    expect([await linkOf(owner), (await pending()).invite]).toEqual([null, null]);
    const third = await made();
    await age(7 * DAY_MS - 60_000);
    expectData(await read(third));
    await age(60_000);
    const late = await join(third, stranger);
    for (const answer of [await read(third), late]) expectError(answer, "invite-expired");
    expect(late.json().message).toBe("This invite has expired");
    expect(await linkOf(owner)).toBeNull();
    expect((await test.call(listWorkspaces, {}, stranger)).data()).toEqual([]);
    const { rows } = await test.ports.pool.query(
      "select action from audit where workspace_id = $1 and action like 'invite.%' order by at, id",
      [workspaceId],
    );
    expect(rows.map(({ action }) => action)).toEqual(["invite.created", "invite.created", "invite.revoked", "invite.created"]);
  });

  it("is invalid while its workspace is deleted, valid after a restore, unknown after a purge", async () => {
    const id = await made();
    expectData(await test.call(deleteWorkspace, { params: { workspaceId } }, owner));
    for (const answer of [await read(id), await join(id, stranger), await join(id, member)]) expectError(answer, "invite-expired");
    expectData(await test.call(restoreWorkspace, { params: { workspaceId } }, owner));
    expectData(await read(id));
    await test.ports.pool.query("delete from workspaces where id = $1", [workspaceId]);
    for (const answer of [await read(id), await join(id, stranger)]) expectError(answer, "not-found");
  });

  it("is the only valid one after concurrent creations, and is joined or revoked", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(owner)));
    const all = answers.map((answer) => answer.data().inviteId);
    const states = await Promise.all(all.map(async (id) => (await read(id)).statusCode));
    expect(states.filter((status) => status === 200)).toHaveLength(1);
    expect(states.filter((status) => status === 410)).toHaveLength(5);
    const live = all[states.indexOf(200)] ?? "";
    const [joined, revoked] = await Promise.all([join(live, stranger), revoke(owner)]);
    expectData(revoked);
    expect([200, 410]).toContain(joined.statusCode);
    expectError(await join(live, await test.user()), "invite-expired");
  });

  it("is created, revoked and listed only with the permission to invite", async () => {
    for (const [user, code] of [
      [viewer, "forbidden"],
      [stranger, "not-found"],
    ] as const) {
      expectError(await create(user), code);
      expectError(await revoke(user), code);
      expectError(await test.call(listInvites, { params: { workspaceId } }, user), code);
      expectError(
        await test.call(withdrawInvite, { params: { workspaceId, pendingId: await mailed(`${code}@example.test`) } }, user),
        code,
      );
    }
    expectError(await test.call(createInvite, { params: { id: "personal" } }, owner), "forbidden");
    for (const id of ["x", test.ports.ids.id(), "personal"]) {
      for (const answer of [await read(id), await join(id, stranger)]) expectError(answer, "not-found");
      if (id !== "personal") expectError(await test.call(createInvite, { params: { id } }, owner), "not-found");
    }
    const unknown = test.ports.ids.secret();
    expect((await read(unknown)).body).toBe((await read("x")).body);
  });

  it("has a rate limit for guessed ids", async () => {
    await using strict = await createTestApp({ config: { RATE_LIMIT_FACTOR: "1" } });
    const guess = () => strict.call(readInvite, { params: { id: strict.ports.ids.secret() } });
    for (let n = 0; n < 60; n += 1) expectError(await guess(), "not-found");
    expectError(await guess(), "too-many-requests");
  });
});

describe("addresses that were invited by mail", () => {
  it("are listed until their user joins or the invite is withdrawn", async () => {
    const invite = (await create(owner)).data();
    const user = await test.user({ email: `Ann.${Date.now()}@Example.test` });
    const [first, second] = [await mailed(user.email.toLowerCase()), await mailed("bob@example.test")];
    const listed = (await pending(member)).pending;
    expect(listed.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      {
        id: first,
        email: user.email.toLowerCase(),
        invitedBy: { id: owner.id, displayName: "Olga", photoURL: null },
        sentAt: expect.any(String),
        expiresAt: invite.expiresAt,
      },
      expect.objectContaining({ id: second, email: "bob@example.test", expiresAt: invite.expiresAt }),
    ]);
    expectData(await join(invite.inviteId, user));
    expect((await pending()).pending.map(({ id }) => id)).toEqual([second]);
    const withdraw = (pendingId: string, user_ = member) => test.call(withdrawInvite, { params: { workspaceId, pendingId } }, user_);
    expectData(await withdraw(second));
    for (const id of [second, "x", test.ports.ids.id()]) expectError(await withdraw(id), "not-found");
    expect((await pending()).pending).toEqual([]);
  });

  it("have an expired link after a renewal or a revocation", async () => {
    const first = (await create(owner)).data();
    await mailed("bob@example.test");
    const ends = async () => (await pending()).pending[0]?.expiresAt;
    expect(await ends()).toBe(first.expiresAt);
    test.clock.advance(60_000);
    expectData(await revoke(owner));
    expectNear(await ends(), 0);
    await made();
    test.clock.advance(60_000);
    expectNear(await ends(), -60_000);
  });
});
