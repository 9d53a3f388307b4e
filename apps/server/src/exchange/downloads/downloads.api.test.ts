import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type getImage, type getVideo, getShare, updateShare, type ClientResult } from "@stillreel/contract";
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
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

type Item = ClientResult<typeof getImage>;
let t: TestApp;
let anna: TestUser;
let ben: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  anna = await t.user();
  ben = await t.user();
});
afterAll(() => t.close());

const get = (url: string, user?: TestUser, method: "GET" | "HEAD" = "GET") => t.app.inject({ method, url, headers: user?.headers ?? {} });
const download = (itemId: string, search: string, user: TestUser | undefined = anna, method: "GET" | "HEAD" = "GET") =>
  get(`/api/v1/items/${itemId}/download?${search}`, user, method);
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

  it.each([") Tj ET /JS (app.alert(1)) /OpenAction", "endstream endobj 9 0 obj <</S /JavaScript>>", "\\) /Launch (sh)"])(
    "S12: as PDF contains neither its names nor the text %s of its file",
    async (text) => {
      const chunk = await sharp(png(40, 20))
        .withExif({ IFD0: { Copyright: text, ImageDescription: text } })
        .png()
        .toBuffer();
      const item = await t.image<Item>(anna, { bytes: Buffer.concat([chunk, Buffer.from(text)]), fileName: "page.png", title: text });
      for (const paper of ["", "&paper=a4"]) {
        const answer = await download(item.id, `format=pdf${paper}`);
        expect(answer.statusCode, answer.body).toBe(200);
        const pdf = answer.rawPayload.toString("latin1");
        expect(pdf.startsWith("%PDF-1.")).toBe(true);
        expect(pdf).not.toContain(text);
        expect(pdf).not.toMatch(/\/(?:JS|JavaScript|OpenAction|AA|Launch|URI|EmbeddedFile|Title)\b/u);
      }
    },
  );

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
