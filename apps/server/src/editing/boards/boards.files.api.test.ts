import {
  API_BASE,
  copyItem,
  deleteItems,
  exportBoard,
  getBoard,
  listBoardImages,
  search,
  trashBoard,
  updateBoard,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newBoard, rectangle, words } from "./boards.fixture.ts";

let t: TestApp;
let anna: TestUser;
let bert: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  [anna, bert] = [await t.user(), await t.user()];
});
afterAll(() => t.close());

const send = (boardId: string, bytes: Uint8Array, type = "image/png", user = anna) => {
  const form = multipart({}, { fileName: "x.png", type, bytes });
  return t.app.inject({
    method: "POST",
    url: `${API_BASE}/whiteboards/${boardId}/images`,
    headers: { ...user.headers, ...form.headers },
    payload: form.payload,
  });
};
const exported = (boardId: string, format: string, user: TestUser | null = anna) =>
  t.call(exportBoard, { params: { boardId }, query: { format: format as "svg" } }, user);
const images = async (boardId: string) => (await t.call(listBoardImages, { params: { boardId }, query: {} }, anna)).data();

describe("images on boards", () => {
  test("are stored once, delivered to readers, copied with the board and deleted with the last one", async () => {
    const { id: boardId } = await newBoard(t, anna);
    const first = expectData<{ fileId: string; url: string }>(await send(boardId, png(12, 8)), 201);
    const again = expectData<{ fileId: string }>(await send(boardId, png(12, 8)), 201);
    expect(again.fileId).toBe(first.fileId);
    expect((await images(boardId)).images).toMatchObject([{ fileId: first.fileId, width: 12, height: 8, mimeType: "image/png" }]);
    const copy = (await t.call(copyItem, { params: { itemId: boardId }, body: {} }, anna)).data();
    const params = { workspaceId: "personal" };
    const gone = async (id: string): Promise<void> => {
      await t.call(trashBoard, { params: { boardId: id } }, anna);
      await t.call(deleteItems, { params, body: { itemIds: [id] } }, anna);
      await t.runJobs();
    };
    await gone(boardId);
    const [left] = (await images(copy.id)).images;
    expect((await t.app.inject({ url: left?.url ?? "" })).statusCode).toBe(200);
    const { rows } = await t.ports.pool.query("select storage_key from blobs b join board_images i on i.blob_id = b.id");
    await gone(copy.id);
    await expect(t.ports.storage.stat(rows[0].storage_key)).rejects.toMatchObject({ code: "not-found" });
  });

  test("that are none, and those of others, are refused", async () => {
    const { id: boardId } = await newBoard(t, anna);
    expectError(await send(boardId, Buffer.from("<svg onload='alert(1)'/>")), "unsupported-file-type");
    expectError(await send(boardId, png(), "image/png", bert), "not-found");
    // The id of an image of another board gives nothing.
    const { id: other } = await newBoard(t, bert);
    const { fileId } = expectData<{ fileId: string }>(await send(other, png(), "image/png", bert), 201);
    await t.call(
      updateBoard,
      { params: { boardId }, body: { document: { elements: [rectangle("a", { type: "image", fileId })] } } } as never,
      anna,
    );
    expect((await images(boardId)).images).toEqual([]);
  });

  test("items are shown to those who may open them, without title or address to others", async () => {
    const mine = await t.image<{ id: string }>(anna, { title: "Secret" });
    const theirs = await t.image<{ id: string }>(bert, { title: "Theirs" });
    const element = (id: string, itemId: string) => rectangle(id, { type: "image", customData: { itemId } });
    const { id: boardId } = await newBoard(t, anna, { document: { elements: [element("a", mine.id), element("b", theirs.id)] } });
    const { items } = await images(boardId);
    expect(items.find(({ itemId }) => itemId === mine.id)).toMatchObject({ title: "Secret", type: "image", pageUrl: `/images/${mine.id}` });
    const hidden = { type: null, title: null, owner: null, comments: null, duration: null, pageUrl: null, url: null };
    expect(items.find(({ itemId }) => itemId === theirs.id)).toEqual({ itemId: theirs.id, ...hidden });
  });
});

describe("a board as a file", () => {
  test("is drawn as SVG, PNG and PDF, with its images", async () => {
    const { id: boardId } = await newBoard(t, anna, { template: "flow" });
    const { fileId } = expectData<{ fileId: string }>(await send(boardId, png(12, 8)), 201);
    const body = { document: { elements: [rectangle("picture", { type: "image", fileId, x: 900 })] } };
    await t.app.inject({ method: "PUT", url: `${API_BASE}/whiteboards/${boardId}`, headers: anna.headers, payload: body });
    const svg = await exported(boardId, "svg");
    expect(svg.headers["content-type"]).toContain("image/svg+xml");
    expect(svg.headers["content-disposition"]).toContain("attachment");
    expect(svg.body).toContain("Question?");
    expect(svg.body).toContain("data:image/png;base64,");
    const picture = await exported(boardId, "png");
    expect(picture.rawPayload.subarray(1, 4).toString()).toBe("PNG");
    expect(picture.rawPayload.length).toBeGreaterThan(5_000);
    expect((await exported(boardId, "pdf")).rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    const document = JSON.parse((await exported(boardId, "excalidraw")).body);
    expect(document).toMatchObject({ type: "excalidraw", version: 2 });
    expectError(await exported(boardId, "svg", bert), "not-found");
    expectError(await exported(boardId, "svg", null), "unauthenticated");
  });
});

describe("the job after changes", () => {
  test("draws thumbnails, counts the size and makes the words findable, also in a copy", async () => {
    const { id: boardId } = await newBoard(t, anna, { document: { elements: [words("a", "Zeppelin hangar")] } });
    t.clock.advance(11_000);
    await t.runJobs();
    const board = (await t.call(getBoard, { params: { boardId } }, anna)).data();
    expect(board.item.thumbnailUrl).toMatch(/^\/media\//u);
    expect(board.item.size).toBeGreaterThan(300);
    const find = async () => (await t.call(search, { query: { q: "zeppelin" } }, anna)).data();
    expect(JSON.stringify(await find())).toContain(boardId);
    const copy = (await t.call(copyItem, { params: { itemId: boardId }, body: {} }, anna)).data();
    expect(JSON.stringify(await find())).toContain(copy.id);
    expect((await t.call(getBoard, { params: { boardId: copy.id } }, anna)).data().document.elements).toHaveLength(1);
  });
});
