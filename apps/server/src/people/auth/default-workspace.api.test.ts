import {
  createWorkspace,
  deleteWorkspace,
  getPreferences,
  getUserData,
  leaveWorkspace,
  restoreWorkspace,
  updatePreferences,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const set = (user: TestUser, defaultWorkspaceId: unknown) => t.call(updatePreferences, { body: { defaultWorkspaceId } as never }, user);
/** Returns the default workspace as both routes of preferences show it. */
async function defaultOf(user: TestUser): Promise<string | null> {
  const { defaultWorkspaceId } = (await t.call(getPreferences, {}, user)).data();
  expect((await t.call(getUserData, {}, user)).data().preferences.defaultWorkspaceId).toBe(defaultWorkspaceId);
  return defaultWorkspaceId;
}

test("the default workspace is one of the user's workspaces, or none", async () => {
  const [user, other] = [await t.user(), await t.user()];
  const [mine, theirs] = await Promise.all(
    [user, other].map(async (one) => (await t.call(createWorkspace, { query: { name: "Lumen" } }, one)).data().id),
  );
  expect(await defaultOf(user)).toBeNull();
  expect((await set(user, mine)).data().defaultWorkspaceId).toBe(mine);
  for (const id of [theirs, t.ports.ids.id(), "personal", "nonsense", "", 7])
    expect(expectError(await set(user, id), "validation-failed")[0]?.field, String(id)).toBe("defaultWorkspaceId");
  expect(await defaultOf(user)).toBe(mine);
  expect((await set(user, null)).data().defaultWorkspaceId).toBeNull();
});

test("the personal library is not a workspace that can be chosen", async () => {
  const user = await t.user();
  const { rows } = await t.ports.pool.query<{ id: string }>("select id from workspaces where personal_owner_id = $1", [user.id]);
  expectError(await set(user, rows[0]?.id), "validation-failed");
});

test("leaving the workspace clears it", async () => {
  const [owner, user] = [await t.user(), await t.user()];
  const { id } = await createTeam(t, [
    [owner, "owner"],
    [user, "member"],
  ]);
  expectData(await set(user, id));
  expectData(await t.call(leaveWorkspace, { params: { workspaceId: id } }, user));
  expect(await defaultOf(user)).toBeNull();
  expect((await t.call(updatePreferences, { body: { theme: "dark" } }, user)).data().defaultWorkspaceId).toBeNull();
});

test("deleting the workspace clears it, and undoing the deletion restores it", async () => {
  const user = await t.user();
  const { id } = (await t.call(createWorkspace, { query: { name: "Lumen" } }, user)).data();
  expectData(await set(user, id));
  expectData(await t.call(deleteWorkspace, { params: { workspaceId: id } }, user));
  expect(await defaultOf(user)).toBeNull();
  expectData(await t.call(restoreWorkspace, { params: { workspaceId: id } }, user));
  expect(await defaultOf(user)).toBe(id);
});
