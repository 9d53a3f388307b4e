import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import http from "node:http";
import { createFolder, createZip, type getImage, moveItems, updateItem, type ClientArgs, type ClientResult } from "@stillreel/contract";
import { createTestApp, expectData, expectError, png, type TestApp, type TestUser } from "@stillreel/testing";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

type Item = ClientResult<typeof getImage>;
let t: TestApp;
let anna: TestUser;
let ben: TestUser;
let address: string;

beforeAll(async () => {
  t = await createTestApp();
  anna = await t.user();
  ben = await t.user();
  address = await t.listen();
});
afterAll(() => t.close());

const get = (url: string, user?: TestUser, method: "GET" | "HEAD" = "GET") => t.app.inject({ method, url, headers: user?.headers ?? {} });
/** Signs in again, because sessions expire when the test clock is moved. */
async function signInAgain(user: TestUser): Promise<void> {
  const { email, password } = user;
  const answer = await t.app.inject({ method: "POST", url: "/api/v1/auth/login", payload: { email, password } });
  const { idToken, refreshToken } = expectData<{ idToken: string; refreshToken: string }>(answer);
  user.headers = { idtoken: idToken, refreshtoken: refreshToken };
}
const trash = (item: Item, is: boolean) =>
  t.call(updateItem, { params: { workspaceId: "personal", type: "image", itemId: item.id }, body: { trash: is } }, anna);

