import { createTestApp, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { termsOf } from "../search-index/index.ts";
import { findChecked } from "./checked.repo.ts";
import { spaceQueries } from "./hits.ts";

let test: TestApp;
let item: { id: string; workspaceId: string };

beforeAll(async () => {
  test = await createTestApp();
  item = await test.image(await test.user(), { title: "Pangolin" });
}, 120_000);
afterAll(() => test.close());

it("returns a proposed entry only inside the bounds of the caller, and with all words", async () => {
  const { id, workspaceId } = item;
  const none = { containerIds: [], shownItemIds: [], hiddenItemIds: [] };
  const find = async (bounds: object, inside: boolean, q = "pango", workspace = workspaceId) => {
    const spaces = [spaceQueries(termsOf(q))(workspace)];
    const proposed = { spaces, bounds: { ...none, ...bounds, inside }, type: null, entryIds: [id], pending: 0 };
    return (await findChecked(test.ports.pool, proposed)).length;
  };
  const here = { containerIds: [workspaceId] };
  expect([await find({}, false), await find(here, true), await find({ shownItemIds: [id] }, true)]).toEqual([1, 1, 1]);
  expect(await find({ ...here, shownItemIds: [id] }, false)).toBe(1);
  expect([await find(here, false), await find({}, true)]).toEqual([0, 0]);
  expect([await find({ hiddenItemIds: [id] }, false), await find({ ...here, hiddenItemIds: [id] }, true)]).toEqual([0, 0]);
  expect([await find({}, false, "aardvark"), await find({}, false, "pango", test.ports.ids.id())]).toEqual([0, 0]);
});
