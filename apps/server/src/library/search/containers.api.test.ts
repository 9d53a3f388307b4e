import { createComment, createFolder, deleteFolder, moveItem, moveItems, restoreFolder, search, setFolderRight } from "@stillreel/contract";
import { createTeam, createTestApp, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { indexMissing } from "../search-index/search-index.jobs.ts";

let test: TestApp;
let owner: TestUser;
let member: TestUser;
let team: TestTeam;
/** Folders that the member may read, and may not read. */
let open: string;
let closed: string;
let itemId: string;

const folder = async (name: string): Promise<string> =>
  (await test.call(createFolder, { params: { workspaceId: team.id }, body: { name, parentId: null } }, owner)).data().id;
const move = async (folderId: string): Promise<unknown> =>
  (await test.call(moveItems, { params: { workspaceId: team.id, folderId }, body: { itemIds: [itemId] } }, owner)).data();
const titles = async (q: string, workspaceId = team.id): Promise<string[]> =>
  (await test.call(search, { query: { q, workspaceId } }, member)).data().items.map(({ title }) => title);
const change = (text: string, values: unknown[]) => test.ports.pool.query(text, values);

/** Returns the number of entries of items, and of those whose container is not that of the item. */
async function containers(): Promise<unknown> {
  const { rows } = await change(
    `select count(*)::int as entries, count(*) filter (where e.container_id is distinct from i.container_id)::int as wrong
     from search_entries e join items i on i.id = e.item_id where i.id = $1`,
    [itemId],
  );
  return rows[0];
}

beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  owner = await test.user();
  member = await test.user();
  team = await createTeam(test, [
    [owner, "owner"],
    [member, "member"],
  ]);
  open = await folder("Open");
  closed = await folder("Closed");
  const body = { id: team.id, permissionType: "everyone" as const, read: false, write: false };
  (await test.call(setFolderRight, { params: { workspaceId: team.id, itemId: closed }, body }, owner)).data();
  ({ id: itemId } = await test.image(owner, { title: "Quokka" }));
  (await test.call(createComment, { params: { itemId }, query: {}, body: { text: "a remark" } }, owner)).data();
  (await test.call(moveItem, { params: { itemId }, body: { workspaceId: team.id, folderId: open } }, owner)).data();
});
afterAll(() => test.close());

it("entries of an item and its comments follow it from folder to folder", async () => {
  expect(await containers()).toEqual({ entries: 2, wrong: 0 });
  expect(await titles("quokka")).toEqual(["Quokka"]);
  await move(closed);
  expect(await containers()).toEqual({ entries: 2, wrong: 0 });
  expect([await titles("quokka"), await titles("remark")]).toEqual([[], []]);
  await move(open);
  expect([await titles("quokka"), await titles("remark")]).toEqual([["Quokka"], ["Quokka"]]);
});

it("entries follow the items of a deleted folder to the root, and back when it is restored", async () => {
  (await test.call(deleteFolder, { params: { workspaceId: team.id, folderId: open }, query: {} }, owner)).data();
  expect(await containers()).toEqual({ entries: 2, wrong: 0 });
  expect([await titles("quokka"), await titles("remark")]).toEqual([["Quokka"], ["Quokka"]]);
  (await test.call(restoreFolder, { params: { workspaceId: team.id, folderId: open } }, owner)).data();
  expect(await containers()).toEqual({ entries: 2, wrong: 0 });
  expect([await titles("quokka"), await titles("remark")]).toEqual([["Quokka"], ["Quokka"]]);
});

it("entries follow an item into another workspace", async () => {
  const other = await createTeam(test, [
    [owner, "owner"],
    [member, "member"],
  ]);
  (await test.call(moveItem, { params: { itemId }, body: { workspaceId: other.id } }, owner)).data();
  expect(await containers()).toEqual({ entries: 2, wrong: 0 });
  expect([await titles("quokka"), await titles("quokka", other.id)]).toEqual([[], ["Quokka"]]);
});

it("finds entries of an earlier release without a container, until the job has written it", async () => {
  await change("update search_entries set container_id = null where item_id = $1", [itemId]);
  expect([await titles("quokka"), await titles("remark")]).toEqual([["Quokka"], ["Quokka"]]);
  await move(closed);
  await move(open);
  await change("update search_entries set container_id = null where comment_id is not null and item_id = $1", [itemId]);
  await test.ports.jobs.enqueue(test.ports.db, indexMissing, {});
  expect((await test.runJobs()).failed).toEqual([]);
  expect(await containers()).toEqual({ entries: 2, wrong: 0 });
  expect([await titles("quokka"), await titles("remark")]).toEqual([["Quokka"], ["Quokka"]]);
});

it("a wrong container, as of a comment that was added while its item moved, reveals nothing, and the job corrects it", async () => {
  await move(closed);
  await change("update search_entries set container_id = $2 where item_id = $1", [itemId, open]);
  expect([await titles("quokka"), await titles("remark")]).toEqual([[], []]);
  await test.ports.jobs.enqueue(test.ports.db, indexMissing, {});
  await test.runJobs();
  expect(await containers()).toEqual({ entries: 2, wrong: 0 });
});
