import { plainElement } from "@stillreel/board/shapes";
import {
  API_BASE,
  type BoardElement,
  createBoard,
  createComment,
  createFolder,
  createZip,
  exportBoard,
  favoriteItem,
  getBoard,
  listBoardImages,
  listComments,
  listFolders,
} from "@stillreel/contract";
import { expectData, multipart, png, type TestUser } from "@stillreel/testing";
import { unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { DOCUMENT_NAME } from "./takeout.document.ts";
import { all, exportData, importZip, setUpTransfers, sha, t } from "./transfers.fixture.ts";

setUpTransfers();

const personal = { params: { workspaceId: "personal" } };
const FILE = "files/whiteboards/Plans/Plan.excalidraw";
const shape = (id: string, more: Partial<BoardElement> = {}) => plainElement(id, { version: 3, versionNonce: 7, x: 1, y: 2, ...more });
const text = { type: "text" as const, text: 'Ferry {"files":{}} \\" ü', originalText: "Ferry", fontSize: 20, fontFamily: 5, index: "a2" };

async function addImage(user: TestUser, boardId: string, bytes: Uint8Array): Promise<string> {
  const form = multipart({}, { fileName: "x.png", type: "image/png", bytes });
  const url = `${API_BASE}/whiteboards/${boardId}/images`;
  const answer = await t.app.inject({ method: "POST", url, headers: { ...user.headers, ...form.headers }, payload: form.payload });
  return expectData<{ fileId: string }>(answer, 201).fileId;
}
const merge = (user: TestUser, boardId: string, elements: object[]) =>
  t.app.inject({
    method: "PUT",
    url: `${API_BASE}/whiteboards/${boardId}`,
    headers: user.headers,
    payload: { document: { elements, canvas: { background: "#ffeedd", grid: false } } },
  });
const view = async (user: TestUser, boardId: string) => (await t.call(getBoard, { params: { boardId } }, user)).data();

/** Creates a board with texts and two images in a folder, with a comment and a star. */
async function drawn(user: TestUser) {
  const folderId = (await t.call(createFolder, { ...personal, body: { name: "Plans", parentId: null, kind: "board" } }, user)).data().id;
  const { id } = (await t.call(createBoard, { body: { title: "Plan", folderId } }, user)).data();
  // Lengths with every remainder of three, because base64 is written in parts.
  const images = [png(12, 8), png(300, 200)];
  const fileIds = [];
  for (const bytes of images) fileIds.push(await addImage(user, id, bytes));
  const pictures = fileIds.map((fileId, n) => shape(`image-${n}`, { type: "image", fileId, status: "saved", index: `a${n + 3}` }));
  expectData(await merge(user, id, [shape("a"), shape("b", text), ...pictures, shape("gone", { isDeleted: true })]));
  (await t.call(createComment, { params: { itemId: id }, body: { text: "Nice" } }, user)).data();
  (await t.call(favoriteItem, { params: { itemId: id }, body: { favorite: true } }, user)).data();
  return { id, folderId, images, fileIds };
}

interface Excalidraw {
  type: string;
  version: number;
  elements: { id: string }[];
  files: Record<string, { id: string; mimeType: string; dataURL: string }>;
}
const read = (bytes: Uint8Array | undefined) => JSON.parse(Buffer.from(bytes ?? []).toString()) as Excalidraw;
const imageIn = (file: Excalidraw, fileId: string): string =>
  sha(Buffer.from(file.files[fileId]?.dataURL.replace("data:image/png;base64,", "") ?? "", "base64"));

describe("whiteboards", () => {
  it("are in an export with their images, and an import restores them equal", async () => {
    const user = await t.user();
    const { id, images, fileIds } = await drawn(user);
    await t.call(createBoard, { body: { title: "Empty" } }, user);
    await t.runJobs();
    const { takeout, zip } = await exportData(user);
    expect(takeout).toMatchObject({ status: "ready", items: 2, done: 2 });
    const files = unzipSync(zip ?? new Uint8Array());
    expect(Object.keys(files).sort()).toEqual(["README.txt", "files/whiteboards/Empty.excalidraw", FILE, "stillreel.json"].sort());
    const file = read(files[FILE]);
    expect(file).toMatchObject({ type: "excalidraw", version: 2 });
    expect(file.elements.map((element) => element.id)).toEqual(["a", "b", "image-0", "image-1"]);
    expect(fileIds.map((fileId) => imageIn(file, fileId))).toEqual(images.map(sha));
    const document = JSON.parse(Buffer.from(files[DOCUMENT_NAME] ?? []).toString()) as { items: { id: string }[] };
    expect(document.items.find((item) => item.id === id)).toMatchObject({ type: "board", title: "Plan", file: FILE, favorite: true });

    const other = await t.user({ username: user.displayName });
    expect(await importZip(other, zip ?? new Uint8Array())).toMatchObject({ status: "ready", items: 2, done: 2, skipped: [] });
    t.clock.advance(11_000);
    await t.runJobs();
    const came = (await all(other)).find(({ title }) => title === "Plan");
    expect(came).toMatchObject({ type: "board", stage: "ready", comments: 1, favorite: true, fullFileName: "Plan.excalidraw" });
    const [before, after] = [await view(user, id), await view(other, came?.id ?? "")];
    expect(after.document).toEqual(before.document);
    expect(after.item.size).toBeGreaterThan(images.reduce((sum, bytes) => sum + bytes.length, 0));
    expect(after.item.thumbnailUrl).toMatch(/^\/media\//u);
    const params = { boardId: came?.id ?? "" };
    const stored = (await t.call(listBoardImages, { params, query: {} }, other)).data().images;
    expect(stored.map(({ fileId }) => fileId).sort()).toEqual([...fileIds].sort());
    const bytes = await Promise.all(stored.map(async ({ url }) => sha((await t.app.inject({ url })).rawPayload)));
    expect(bytes.sort()).toEqual(images.map(sha).sort());
    expect((await t.call(listComments, { params: { itemId: params.boardId } }, other)).data().items).toMatchObject([{ text: "Nice" }]);
    const folders = (await t.call(listFolders, personal, other)).data().items;
    expect(folders).toMatchObject([{ name: "Plans", kind: "board", id: came?.parentId }]);
    // The exports of both boards are equal, too.
    const exported = await t.call(exportBoard, { params, query: { format: "excalidraw" } }, other);
    expect(read(exported.rawPayload)).toMatchObject({ elements: file.elements });
    expect(Object.keys(read(exported.rawPayload).files).sort()).toEqual([...fileIds].sort());
  });

  it("whose image is lost are exported without it, and the archive names it", async () => {
    const user = await t.user();
    const { id, fileIds } = await drawn(user);
    const { rows } = await t.ports.pool.query<{ storage_key: string }>(
      "select storage_key from blobs b join board_images i on i.blob_id = b.id where i.board_id = $1 and i.file_id = $2",
      [id, fileIds[0]],
    );
    await t.ports.storage.delete(rows[0]?.storage_key ?? "");
    const files = unzipSync((await exportData(user)).zip ?? new Uint8Array());
    expect(Object.keys(read(files[FILE]).files)).toEqual([fileIds[1]]);
    expect(Buffer.from(files["not-included.txt"] ?? []).toString()).toContain(FILE);
  });

  it("are in downloads of several items", async () => {
    const user = await t.user();
    const { id, folderId, images, fileIds } = await drawn(user);
    const shot = await t.image<{ id: string }>(user, { fileName: "shot.png" });
    for (const body of [{ itemIds: [id, shot.id] }, { itemIds: [shot.id], folderIds: [folderId] }]) {
      const made = (await t.call(createZip, { ...personal, body }, user)).data();
      expect(made.items).toBe(2);
      const answer = await t.app.inject({ url: made.downloadUrl, headers: user.headers });
      const files = unzipSync(answer.rawPayload);
      const name = "folderIds" in body ? "Plans/Plan.excalidraw" : "Plan.excalidraw";
      expect(Object.keys(files).sort()).toEqual([name, "shot.png"].sort());
      expect(fileIds.map((fileId) => imageIn(read(files[name]), fileId))).toEqual(images.map(sha));
    }
  });

  it("of other programs are imported, and what is not valid is reported", async () => {
    const user = await t.user();
    const dataURL = `data:image/png;base64,${Buffer.from(png(9, 9)).toString("base64")}`;
    const file = {
      files: {
        one: { mimeType: "image/png", id: "one", dataURL },
        same: { mimeType: "image/png", id: "same", dataURL },
        unused: { mimeType: "image/png", id: "unused", dataURL: `data:image/png;base64,${Buffer.from(png(8, 8)).toString("base64")}` },
        script: { mimeType: "image/svg+xml", id: "script", dataURL: "data:image/svg+xml;base64,PHN2Zy8+" },
        remote: { mimeType: "image/png", id: "remote", dataURL: "https://example.test/x.png" },
      },
      type: "excalidraw",
      elements: [
        shape("a", { type: "image", fileId: "one" }),
        shape("b", { type: "image", fileId: "same", index: "a2" }),
        shape("bad", { link: "javascript:alert(1)" }),
      ],
      appState: { viewBackgroundColor: "url(x)", gridModeEnabled: false },
    };
    const zip = zipSync({
      "Sketch.excalidraw": Buffer.from(JSON.stringify(file, null, 2)),
      "broken.excalidraw": Buffer.from('{"type":"excalidraw","elements":['),
      "list.excalidraw": Buffer.from("[]"),
      "none.excalidraw": Buffer.from('{"a":1}'),
    });
    const done = await importZip(user, zip);
    expect(done).toMatchObject({ status: "ready", items: 4 });
    expect(done.skipped.map(({ name }) => name).sort()).toEqual(
      ["Sketch.excalidraw", "Sketch.excalidraw", "Sketch.excalidraw", "broken.excalidraw", "list.excalidraw", "none.excalidraw"].sort(),
    );
    const items = await all(user);
    expect(items).toMatchObject([{ title: "Sketch", type: "board" }]);
    const board = await view(user, items[0]?.id ?? "");
    expect(board.document.elements.map(({ id, fileId }) => [id, fileId])).toEqual([
      ["a", board.images[0]?.fileId],
      ["b", board.images[0]?.fileId],
    ]);
    expect(board.images).toHaveLength(1);
    expect(board.document.canvas).toEqual({ background: "#ffffff", grid: false });
    // Images that no board shows are deleted.
    const { rows } = await t.ports.pool.query<{ n: number }>("select count(*)::int as n from blobs where sha256 = $1", [
      Buffer.from(sha(png(8, 8)), "hex"),
    ]);
    expect(rows[0]?.n).toBe(0);
  });
});
