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
  let received = "";
  /** Waits for an event, then clears the received ones. */
  async function waitFor(text: string): Promise<void> {
    while (!received.includes(text)) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) throw new Error(`the stream ended before ${text}`);
      received += Buffer.from(value ?? []).toString();
    }
    received = "";
  }
  await waitFor('"reset"');
  return { waitFor, close: () => stop.abort() };
}

it("notifies open pages of every change to a workspace, its members, its teams and its invite", async () => {
  const id = (await test.call(createWorkspace, { query: { name: "Crew" } }, owner)).data().id;
  const page = await listen(owner, await test.listen());
  const params = { workspaceId: id };
  const userId = member.id;
  const expectEvent = async (what: string, act: Promise<{ data(): unknown }>): Promise<void> => {
    expect((await act).data(), what).toBeDefined();
    await page.waitFor(`"workspace","workspaceId":"${id}"`);
  };
  const invite = (await test.call(createInvite, { params: { id } }, owner)).data();
  await page.waitFor('"workspace"');
  await expectEvent("joining", test.call(joinWorkspace, { params: { id: invite.inviteId } }, member));
  await expectEvent("renaming", test.call(renameWorkspace, { params, body: { newName: "Crew 2" } }, owner));
  await expectEvent("describing", test.call(updateWorkspaceProfile, { params, body: { organizationName: "Company" } }, owner));
  await expectEvent("a role", test.call(updateMember, { params: { ...params, userId }, body: { role: "admin" } }, owner));
  const team = (await test.call(createTeam, { params, body: { name: "Team" } }, owner)).data();
  await page.waitFor('"workspace"');
  const at = { params: { ...params, teamId: team.id } };
  await expectEvent("joining a team", test.call(joinTeam, at, member));
  await expectEvent("renaming a team", test.call(updateTeam, { ...at, body: { name: "Team 2" } }, owner));
  await expectEvent("leaving a team", test.call(leaveTeam, at, member));
  await expectEvent("filling a team", test.call(setTeamMembers, { ...at, body: { members: [userId] } }, owner));
  await expectEvent("deleting a team", test.call(deleteTeam, at, owner));
  await expectEvent("taking out", test.call(removeMember, { params: { ...params, userId } }, owner));
  const another = (await test.call(createInvite, { params: { id } }, owner)).data();
  await page.waitFor('"workspace"');
  await expectEvent("joining again", test.call(joinWorkspace, { params: { id: another.inviteId } }, member));
  await expectEvent("leaving", test.call(leaveWorkspace, { params }, member));
  await expectEvent("revoking", test.call(revokeInvite, { params: { id } }, owner));
  page.close();
});

it("notifies the former members of a deleted workspace", async () => {
  const id = (await test.call(createWorkspace, { query: { name: "Gone" } }, owner)).data().id;
  const page = await listen(owner, test.ports.publicUrl());
  expectData(await test.call(deleteWorkspace, { params: { workspaceId: id } }, owner));
  await page.waitFor(`"workspace","workspaceId":"${id}"`);
  expectData(await test.call(restoreWorkspace, { params: { workspaceId: id } }, owner));
  page.close();
});
