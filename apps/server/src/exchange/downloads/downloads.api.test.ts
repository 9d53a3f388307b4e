import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import {
  createFolder,
  createZip,
  type getImage,
  type getVideo,
  getShare,
  moveItems,
  updateItem,
  updateShare,
  type ClientArgs,
  type ClientResult,
} from "@stillreel/contract";
import {
  createTestApp,
  expectData,
  expectError,
  multipart,
  png,
  video,
  type TestApp,
  type TestUser,
  type VideoRecipe,
} from "@stillreel/testing";
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
const download = (itemId: string, search: string, user: TestUser | undefined = anna, method: "GET" | "HEAD" = "GET") =>
  get(`/api/v1/items/${itemId}/download?${search}`, user, method);
/** Signs in again, because sessions expire when the test clock is moved. */
async function signInAgain(user: TestUser): Promise<void> {
  const { email, password } = user;
  const answer = await t.app.inject({ method: "POST", url: "/api/v1/auth/login", payload: { email, password } });
  const { idToken, refreshToken } = expectData<{ idToken: string; refreshToken: string }>(answer);
  user.headers = { idtoken: idToken, refreshtoken: refreshToken };
}
const trash = (item: Item, is: boolean) =>
  t.call(updateItem, { params: { workspaceId: "personal", type: "image", itemId: item.id }, body: { trash: is } }, anna);

/** Returns the page sizes of a PDF, parsed without a library. */
function pagesOf(pdf: Buffer): { width: number; height: number }[] {
  return [...pdf.toString("latin1").matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/gu)].map(([, width, height]) => ({
    width: Number(width),
    height: Number(height),
  }));
}

