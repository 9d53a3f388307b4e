import {
  createFolder,
  createTeam,
  getImage,
  listItems,
  moveItem,
  moveItems,
  moveManyItems,
  trashItems,
  createWorkspace,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

let test: TestApp;
let anna: TestUser;
const params = { workspaceId: "personal" };

beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user();
});
afterAll(() => test.close());

async function folder(name: string): Promise<string> {
  return (await test.call(createFolder, { params, body: { name, parentId: null } }, anna)).data().id;
}

it("an id in capital letters names the same item, folder and workspace in paths, queries and bodies", async () => {
  const item = await test.image<{ id: string }>(anna);
  const folderId = await folder("Bugs");
  const capital = { item: item.id.toUpperCase(), folder: folderId.toUpperCase() };
  expect((await test.call(getImage, { params: { ...params, itemId: capital.item } }, anna)).data().id).toBe(item.id);
  await test.call(moveItem, { params: { itemId: capital.item }, body: { folderId: capital.folder } }, anna);
  const inFolder = await test.call(listItems, { params, query: { view: "folder", folderId: capital.folder } }, anna);
  expect(inFolder.data().items.map(({ id, parentId }) => [id, parentId])).toEqual([[item.id, folderId]]);
  const other = (await folder("Other")).toUpperCase();
  const moved = await test.call(moveManyItems, { params, body: { itemIds: [capital.item], folderId: other } }, anna);
  expect(moved.data()).toMatchObject({ done: 1, failed: [] });
  expect((await test.call(listItems, { params, query: { view: "folder", folderId: other } }, anna)).data().items).toHaveLength(1);
  expect((await test.call(trashItems, { params, body: { itemIds: [capital.item] } }, anna)).data()).toMatchObject({ done: 1, failed: [] });
  const { id: workspaceId } = (await test.call(createWorkspace, { query: { name: "Lumen" } }, anna)).data();
  const team = await test.call(createTeam, { params: { workspaceId: workspaceId.toUpperCase() }, body: { name: "Design" } }, anna);
  expect(team.statusCode).toBe(201);
});

it("an id in capital letters names the same folder in the form of an upload and in an order of moved items", async () => {
  const [from, target] = [await folder("From"), await folder("Target")];
  const form = multipart({ folderId: from.toUpperCase() }, { fileName: "shot.png", type: "image/png", bytes: png() });
  const filed = await test.app.inject({
    method: "POST",
    url: "/api/v1/workspace/personal/files/image",
    headers: { ...anna.headers, ...form.headers },
    payload: form.payload,
  });
  const item = expectData<{ id: string; parentId: string }>(filed, 201);
  expect(item.parentId).toBe(from);
  const body = { itemIds: [item.id.toUpperCase()], fromFolderId: from.toUpperCase() };
  const moved = await test.call(moveItems, { params: { ...params, folderId: target.toUpperCase() }, body }, anna);
  expect(moved.data()).toEqual({ moved: 1 });
});

it("an id that is not a UUID names nothing", async () => {
  for (const itemId of ["1", "../x", "0".repeat(36)])
    expectError(await test.call(getImage, { params: { ...params, itemId } }, anna), "not-found");
  const bulk = await test.call(trashItems, { params, body: { itemIds: ["nothing"] } }, anna);
  expect(bulk.data().failed).toMatchObject([{ itemId: "nothing", code: "not-found" }]);
});
