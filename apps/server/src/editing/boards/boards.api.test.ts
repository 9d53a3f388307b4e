import {
  createBoard,
  getBoard,
  getBoardItem,
  listBoards,
  trashBoard,
  updateBoard,
  restoreBoardVersion,
  saveBoardVersion,
  listBoardVersions,
  getBoardVersion,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newBoard, openPage, rectangle, refusedPage } from "./boards.fixture.ts";

let t: TestApp;
let address: string;
let anna: TestUser;
let bert: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  address = await t.listen();
  [anna, bert] = [await t.user(), await t.user()];
});
afterAll(() => t.close());

const read = async (boardId: string, user = anna) => (await t.call(getBoard, { params: { boardId } }, user)).data();

describe("a board over the API", () => {
  test("is created from a template, listed, renamed and moved to the trash", async () => {
    const item = await newBoard(t, anna, { template: "retro" });
    expect(item).toMatchObject({ type: "board", title: "Plan", stage: "ready", parentId: null });
    const board = await read(item.id);
    expect(board.role).toBe("edit");
    expect(board.document.elements.length).toBeGreaterThan(10);
    const params = { boardId: item.id };
    const renamed = (await t.call(updateBoard, { params, body: { title: "Retro" } }, anna)).data();
    expect(renamed.item.title).toBe("Retro");
    const list = (await t.call(listBoards, { query: {} }, anna)).data();
    expect(list.items.map(({ title }) => title)).toContain("Retro");
    expect((await t.call(trashBoard, { params }, anna)).statusCode).toBe(200);
    expectError(await t.call(getBoard, { params }, anna), "not-found");
    expectError(await t.call(getBoardItem, { params }, anna), "not-found");
  });

  test("is returned as an item without its drawing", async () => {
    const { id: boardId } = await newBoard(t, anna, { document: { elements: [rectangle("a")] } });
    const { item } = await read(boardId);
    expect((await t.call(getBoardItem, { params: { boardId } }, anna)).data()).toEqual(item);
    expectError(await t.call(getBoardItem, { params: { boardId } }, bert), "not-found");
    expectError(await t.call(getBoardItem, { params: { boardId } }), "unauthenticated");
  });

  test("merges a document: newer elements win, others stay", async () => {
    const { id: boardId } = await newBoard(t, anna, { document: { elements: [rectangle("a"), rectangle("b", { version: 5 })] } });
    const document = {
      elements: [rectangle("a", { version: 2, x: 50 }), rectangle("b", { version: 4, x: 70 }), rectangle("c", { index: "a2" })],
    };
    await t.call(updateBoard, { params: { boardId }, body: { document } }, anna);
    const { elements } = (await read(boardId)).document;
    expect(elements.map(({ id, x }) => [id, x])).toEqual([
      ["a", 50],
      ["b", 0],
      ["c", 0],
    ]);
  });

  test("of a newer version is refused as a whole", async () => {
    const document = { format: 2, elements: [rectangle("a")] };
    for (const call of [
      t.call(createBoard, { body: { title: "Later", document } } as never, anna),
      t.call(updateBoard, { params: { boardId: (await newBoard(t, anna)).id }, body: { document } } as never, anna),
    ]) {
      const { statusCode, body } = await call;
      expect(statusCode).toBe(422);
      expect(body).toContain("newer version of Stillreel");
    }
  });

  test("is not changed by ids of its elements on another board", async () => {
    const [{ id: first }, { id: second }] = [await newBoard(t, anna), await newBoard(t, anna)];
    const put = (boardId: string, x: number, version: number) =>
      t.call(updateBoard, { params: { boardId }, body: { document: { elements: [rectangle("same", { x, version })] } } } as never, anna);
    expectData(await put(first, 10, 1));
    expectData(await put(second, 20, 9));
    expect((await read(first)).document.elements).toMatchObject([{ id: "same", x: 10, version: 1 }]);
  });

  test("exists for no other user", async () => {
    const { id: boardId } = await newBoard(t, anna);
    expectError(await t.call(getBoard, { params: { boardId } }, bert), "not-found");
    expectError(await t.call(getBoard, { params: { boardId } }), "unauthenticated");
    expect(await refusedPage(address, boardId, { user: bert })).toBe(404);
    expect(await refusedPage(address, boardId)).toBe(401);
    expect(await refusedPage(address, boardId, { user: anna, origin: "https://evil.example" })).toBe(403);
  });
});

describe("a board over its socket", () => {
  test("shows a change to the others, and acknowledges it", async () => {
    const { id: boardId } = await newBoard(t, anna);
    const [one, two] = [await openPage(address, boardId, { user: anna }), await openPage(address, boardId, { user: anna })];
    const seen = two.next("update");
    const ack = await one.store([rectangle("a"), rectangle("b")]);
    expect((await seen).elements.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(ack.seq).toBe(1);
    expect((await read(boardId)).document.elements).toHaveLength(2);
    const back = one.next("update");
    await two.store([rectangle("a", { version: 2, x: 9 })]);
    expect((await back).elements).toMatchObject([{ id: "a", x: 9 }]);
    one.close();
    two.close();
  });

  test("returns elements that lost, and only what changed since a number", async () => {
    const { id: boardId } = await newBoard(t, anna);
    const one = await openPage(address, boardId, { user: anna });
    await one.store([rectangle("a", { version: 3, x: 3 })]);
    await one.store([rectangle("b")]);
    const newer = one.next("update");
    await one.store([rectangle("a", { version: 2, x: 2 })]);
    expect((await newer).elements).toMatchObject([{ id: "a", x: 3 }]);
    const two = await openPage(address, boardId, { user: anna });
    const since = await two.hello(1);
    expect(since.isWhole).toBe(false);
    expect(since.elements.map(({ id }) => id)).toEqual(["b"]);
    one.close();
    two.close();
  });
});

describe("versions", () => {
  test("store a state, and bring it back as a change on top", async () => {
    const { id: boardId } = await newBoard(t, anna, { document: { elements: [rectangle("a"), rectangle("b")] } });
    const params = { boardId };
    const first = (await t.call(saveBoardVersion, { params, body: { name: "First" } }, anna)).data();
    expect(first).toMatchObject({ n: 1, name: "First", elements: 2, by: [{ displayName: anna.displayName }] });
    const page = await openPage(address, boardId, { user: anna });
    await page.store([rectangle("a", { version: 2, isDeleted: true }), rectangle("c"), rectangle("b", { version: 2, x: 44 })]);
    const change = page.next("update");
    const restored = (await t.call(restoreBoardVersion, { params: { boardId, n: 1 } }, anna)).data();
    expect(restored.document.elements.map(({ id, x }) => [id, x]).sort()).toEqual([
      ["a", 0],
      ["b", 0],
    ]);
    expect((await change).elements).toHaveLength(3);
    const { items } = (await t.call(listBoardVersions, { params }, anna)).data();
    expect(items.map(({ n, name, elements }) => [n, name, elements])).toEqual([
      [2, null, 2],
      [1, "First", 2],
    ]);
    const second = (await t.call(getBoardVersion, { params: { boardId, n: 2 } }, anna)).data();
    expect(second.document.elements.map(({ id, x }) => [id, x])).toEqual([
      ["b", 44],
      ["c", 0],
    ]);
    page.close();
  });
});