describe("a zip of several items", () => {
  const zip = (body: ClientArgs<typeof createZip>["body"], user = anna) =>
    t.call(createZip, { params: { workspaceId: "personal" }, body }, user);

  it("contains the files and folders unchanged, and has the announced length", async () => {
    const shots = [png(10, 10), png(11, 11), png(12, 12)];
    const items = await Promise.all(shots.map((bytes) => t.image<Item>(anna, { bytes, fileName: "Größe 日本.png" })));
    const made = (await zip({ itemIds: items.map(({ id }) => id) })).data();
    expect(made).toMatchObject({ items: 3, size: shots.reduce((sum, { length }) => sum + length, 0) });
    expect(made.downloadUrl).toMatch(/^\/api\/v1\/zips\/[\w-]{22}$/u);
    const answer = await get(made.downloadUrl, anna);
    expect(answer.headers["content-type"]).toBe("application/zip");
    expect(Number(answer.headers["content-length"])).toBe(answer.rawPayload.length);
    const files = unzipSync(answer.rawPayload);
    expect(Object.keys(files)).toEqual(["Größe 日本.png", "Größe 日本 (2).png", "Größe 日本 (3).png"]);
    const sizes = (all: Iterable<Uint8Array>) => [...all].map((bytes) => Buffer.from(bytes).toString("hex")).sort();
    expect(sizes(Object.values(files))).toEqual(sizes(shots));
    const head = await get(made.downloadUrl, anna, "HEAD");
    expect([head.headers["content-length"], head.rawPayload.length]).toEqual([answer.headers["content-length"], 0]);
  });

  it("contains the images in a chosen format, other files unchanged, and lists those that cannot be converted", async () => {
    const gif = await sharp(png(20, 10)).gif().toBuffer();
    const webp = await sharp(png(30, 10)).webp().toBuffer();
    const [shot, photo, animation, damaged] = await Promise.all([
      t.image<Item>(anna, { bytes: png(40, 10), fileName: "shot.png" }),
      t.image<Item>(anna, { bytes: webp, fileName: "photo.webp" }),
      t.image<Item>(anna, { bytes: gif, fileName: "moves.gif" }),
      t.image<Item>(anna, { bytes: png(50, 10), fileName: "damaged.png" }),
    ]);
    const { rows } = await t.ports.pool.query("select storage_key from blobs b join items i on i.blob_id = b.id where i.id = $1", [
      damaged.id,
    ]);
    await t.ports.storage.put(rows[0].storage_key as string, zeros(1024 * 1024));
    const itemIds = [shot.id, photo.id, animation.id, damaged.id];
    const made = (await zip({ itemIds, format: "jpg" })).data();
    const answer = await get(made.downloadUrl, anna);
    expect(answer.headers["content-length"]).toBeUndefined();
    const files = unzipSync(answer.rawPayload);
    expect(Object.keys(files).sort()).toEqual(["moves.gif", "not-included.txt", "photo.jpg", "shot.jpg"]);
    expect(await sharp(files["shot.jpg"]).metadata()).toMatchObject({ format: "jpeg", width: 40 });
    expect(await sharp(files["photo.jpg"]).metadata()).toMatchObject({ format: "jpeg", width: 30 });
    expect(Buffer.from(files["moves.gif"] ?? []).equals(gif)).toBe(true);
    expect(Buffer.from(files["not-included.txt"] ?? []).toString()).toContain("damaged.jpg: It could not be converted.");
    expectError(await zip({ itemIds, format: "mp4" as "png" }), "validation-failed");
  });

  it("preserves nested folders, and sanitizes unsafe names", async () => {
    const folder = async (name: string, parentId: string | null) =>
      (await t.call(createFolder, { params: { workspaceId: "personal" }, body: { name, parentId, kind: "image" } }, anna)).data().id;
    const outer = await folder("..", null);
    const inner = await folder("CON", outer);
    const deep = await t.image<Item>(anna, { fileName: "deep.png" });
    const shallow = await t.image<Item>(anna, { fileName: "aux.png" });
    const put = async (item: Item, folderId: string) =>
      (await t.call(moveItems, { params: { workspaceId: "personal", folderId }, body: { itemIds: [item.id] } }, anna)).data();
    await put(deep, inner);
    await put(shallow, outer);
    const made = (await zip({ folderIds: [outer, inner], itemIds: [deep.id] })).data();
    expect(made.items).toBe(2);
    const names = Object.keys(unzipSync((await get(made.downloadUrl, anna)).rawPayload));
    expect(names.sort()).toEqual(["Folder/_CON/deep.png", "Folder/_aux.png"]);
  });

  it("is readable by its owner only, and expires", async () => {
    const item = await t.image<Item>(anna);
    const { downloadUrl } = (await zip({ itemIds: [item.id] })).data();
    expectError(await get(downloadUrl, ben), "not-found");
    expectError(await get(downloadUrl), "not-found");
    for (const id of ["x", "a".repeat(22), "%00"]) expectError(await get(`/api/v1/zips/${id}`, anna), "not-found");
    expect((await get(downloadUrl, anna)).statusCode).toBe(200);
    t.clock.advance(10 * 60_000 + 1);
    await signInAgain(anna);
    expectError(await get(downloadUrl, anna), "not-found");
    expect(await t.modules.downloads.sweep(new AbortController().signal)).toBeGreaterThan(0);
  });

  it("is a 404 after its creator has left the workspace", async () => {
    const item = await t.image<Item>(anna);
    const { pool } = t.ports;
    const workspaceId = t.ports.ids.id();
    await pool.query("insert into workspaces (id, kind, name) values ($1, 'team', 'Team')", [workspaceId]);
    await pool.query("insert into members (workspace_id, user_id, role) select $1, id, 'member' from users where email = $2", [
      workspaceId,
      ben.email,
    ]);
    await pool.query("update items set workspace_id = $1 where id = $2", [workspaceId, item.id]);
    const made = (await t.call(createZip, { params: { workspaceId }, body: { itemIds: [item.id] } }, ben)).data();
    expect((await get(made.downloadUrl, ben)).statusCode).toBe(200);
    expectError(await t.call(createZip, { params: { workspaceId }, body: { itemIds: [item.id] } }, anna), "not-found");
    await pool.query("delete from members where workspace_id = $1", [workspaceId]);
    expectError(await get(made.downloadUrl, ben), "not-found");
  });

  it("omits items that became unavailable, and lists them in the zip", async () => {
    const [stays, trashed, lost] = await Promise.all(
      ["stays", "trashed", "lost"].map((name) => t.image<Item>(anna, { fileName: `${name}.png` })),
    );
    if (!stays || !trashed || !lost) throw new Error("no items");
    const { downloadUrl } = (await zip({ itemIds: [stays.id, trashed.id, lost.id] })).data();
    (await trash(trashed, true)).data();
    const { rows } = await t.ports.pool.query("select storage_key from blobs b join items i on i.blob_id = b.id where i.id = $1", [
      lost.id,
    ]);
    await t.ports.storage.delete(rows[0].storage_key as string);
    const answer = await get(downloadUrl, anna);
    const files = unzipSync(answer.rawPayload);
    expect(Object.keys(files)).toEqual(["stays.png", "not-included.txt"]);
    expect(Buffer.from(files["not-included.txt"] ?? []).toString()).toMatch(
      /trashed\.png: It is in the trash\.\r\nlost\.png: Its file is missing\./u,
    );
    expect(Number(answer.headers["content-length"])).toBe(answer.rawPayload.length);
  });

  it("is refused for missing items, items of other users, and items in the trash", async () => {
    const mine = await t.image<Item>(anna);
    const theirs = await t.image<Item>(ben);
    for (const id of [theirs.id, "nonsense", "00000000-0000-0000-0000-000000000000"]) {
      expectError(await zip({ itemIds: [mine.id, id] }), "not-found");
      expectError(await zip({ folderIds: [id] }), "not-found");
    }
    expectError(await zip({ itemIds: [] }), "validation-failed");
    (await trash(mine, true)).data();
    expectError(await zip({ itemIds: [mine.id] }), "not-found");
  });

  it("ends immediately when the client disconnects", async () => {
    const item = await t.image<Item>(anna);
    const { rows } = await t.ports.pool.query("select b.id, b.storage_key from blobs b join items i on i.blob_id = b.id where i.id = $1", [
      item.id,
    ]);
    const size = 128 * 1024 * 1024;
    const storageKey = rows[0].storage_key as string;
    await t.ports.storage.put(storageKey, zeros(size));
    await t.ports.pool.query("update blobs set size_bytes = $2 where id = $1", [rows[0].id, size]);
    const path = t.ports.storage.localPath(storageKey);
    const isOpen = () => readdirSync("/proc/self/fd").some((fd) => linkOf(`/proc/self/fd/${fd}`) === path);
    const { downloadUrl } = (await zip({ itemIds: [item.id] })).data();
    const request = http.get(`${address}${downloadUrl}`, { headers: anna.headers });
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    // The client does not read, so the server waits with the file open.
    response.pause();
    await vi.waitFor(() => expect(isOpen()).toBe(true), { timeout: 3_000 });
    request.destroy();
    await vi.waitFor(() => expect(isOpen()).toBe(false), { timeout: 3_000 });
  });

  it("is aborted when a file is shorter than announced", async () => {
    const item = await t.image<Item>(anna);
    const { downloadUrl } = (await zip({ itemIds: [item.id] })).data();
    const stat = vi.spyOn(t.ports.storage, "stat").mockResolvedValueOnce({ sizeBytes: 10_000_000, modifiedAt: new Date() });
    const request = http.get(`${address}${downloadUrl}`, { headers: anna.headers });
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    response.resume();
    await expect(once(response, "end")).rejects.toThrow(/aborted/u);
    stat.mockRestore();
  });
});

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    // The file was closed between listing and reading.
    return null;
  }
}

async function* zeros(size: number): AsyncGenerator<Uint8Array> {
  const piece = Buffer.alloc(1024 * 1024);
  for (let at = 0; at < size; at += piece.length) yield piece;
}
