import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { png } from "@stillreel/testing";
import pino from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { activeIsolation, createIsolationReport } from "../confinement/confined-process.ts";
import { createImages } from "./index.ts";
import { ImageProcess, ImageProcessEnded } from "./image-process.ts";
import { createDecoder } from "./sharp.decoder.ts";

const MAX_PIXELS = 1_000_000;
let folder: string;
let work: string;
let picture: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "stillreel-images-"));
  work = path.join(folder, "work");
  picture = path.join(folder, "picture");
  writeFileSync(picture, png(640, 400));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("images in a child process", () => {
  it("are the same as in this process, from a file and from memory", async () => {
    const [images, decoder] = [createImages({ maxPixels: MAX_PIXELS, folder: work }), createDecoder({ maxPixels: MAX_PIXELS })];
    const bytes = png(640, 400);
    expect(await images.thumbnails(picture)).toEqual(await decoder.thumbnails(picture));
    expect(await images.square(bytes, 64)).toEqual(await decoder.square(bytes, 64));
    const target = path.join(folder, "converted");
    await images.convert(picture, target, { format: "jpg" }, new AbortController().signal);
    expect(await images.thumbnails(target)).toMatchObject({ width: 640, height: 400 });
  });

  it("are whole in the thumbnail when they are wide, with transparent margins", async () => {
    const { small, large } = await createImages({ maxPixels: MAX_PIXELS, folder: work }).thumbnails(png(1_000, 100));
    expect([large.width, large.height, small.width, small.height]).toEqual([640, 400, 320, 200]);
    const { data, info } = await sharp(large.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const alphaAt = (x: number, y: number): number => data[(y * info.width + x) * 4 + 3] ?? -1;
    expect([alphaAt(0, 200), alphaAt(639, 200), alphaAt(320, 20), alphaAt(320, 380)]).toEqual([255, 255, 0, 0]);
  });

  it("are JPEG for mails: small, cut off below, and with a play shape and the length for videos", async () => {
    const images = createImages({ maxPixels: MAX_PIXELS, folder: work });
    const source = png(1_000, 625, [30, 120, 200]);
    const [still, video, short] = await Promise.all([
      images.mailPicture(source, null),
      images.mailPicture(source, { length: "1:23:45" }),
      images.mailPicture(source, { length: null }),
    ]);
    const brightAt = async ({ bytes }: { bytes: Buffer }, left: number, top: number, size: number): Promise<number[]> => {
      const { data } = await sharp(bytes).extract({ left, top, width: size, height: size }).raw().toBuffer({ resolveWithObject: true });
      return [0, 1, 2].map((channel) => Math.max(...data.filter((_value, at) => at % 3 === channel)));
    };
    expect([video.width, video.height, video.bytes.subarray(0, 3).toString("hex")]).toEqual([1_000, 625, "ffd8ff"]);
    const [red = 0, green = 0] = await brightAt(video, 450, 290, 20);
    expect([red > 220, green > 160, (await brightAt(still, 450, 290, 20))[0] ?? 0]).toEqual([true, true, expect.closeTo(30, -1)]);
    expect(Math.min(...(await brightAt(video, 880, 570, 45)))).toBeGreaterThan(220);
    expect((await brightAt(short, 880, 570, 45))[0]).toBeLessThan(60);
    const long = await images.mailPicture(png(300, 3_000), null);
    expect([long.width, long.height]).toEqual([300, 225]);
    const noise = randomBytes(900 * 700 * 3);
    const loud = await sharp(noise, { raw: { width: 900, height: 700, channels: 3 } })
      .png()
      .toBuffer();
    expect((await images.mailPicture(loud, null)).bytes.length).toBeLessThanOrEqual(200_000);
  });

  it("leave no second link to the stored object and no file", async () => {
    await createImages({ maxPixels: MAX_PIXELS, folder: work }).thumbnails(picture);
    expect(statSync(picture).nlink).toBe(1);
    for (const name of readdirSync(work)) expect(readdirSync(path.join(work, name), { recursive: true })).toEqual(["in"]);
  });

  it("are refused with separate errors, and the process continues", async () => {
    const images = createImages({ maxPixels: MAX_PIXELS, folder: work });
    await expect(images.thumbnails(png(2_000, 2_000))).rejects.toMatchObject({ name: "ImageError", code: "too-large" });
    await expect(images.thumbnails(png(64, 64).subarray(0, 60))).rejects.toMatchObject({ name: "ImageError", code: "damaged" });
    await expect(images.thumbnails(Buffer.from("no picture"))).rejects.toMatchObject({ name: "ImageError", code: "not-image" });
    await expect(images.thumbnails(path.join(folder, "missing"))).rejects.toMatchObject({ code: "ENOENT" });
    expect(await images.thumbnails(picture)).toMatchObject({ width: 640 });
  });

  it("end when their request is aborted", async () => {
    const images = createImages({ maxPixels: MAX_PIXELS, folder: work });
    const stop = new AbortController();
    const target = path.join(folder, "aborted");
    const converting = images.convert(picture, target, { format: "png" }, stop.signal);
    stop.abort(new Error("enough"));
    await expect(converting).rejects.toThrow("enough");
    expect(existsSync(target)).toBe(false);
  });

  it("are preceded by one log line with the active isolation", async () => {
    const lines: object[] = [];
    const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line) as object) });
    const images = createImages({ maxPixels: MAX_PIXELS, folder: work, reportIsolation: createIsolationReport(log), idleMs: 0 });
    await Promise.all([images.thumbnails(picture), images.thumbnails(picture)]);
    await images.thumbnails(picture);
    const isolation = await activeIsolation();
    const level = isolation === "none" ? 40 : 30;
    expect(lines).toEqual([expect.objectContaining({ isolation, level, msg: expect.stringContaining("programs that read user files") })]);
  });

  it("return the memory and the folder of an unused process", async () => {
    const own = path.join(folder, "idle");
    await createImages({ maxPixels: MAX_PIXELS, folder: own, idleMs: 0 }).thumbnails(picture);
    await vi.waitFor(() => expect(readdirSync(own)).toEqual([]), { timeout: 10_000 });
  });
});

describe("an image process", () => {
  it("that is killed ends its task and accepts no more", async () => {
    const process = await ImageProcess.start(work, 40_000_000);
    // Large enough that the process cannot answer before it is killed.
    const source = path.join(process.inputs, "large");
    writeFileSync(source, png(6_000, 6_000));
    const running = process.run({ kind: "thumbnails", source });
    await Promise.all([expect(running).rejects.toBeInstanceOf(ImageProcessEnded), process.end()]);
    expect(process.isAlive).toBe(false);
  });

  it("can read nothing but its input where the machine allows an isolation", async () => {
    const process = await ImageProcess.start(work, MAX_PIXELS);
    const result = process.run({ kind: "thumbnails", source: picture }).catch((error: unknown) => error);
    if ((await activeIsolation()) !== "none") expect(await result).toBeInstanceOf(Error);
    else expect(await result).toMatchObject({ width: 640 });
    await process.end();
  });
});
