import { search } from "@stillreel/contract";
import { countStatements, createTeam, createTestApp, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Tests that a user who is subject to entries in many workspaces searches all of them with as many statements as one. */
let t: TestApp;
let owner: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  owner = await t.user();
});
afterAll(() => t.close());

/** Hidden content: an item, or also a folder. */
type Hidden = "a file" | "a folder too";

async function grow(hidden: Hidden, people: readonly TestUser[]): Promise<TestTeam> {
  const team = await createTeam(t, [[owner, "owner"], ...people.map((user) => [user, "member"] as const)]);
  const [open, closed] = [await team.folder("Okapi open"), await team.folder("Okapi closed")];
  for (const [nth, id] of [open, closed].entries()) {
    await t.modules.searchIndex.indexFolder(t.ports.db, { id, workspaceId: team.id, name: "Okapi", createdAt: t.clock.now() });
    await team.image(owner, { folderId: id, title: `Okapi ${nth}` });
  }
  const file = await team.image(owner, { folderId: open, title: "Okapi kept" });
  await team.grant({ itemId: file.id }, "everyone", "none");
  if (hidden === "a folder too") await team.grant({ folderId: closed }, "everyone", "none");
  return team;
}

async function statementsOf(q: string, user: TestUser): Promise<{ count: number; items: number; folders: number }> {
  const { answer, count } = await countStatements(() => t.call(search, { query: { q } }, user));
  const { items, folders } = answer.data();
  return { count, items: items.length, folders: folders.length };
}

describe.each<[Hidden, number]>([
  ["a file", 2],
  ["a folder too", 1],
])("with %s hidden from a member", (hidden, each) => {
  let teams: TestTeam[];
  let few: TestUser;
  let many: TestUser;
  beforeAll(async () => {
    [few, many] = [await t.user(), await t.user()];
    teams = [await grow(hidden, [few, many])];
    for (let nth = 1; nth < 6; nth += 1) teams.push(await grow(hidden, [many]));
    await t.runJobs();
  }, 60_000);

  /** Invalidates the cached rights in all workspaces. */
  async function forget(): Promise<void> {
    for (const team of teams) await team.folder(t.ports.ids.id());
  }

  it.each([
    ["okapi", each],
    // A typing error, and a word that does not exist.
    ["okpai", each],
    ["quetzal", 0],
  ])("searching “%s” in six workspaces needs as many statements as in one", async (q, found) => {
    for (const prepare of [forget, async () => undefined]) {
      await prepare();
      const one = await statementsOf(q, few);
      expect(one).toMatchObject({ items: found, folders: found });
      expect(await statementsOf(q, many)).toEqual({ count: one.count, items: 6 * found, folders: 6 * found });
    }
  });
});

it("reads people only in workspaces that have other members", async () => {
  const member = await t.user();
  await createTeam(t, [
    [owner, "owner"],
    [member, "member"],
  ]);
  const find = (query: { q: string; workspaceId?: string }) => countStatements(() => t.call(search, { query }, member));
  await find({ q: "quetzal" });
  const { count } = await find({ q: "quetzal", workspaceId: "personal" });
  // The other one also reads the list of the caller's workspaces.
  expect((await find({ q: "quetzal" })).count).toBe(count + 2);
});
