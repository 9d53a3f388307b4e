import { createWorkspace, listAllWorkspaces } from "@stillreel/contract";
import { addMembers, createTestApp, expectError } from "@stillreel/testing";
import { expect, it } from "vitest";

it("administrators list every workspace with owner, members and size, page by page", async () => {
  await using t = await createTestApp();
  const [admin, mira, leila] = [await t.user(), await t.user({ username: "Mira" }), await t.user()];
  const names = ["Lumen 100%", "Harbour", "Lumen Lab"];
  const ids: string[] = [];
  for (const name of names) ids.push((await t.call(createWorkspace, { query: { name } }, mira)).data().id);
  await addMembers(t, ids[0] ?? "", [[leila, "member"]]);
  const list = async (query: object = {}) => (await t.call(listAllWorkspaces, { query }, admin)).data();
  const { items } = await list();
  expect(items.map(({ name }) => name)).toEqual(["Lumen Lab", "Harbour", "Lumen 100%"]);
  expect(items[2]).toMatchObject({ owner: { id: mira.id, displayName: "Mira", photoURL: null }, members: 2, items: 0, storedBytes: 0 });
  expect((await list({ q: "lumen" })).items).toHaveLength(2);
  expect((await list({ q: "100%" })).items).toHaveLength(1);
  expect((await list({ q: "%" })).items).toHaveLength(1);
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.nextCursor });
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.toReversed());
  expectError(await t.call(listAllWorkspaces, {}, mira), "forbidden");
});
