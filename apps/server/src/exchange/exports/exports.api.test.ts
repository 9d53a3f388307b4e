import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createExport,
  deleteExport,
  type ExportOptions,
  getExport,
  type getVideo,
  listExports,
  putCaptions,
  type ClientResult,
} from "@stillreel/contract";
import {
  createTestApp,
  expectData,
  expectError,
  multipart,
  video,
  type TestApp,
  type TestUser,
  type VideoRecipe,
} from "@stillreel/testing";
import pino from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVideos } from "../../platform/ports/video/index.ts";

type Item = ClientResult<typeof getVideo>;
type Options = Partial<ExportOptions> & Pick<ExportOptions, "format">;

const videos = createVideos({ log: pino({ level: "silent" }) });
let t: TestApp;
let anna: TestUser;
let ben: TestUser;
let item: Item;
let folder: string;

beforeAll(async () => {
  t = await createTestApp();
  anna = await t.user();
  ben = await t.user();
  item = await uploaded({ seconds: 4, width: 960, height: 540, fastStart: true }, "Bus stop.mp4");
  await t.runJobs();
  folder = mkdtempSync(join(tmpdir(), "stillreel-exports-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await t.close();
});

async function uploaded(recipe: VideoRecipe, fileName = "clip.mp4", given?: Buffer): Promise<Item> {
  const form = multipart({ fullFileName: fileName }, { fileName, type: "video/mp4", bytes: given ?? (await video(recipe)) });
  const headers = { ...anna.headers, ...form.headers };
  const answer = await t.app.inject({ method: "POST", url: "/api/v1/workspace/personal/files/video", headers, payload: form.payload });
  return expectData<Item>(answer, 201);
}

/** Makes an export to its end. */
async function made(options: Options, itemId = item.id) {
  const { id } = (await t.call(createExport, { params: { itemId }, body: options }, anna)).data();
  await t.runJobs();
  return (await t.call(getExport, { params: { itemId, exportId: id } }, anna)).data();
}

async function bytesOf(url: string | null): Promise<Buffer> {
  const answer = await t.app.inject({ method: "GET", url: url ?? "" });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-disposition"]).toMatch(/^attachment/u);
  return answer.rawPayload;
}

/** Returns duration and tracks of a video. */
async function factsOf(bytes: Buffer) {
  const path = join(folder, "file");
  writeFileSync(path, bytes);
  const { duration, videoCodec, audioCodec, width, height } = await videos.probe(path);
  return { duration, tracks: [videoCodec, `${width}x${height}`, audioCodec] };
}

describe("the export of a video", () => {
  it.each([
    [{ format: "mp4", height: 480 }, "video/mp4", ["avc", "854x480", "aac"], 4],
    [{ format: "mp4", from: 1, to: 3 }, "video/mp4", ["avc", "960x540", "aac"], 2],
    [{ format: "webm", from: 0.5, to: 2 }, "video/webm", ["vp9", "960x540", "opus"], 1.5],
  ] as const)("%j has these tracks and this length", async (options, mimeType, tracks, seconds) => {
    const ready = await made(options);
    expect(ready).toMatchObject({ state: "ready", progress: 1, failure: null, fileName: `Bus stop.${options.format}` });
    const answer = await t.app.inject({ method: "HEAD", url: ready.downloadUrl ?? "" });
    expect(answer.headers["content-type"]).toBe(mimeType);
    const bytes = await bytesOf(ready.downloadUrl);
    expect(bytes.length).toBe(ready.size);
    const facts = await factsOf(bytes);
    expect(facts.tracks).toEqual(tracks);
    expect(Math.abs(facts.duration - seconds)).toBeLessThan(0.12);
  });

  it("as sound has the length of the range", async () => {
    const wav = await bytesOf((await made({ format: "wav", from: 2 })).downloadUrl);
    expect([wav.toString("latin1", 0, 4), wav.toString("latin1", 8, 12)]).toEqual(["RIFF", "WAVE"]);
    // 16 bits, two channels, 48 kHz.
    expect(Math.abs(wav.length / (48_000 * 4) - 2)).toBeLessThan(0.05);
    const mp3 = await bytesOf((await made({ format: "mp3" })).downloadUrl);
    expect(mp3.toString("latin1", 0, 3) === "ID3" || mp3[0] === 0xff).toBe(true);
    expect(Math.abs((mp3.length * 8) / 192_000 - 4)).toBeLessThan(0.3);
  });

  it.each(["gif", "webp"] as const)("as %s is a moving image of the range", async (format) => {
    const bytes = await bytesOf((await made({ format, from: 1, to: 2 })).downloadUrl);
    const { pages = 0, delay = [], width } = await sharp(bytes, { animated: true }).metadata();
    expect(width).toBe(format === "gif" ? 640 : 960);
    expect(pages).toBeGreaterThan(5);
    expect(delay.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(800);
  });

  it("as PNG is one frame in full size, or a zip of frames", async () => {
    const frame = await made({ format: "png", from: 2 });
    expect(await sharp(await bytesOf(frame.downloadUrl)).metadata()).toMatchObject({ format: "png", width: 960, height: 540 });
    const several = await made({ format: "png", from: 0, to: 4, frames: 3 });
    expect(several.fileName).toBe("Bus stop.zip");
    const names = [...(await bytesOf(several.downloadUrl)).toString("latin1").matchAll(/frame-\d{3}-[\d.]+s\.png/gu)].map(([name]) => name);
    expect([...new Set(names)]).toEqual(["frame-001-0.000s.png", "frame-002-1.333s.png", "frame-003-2.667s.png"]);
  });

  it("fails with a reason when the video has no sound, or ends before the range", async () => {
    const silent = await uploaded({ seconds: 1, width: 64, height: 48, audio: null, fastStart: true });
    await t.runJobs();
    expect(await made({ format: "mp3" }, silent.id)).toMatchObject({
      state: "failed",
      failure: "This video has no sound.",
      downloadUrl: null,
    });
    expect(await made({ format: "mp4", from: 9 }, silent.id)).toMatchObject({
      state: "failed",
      failure: "The video ends before the chosen range.",
    });
  });

  it("refuses invalid ranges and images", async () => {
    for (const body of [
      { format: "mp4", from: 3, to: 2 },
      { format: "gif", from: 0, to: 31 },
      { format: "png", to: 2, frames: 101 },
      { format: "avi" },
      { format: "mp4", height: 333 },
    ])
      expectError(await t.call(createExport, { params: { itemId: item.id }, body: body as Options }, anna), "validation-failed");
    const image = await t.image<Item>(anna);
    expectError(await t.call(createExport, { params: { itemId: image.id }, body: { format: "mp4" } }, anna), "format-not-available");
  });

  it("draws captions into the image, only while they are shown", async () => {
    const vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\n<b>Totals &amp; fares</b>\nat the stop\n";
    const dark = await uploaded({ seconds: 3, width: 640, height: 360, black: 3, fastStart: true });
    await t.runJobs();
    (await t.call(putCaptions, { params: { itemId: dark.id, language: "en" }, body: { vtt } }, anna)).data();
    const copy = await uploaded({}, "captioned.mp4", await bytesOf((await made({ format: "mp4", captions: "en" }, dark.id)).downloadUrl));
    await t.runJobs();
    const brightPixels = async (from: number): Promise<number> => {
      const frame = await bytesOf((await made({ format: "png", from }, copy.id)).downloadUrl);
      const pixels = await sharp(frame).greyscale().raw().toBuffer();
      return pixels.filter((value) => value > 150).length;
    };
    expect(await brightPixels(0.5)).toBe(0);
    expect(await brightPixels(1.5)).toBeGreaterThan(300);
    expect(await brightPixels(2.5)).toBe(0);
  });

  it("belongs to its user, is listed, and can be deleted with its file", async () => {
    const ready = await made({ format: "png" });
    const params = { itemId: item.id, exportId: ready.id };
    expectError(await t.call(getExport, { params }, ben), "not-found");
    expectError(await t.call(deleteExport, { params }, ben), "not-found");
    const listed = (await t.call(listExports, { params: { itemId: item.id } }, anna)).data();
    expect(listed.items[0]).toMatchObject({ id: ready.id, state: "ready" });
    expect((await t.call(deleteExport, { params }, anna)).data()).toEqual({ id: ready.id });
    await t.runJobs();
    expectError(await t.call(getExport, { params }, anna), "not-found");
    expect((await t.app.inject({ method: "GET", url: ready.downloadUrl ?? "" })).statusCode).toBe(404);
  });

  it("is not delivered any more when the file of the video was replaced", async () => {
    const other = await uploaded({ seconds: 1, width: 64, height: 48, audio: null, fastStart: true });
    await t.runJobs();
    const ready = await made({ format: "png" }, other.id);
    await t.ports.pool.query("update video_exports set source_key = 'another' where id = $1", [ready.id]);
    expectError(await t.call(getExport, { params: { itemId: other.id, exportId: ready.id } }, anna), "not-found");
    expect((await t.call(listExports, { params: { itemId: other.id } }, anna)).data().items).toEqual([]);
  });
});