describe("the download of an image", () => {
  it("is available in each format, with its name and the matching extension", async () => {
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } })
      .png()
      .toBuffer();
    const item = await t.image<Item>(anna, { bytes, fileName: "Größe ☂.png" });
    for (const [format, mimeType] of [
      ["jpg", "image/jpeg"],
      ["webp", "image/webp"],
    ] as const) {
      const answer = await download(item.id, `format=${format}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-type"]).toBe(mimeType);
      expect(answer.headers["content-disposition"]).toContain(`filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%98%82.${format}`);
      expect(answer.headers["content-disposition"]).toMatch(/^attachment;/u);
      expect(Number(answer.headers["content-length"])).toBe(answer.rawPayload.length);
      const facts = await sharp(answer.rawPayload).metadata();
      expect(facts).toMatchObject({ width: 60, height: 40, format: format === "jpg" ? "jpeg" : "webp" });
      expect([facts.exif, facts.xmp, facts.icc]).toEqual([undefined, undefined, undefined]);
    }
    // Half-transparent pixels are placed on white.
    const { data } = await sharp((await download(item.id, "format=jpg")).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)].map((value) => Math.round(value / 10))).toEqual([26, 13, 13]);
    const original = await download(item.id, "format=original");
    expect(original.statusCode).toBe(302);
    expect((await get(original.headers.location ?? "")).rawPayload.equals(bytes)).toBe(true);
    // The file is a PNG already, so encoding it again is unnecessary.
    expect((await download(item.id, "format=png")).statusCode).toBe(302);
  });

  it("contains the first frame of an animation", async () => {
    const frame = (red: number) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background: { r: red, g: 0, b: 0 } } })
        .png()
        .toBuffer();
    const bytes = await sharp([await frame(255), await frame(0)], { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    const item = await t.image<Item>(anna, { bytes, fileName: "moving.gif", type: "image/gif" });
    const answer = await download(item.id, "format=png");
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 20, height: 10, format: "png" });
    expect((await sharp(answer.rawPayload).removeAlpha().raw().toBuffer())[0]).toBe(255);
  });

  it("as PDF has one page of the picture's size, or several A4 pages", async () => {
    const wide = await t.image<Item>(anna, { bytes: png(400, 200), fileName: "wide.png" });
    const own = await download(wide.id, "format=pdf");
    expect(own.headers["content-type"]).toBe("application/pdf");
    expect(own.body.startsWith("%PDF-1.")).toBe(true);
    expect(pagesOf(own.rawPayload)).toEqual([{ width: 300, height: 150 }]);
    expect(pagesOf((await download(wide.id, "format=pdf&paper=a4")).rawPayload)).toEqual([{ width: 595.28, height: 841.89 }]);

    const tall = await t.image<Item>(anna, { bytes: png(1280, 20_000), fileName: "tall.png" });
    // 20,000 px at 0.75 pt exceed the maximum page size, so the page is scaled down with its aspect ratio.
    const [page, ...none] = pagesOf((await download(tall.id, "format=pdf")).rawPayload);
    expect(none).toEqual([]);
    expect(page?.height).toBe(14_400);
    expect((page?.width ?? 0) / 14_400).toBeCloseTo(1280 / 20_000, 3);
    const a4 = pagesOf((await download(tall.id, "format=pdf&paper=a4")).rawPayload);
    expect(a4).toHaveLength(11);
    expect(new Set(a4.map(({ width }) => width))).toEqual(new Set([595.28]));
  });

  it("returns only the headers for HEAD", async () => {
    const item = await t.image<Item>(anna);
    const answer = await download(item.id, "format=pdf", anna, "HEAD");
    expect([answer.statusCode, answer.headers["content-type"], answer.rawPayload.length]).toEqual([200, "application/pdf", 0]);
  });

  it("is refused for unavailable formats and for callers without access", async () => {
    const item = await t.image<Item>(anna, { bytes: png(8, 17_000) });
    for (const format of ["mp4", "webm", "gif", "webp"]) expectError(await download(item.id, `format=${format}`), "format-not-available");
    // Within the server's limit, but one pixel wider than a JPEG can be.
    const widest = await t.image<Item>(anna, { bytes: png(65_501, 2) });
    for (const format of ["jpg", "webp"]) expectError(await download(widest.id, `format=${format}`), "format-not-available");
    expect((await download(widest.id, "format=pdf")).statusCode).toBe(200);
    for (const bad of ["format=exe", "format=pdf&paper=a3"]) expectError(await download(item.id, bad), "validation-failed");
    expectError(await download(item.id, "format=jpg", ben), "not-found");
    expectError(await t.app.inject({ url: `/api/v1/items/${item.id}/download?format=jpg` }), "unauthenticated");
    for (const id of ["nonsense", "%00", "00000000-0000-0000-0000-000000000000"])
      expectError(await download(id, "format=jpg"), "not-found");
  });

  it("is available to visitors of a link that allows downloads", async () => {
    const item = await t.image<Item>(anna);
    const path = { params: { workspaceId: "personal", itemId: item.id } };
    const { slug } = (await t.call(getShare, path, anna)).data();
    const visit = (format: string) => t.app.inject({ url: `/api/v1/items/${item.id}/download?format=${format}&share=${slug}` });
    expect((await visit("jpg")).statusCode).toBe(200);
    expect((await visit("original")).statusCode).toBe(302);
    (await t.call(updateShare, { ...path, body: { allowDownload: false } }, anna)).data();
    expectError(await visit("jpg"), "forbidden");
    expectError(await visit("original"), "forbidden");
  });

  it("has a rate limit for conversions", async () => {
    await using small = await createTestApp({ config: { RATE_LIMIT_FACTOR: "0.05" } });
    const user = await small.user();
    const item = await small.image<Item>(user);
    const once = () => small.app.inject({ url: `/api/v1/items/${item.id}/download?format=jpg`, headers: user.headers });
    for (let at = 0; at < 3; at += 1) expect((await once()).statusCode).toBe(200);
    expectError(await once(), "too-many-requests");
  });
});

describe("the download of a video", () => {
  type Video = ClientResult<typeof getVideo>;
  async function uploaded(recipe: VideoRecipe, fileName: string): Promise<Video> {
    const form = multipart({ fullFileName: fileName }, { fileName, type: "video/mp4", bytes: await video(recipe) });
    const headers = { ...anna.headers, ...form.headers };
    const answer = await t.app.inject({ method: "POST", url: "/api/v1/workspace/personal/files/video", headers, payload: form.payload });
    return expectData<Video>(answer, 201);
  }

  it("is available as MP4 and as a GIF of a part, after the MP4 rendition exists", async () => {
    const item = await uploaded({ container: "mkv", video: "mpeg4", audio: "ac3", seconds: 3 }, "Größe.mkv");
    for (const format of ["mp4", "gif"]) expectError(await download(item.id, `format=${format}`), "format-not-available");
    await t.runJobs();
    const mp4 = await download(item.id, "format=mp4");
    expect(mp4.statusCode).toBe(302);
    const file = await get(mp4.headers.location ?? "");
    expect([file.headers["content-type"], file.rawPayload.toString("latin1", 4, 8)]).toEqual(["video/mp4", "ftyp"]);
    expect(file.headers["content-disposition"]).toContain("filename*=UTF-8''Gr%C3%B6%C3%9Fe.mp4");

    const gif = await download(item.id, "format=gif&from=1&to=2");
    expect([gif.statusCode, gif.headers["content-type"]]).toEqual([200, "image/gif"]);
    expect(gif.headers["content-disposition"]).toMatch(/^attachment;.*Gr%C3%B6%C3%9Fe\.gif/u);
    const facts = await sharp(gif.rawPayload, { animated: true }).metadata();
    expect(facts).toMatchObject({ format: "gif", width: 320, pageHeight: 180 });
    expect(Math.abs((facts.pages ?? 0) - 10)).toBeLessThan(3);
    // The range ends with the video.
    const rest = await sharp((await download(item.id, "format=gif&from=2.5&to=20")).rawPayload, { animated: true }).metadata();
    expect(rest.pages ?? 1).toBeLessThan(9);
    expect((await download(item.id, "format=gif", anna, "HEAD")).rawPayload.length).toBe(0);
    for (const bad of ["from=2&to=1", "from=1&to=1", "from=0&to=31", "from=-1", "from=50", "to=x"])
      expectError(await download(item.id, `format=gif&${bad}`), "validation-failed");
    for (const format of ["webm", "png", "jpg", "webp", "pdf"])
      expectError(await download(item.id, `format=${format}`), "format-not-available");
    expectError(await download(item.id, "format=mp4", ben), "not-found");
    expect(readdirSync(join(t.dataDir, "work")).filter((name) => name.startsWith("job-"))).toEqual([]);
  }, 60_000);

  it("is available to visitors of a link only after they signed in", async () => {
    const item = await uploaded({ fastStart: true }, "clip.mp4");
    await t.runJobs();
    const path = { params: { workspaceId: "personal", itemId: item.id } };
    const { slug } = (await t.call(getShare, path, anna)).data();
    for (const format of ["mp4", "gif&to=1", "original"]) {
      expectError(await get(`/api/v1/items/${item.id}/download?format=${format}&share=${slug}`), "sign-in-to-download");
      expect((await download(item.id, `format=${format}&share=${slug}`, ben)).statusCode).toBeLessThan(303);
    }
    (await t.call(updateShare, { ...path, body: { allowDownload: false } }, anna)).data();
    expectError(await download(item.id, `format=gif&share=${slug}`, ben), "forbidden");
  }, 60_000);

  it("is available as WebM when the original is a WebM", async () => {
    const item = await uploaded({ container: "webm", video: "libvpx", audio: null, seconds: 1 }, "clip.webm");
    expect((await download(item.id, "format=webm")).statusCode).toBe(302);
  });
});

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
    expect(await t.modules.downloads.sweep()).toBeGreaterThan(0);
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
    const [stays, binned, lost] = await Promise.all(
      ["stays", "binned", "lost"].map((name) => t.image<Item>(anna, { fileName: `${name}.png` })),
    );
    if (!stays || !binned || !lost) throw new Error("no items");
    const { downloadUrl } = (await zip({ itemIds: [stays.id, binned.id, lost.id] })).data();
    (await trash(binned, true)).data();
    const { rows } = await t.ports.pool.query("select storage_key from blobs b join items i on i.blob_id = b.id where i.id = $1", [
      lost.id,
    ]);
    await t.ports.storage.delete(rows[0].storage_key as string);
    const answer = await get(downloadUrl, anna);
    const files = unzipSync(answer.rawPayload);
    expect(Object.keys(files)).toEqual(["stays.png", "not-included.txt"]);
    expect(Buffer.from(files["not-included.txt"] ?? []).toString()).toMatch(
      /binned\.png: It is in the bin\.\r\nlost\.png: Its file is missing\./u,
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
