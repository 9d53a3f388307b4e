import {
  createFolder,
  createInvite,
  createTakeout,
  createWorkspace,
  endSession,
  getShare,
  listSessions,
  login,
  logout,
  purgeImage,
  removeFolderRight,
  setFolderRight,
  updateMember,
  updatePassword,
  updateShare,
} from "@stillreel/contract";
import { addMembers, createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

const PASSWORD = "canary horse 7";
const NEXT_PASSWORD = "canary zebra 8";

interface AuditRow {
  action: string;
  user_id: string | null;
  workspace_id: string | null;
  ip: string;
  at: Date;
  details: Record<string, unknown>;
}

let t: TestApp;
let owner: TestUser;
let member: TestUser;
let workspaceId: string;
beforeAll(async () => {
  t = await createTestApp();
  owner = await t.user({ password: PASSWORD });
  member = await t.user();
  ({ id: workspaceId } = (await t.call(createWorkspace, { query: { name: "Crew" } }, owner)).data());
  await addMembers(t, workspaceId, [[member, "member"]]);
});
afterAll(() => t.close());

const rowsOf = async (): Promise<AuditRow[]> => (await t.ports.pool.query<AuditRow>("select * from audit order by at, id")).rows;
/** Runs a call and returns the entries that it added. */
async function notedBy(call: () => Promise<unknown>): Promise<AuditRow[]> {
  const before = (await rowsOf()).length;
  await call();
  return (await rowsOf()).slice(before);
}
const signIn = (password: string) => t.call(login, { body: { email: owner.email, password } });

it("S32: sign-ins, permissions, exports and deletions are recorded with user, action, time and address", async () => {
  const { id: itemId } = await t.image(owner);
  const personal = { workspaceId: "personal", itemId };
  const secrets: string[] = [PASSWORD, NEXT_PASSWORD, owner.idToken, owner.refreshToken];
  const calls: [action: string, call: () => Promise<unknown>][] = [
    ["auth.signed-in", async () => secrets.push(expectData<{ refreshToken: string }>(await signIn(PASSWORD)).refreshToken)],
    ["auth.sign-in-refused", async () => expectError(await signIn("canary mouse 9"), "wrong-password")],
    [
      "auth.password-changed",
      async () =>
        expectData(await t.call(updatePassword, { body: { email: owner.email, oldPassword: PASSWORD, password: NEXT_PASSWORD } }, owner)),
    ],
    [
      "auth.session-ended",
      async () => {
        expectData(await signIn(NEXT_PASSWORD));
        const { items } = (await t.call(listSessions, {}, owner)).data();
        const other = items.find(({ current }) => !current);
        expectData(await t.call(endSession, { params: { sessionId: other?.id ?? "" } }, owner));
      },
    ],
    [
      "member.role-changed",
      async () => expectData(await t.call(updateMember, { params: { workspaceId, userId: member.id }, body: { role: "viewer" } }, owner)),
    ],
    ["invite.created", async () => secrets.push((await t.call(createInvite, { params: { id: workspaceId } }, owner)).data().inviteId)],
    ["share.made", async () => secrets.push((await t.call(getShare, { params: personal }, owner)).data().slug)],
    ["share.changed", async () => expectData(await t.call(updateShare, { params: personal, body: { password: "canary link 1" } }, owner))],
    ["takeout.requested", async () => expectData(await t.call(createTakeout, {}, owner), 201)],
    [
      "item.deleted",
      async () => expectData(await t.call(purgeImage, { params: { workspaceId: "personal" }, query: { imageId: itemId } }, owner)),
    ],
  ];
  const noted: AuditRow[] = [];
  for (const [action, call] of calls) {
    const rows = await notedBy(call);
    noted.push(...rows);
    expect(rows.map((row) => row.action)).toContain(action);
  }
  for (const row of noted) {
    expect([row.action, row.user_id, row.ip]).toEqual([row.action, owner.id, "127.0.0.1"]);
    expect(Math.abs(row.at.getTime() - t.clock.now().getTime())).toBeLessThan(60_000);
  }
  const text = JSON.stringify(await rowsOf());
  for (const secret of [...secrets, "canary"]) expect(text).not.toContain(secret);
});

it("S32: changed and removed rights are recorded with the folder", async () => {
  const body = { name: "Drafts", parentId: null };
  const { id: itemId } = (await t.call(createFolder, { params: { workspaceId }, body }, owner)).data();
  const entry = { id: member.id, permissionType: "member", read: true, write: false } as const;
  const rows = await notedBy(async () => {
    expectData(await t.call(setFolderRight, { params: { workspaceId, itemId }, body: entry }, owner));
    expectData(await t.call(removeFolderRight, { params: { workspaceId, itemId, id: member.id } }, owner));
  });
  expect(rows.map(({ action, user_id: userId, workspace_id: space }) => [action, userId, space])).toEqual([
    ["rights.changed", owner.id, workspaceId],
    ["rights.removed", owner.id, workspaceId],
  ]);
  for (const { details } of rows) expect(JSON.stringify(details)).toContain("Drafts");
});

it("S32: a sign-out is recorded", async () => {
  const session = expectData<{ idToken: string; refreshToken: string }>(await signIn(NEXT_PASSWORD));
  const headers = { idtoken: session.idToken, refreshtoken: session.refreshToken };
  const rows = await notedBy(async () => expectData(await t.call(logout, {}, null, headers)));
  expect(rows.map(({ action, user_id: userId }) => [action, userId])).toEqual([["auth.session-ended", owner.id]]);
});
