import { listRecentItems, recordRecentItem, removeMember, trashItems } from "@stillreel/contract";
import { createTeam, createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const recent = async (user: TestUser): Promise<string[]> => {
  t.clock.advance(1_000);
  return (await t.call(listRecentItems, {}, user)).data().items.map(({ title }) => title);
};
const open = (user: TestUser, itemId: string) => {
  t.clock.advance(1_000);
  return t.call(recordRecentItem, { params: { itemId } }, user);
};
/** Adds pictures to the personal library, and returns their ids by title. */
async function added(user: TestUser, titles: readonly string[]): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const title of titles) {
    t.clock.advance(1_000);
    ids[title] = (await t.image(user, { title })).id;
  }
  return ids;
}

test("the items of all spaces that were opened or added last come first, at most six of them", async () => {
  const user = await t.user();
  const { image } = await createTeam(t, [[user, "member"]]);
  const shared = await image<{ id: string }>(user, { title: "Shared" });
  const ids = await added(user, ["One", "Two", "Three", "Four", "Five", "Six", "Seven"]);
  expect(await recent(user)).toEqual(["Seven", "Six", "Five", "Four", "Three", "Two"]);
  expectData(await open(user, shared.id));
  expectData(await open(user, ids["One"] ?? ""));
  expectData(await open(user, ids["One"] ?? ""));
  expect(await recent(user)).toEqual(["One", "Shared", "Seven", "Six", "Five", "Four"]);
});

test("an item in the trash, and one that the user may no longer read, are left out", async () => {
  const [owner, user] = [await t.user(), await t.user()];
  const team = await createTeam(t, [
    [owner, "owner"],
    [user, "member"],
  ]);
  const { id: itemId } = await team.image<{ id: string }>(owner, { title: "Shared" });
  const { Mine = "" } = await added(user, ["Mine"]);
  expectData(await open(user, itemId));
  expectData(await open(user, Mine));
  expect(await recent(user)).toEqual(["Mine", "Shared"]);
  expectData(await t.call(trashItems, { params: { workspaceId: "personal" }, body: { itemIds: [Mine] } }, user));
  expect(await recent(user)).toEqual(["Shared"]);
  expectData(await t.call(removeMember, { params: { workspaceId: team.id, userId: user.id } }, owner));
  expect(await recent(user)).toEqual([]);
});

test("an item of another user cannot be recorded, and is answered like an unknown one", async () => {
  const [owner, user] = [await t.user(), await t.user()];
  const { id } = await t.image(owner);
  expectError(await open(user, id), "not-found");
  expectError(await open(user, t.ports.ids.id()), "not-found");
  expectError(await open(user, "unknown"), "not-found");
  expect(await recent(user)).toEqual([]);
});
