import {
  API_BASE,
  createInvite,
  createTeam,
  createWorkspace,
  deleteTeam,
  joinTeam,
  joinWorkspace,
  leaveTeam,
  leaveWorkspace,
  removeMember,
  renameWorkspace,
  restoreWorkspace,
  deleteWorkspace,
  revokeInvite,
  setTeamMembers,
  updateMember,
  updateTeam,
  updateWorkspaceProfile,
} from "@stillreel/contract";
import { createTestApp, expectData, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

let test: TestApp;
let owner: TestUser;
let member: TestUser;
beforeAll(async () => {
  test = await createTestApp();
  [owner, member] = [await test.user(), await test.user()];
});
afterAll(() => test.close());

/** Subscribes to the events of a user's page. */
async function listen(user: TestUser, address: string) {
  const stop = new AbortController();
  const stream = await fetch(`${address}${API_BASE}/events`, { headers: user.headers, signal: stop.signal });
  const reader = stream.body?.getReader();
  let told = "";
  /** Waits for an event, then clears the received ones. */
  async function hear(text: string): Promise<void> {
    while (!told.includes(text)) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) throw new Error(`the stream ended before ${text}`);
      told += Buffer.from(value ?? []).toString();
    }
    told = "";
  }
  await hear('"reset"');
  return { hear, close: () => stop.abort() };
}

it("tells open pages of whatever changes a workspace, who is in it, its teams and its invite", async () => {
  const id = (await test.call(createWorkspace, { query: { name: "Crew" } }, owner)).data().id;
  const page = await listen(owner, await test.listen());
  const params = { workspaceId: id };
  const userId = member.id;
  const hears = async (what: string, act: Promise<{ data(): unknown }>): Promise<void> => {
    expect((await act).data(), what).toBeDefined();
    await page.hear(`"workspace","workspaceId":"${id}"`);
  };
  const invite = (await test.call(createInvite, { params: { id } }, owner)).data();
  await page.hear('"workspace"');
  await hears("joining", test.call(joinWorkspace, { params: { id: invite.inviteId } }, member));
  await hears("renaming", test.call(renameWorkspace, { params, body: { newName: "Crew 2" } }, owner));
  await hears("describing", test.call(updateWorkspaceProfile, { params, body: { organizationName: "Company" } }, owner));
  await hears("a role", test.call(updateMember, { params: { ...params, userId }, body: { role: "admin" } }, owner));
  const team = (await test.call(createTeam, { params, body: { name: "Team" } }, owner)).data();
  await page.hear('"workspace"');
  const at = { params: { ...params, teamId: team.id } };
  await hears("joining a team", test.call(joinTeam, at, member));
  await hears("renaming a team", test.call(updateTeam, { ...at, body: { name: "Team 2" } }, owner));
  await hears("leaving a team", test.call(leaveTeam, at, member));
  await hears("filling a team", test.call(setTeamMembers, { ...at, body: { members: [userId] } }, owner));
  await hears("deleting a team", test.call(deleteTeam, at, owner));
  await hears("taking out", test.call(removeMember, { params: { ...params, userId } }, owner));
  const another = (await test.call(createInvite, { params: { id } }, owner)).data();
  await page.hear('"workspace"');
  await hears("joining again", test.call(joinWorkspace, { params: { id: another.inviteId } }, member));
  await hears("leaving", test.call(leaveWorkspace, { params }, member));
  await hears("revoking", test.call(revokeInvite, { params: { id } }, owner));
  page.close();
});

it("tells those who were in a workspace that it is gone", async () => {
  const id = (await test.call(createWorkspace, { query: { name: "Gone" } }, owner)).data().id;
  const page = await listen(owner, test.ports.publicUrl());
  expectData(await test.call(deleteWorkspace, { params: { workspaceId: id } }, owner));
  await page.hear(`"workspace","workspaceId":"${id}"`);
  expectData(await test.call(restoreWorkspace, { params: { workspaceId: id } }, owner));
  page.close();
});
