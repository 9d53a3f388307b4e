import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createExport, EDIT_FORMAT, EditDocument, getExport, type getVideo, type ClientResult } from "@stillreel/contract";
import { createTestApp, expectData, multipart, video, type TestApp, type TestUser } from "@stillreel/testing";
import { RenderedFrames } from "@stillreel/testing/rendered-frames";
import pino from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createVideos } from "../../platform/ports/video/index.ts";

const SECONDS = 1;
/** A pixel of the source, and its brightness at half a second, in the third of five frames. */
const PIXEL = { x: 960, y: 100, level: ((32 + 45 + 50 + 10 - 16) / 219) * 255 } as const;
const SOURCE = { width: 3_840, height: 2_160 } as const;

const videos = createVideos({ log: pino({ level: "silent" }) });
const folder = mkdtempSync(join(tmpdir(), "stillreel-export-sizes-"));
let t: TestApp;
let anna: TestUser;
let itemId: string;

beforeAll(async () => {
  t = await createTestApp();
  anna = await t.user();
  const bytes = await video({ ...SOURCE, seconds: SECONDS, rate: 5, fragments: true });
  const form = multipart({ fullFileName: "Screen.mp4" }, { fileName: "Screen.mp4", type: "video/mp4", bytes });
  const headers = { ...anna.headers, ...form.headers };
  const answer = await t.app.inject({ method: "POST", url: "/api/v1/workspace/personal/files/video", headers, payload: form.payload });
  itemId = expectData<ClientResult<typeof getVideo>>(answer, 201).id;
  await t.runJobs();
}, 300_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await t.close();
});

/** Returns the brightness of a pixel at half a second. */
async function levelAt(bytes: Buffer, at: { x: number; y: number }): Promise<number> {
  const frames = new RenderedFrames(bytes);
  try {
    const whole = EditDocument.parse({ format: EDIT_FORMAT, clips: [{ start: 0, end: SECONDS }] });
    const frame = sharp(await frames.frame(whole, SECONDS / 2));
    const [level = 0] = await frame.extract({ left: at.x, top: at.y, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
    return level;
  } finally {
    frames.close();
  }
}

it.each([
  [2_160, 3_840],
  [1_440, 2_560],
] as const)(
  "a recording of 2160 lines is exported as MP4 with %i lines, in full length and with the same picture",
  { timeout: 300_000 },
  async (height, width) => {
    const { id } = (await t.call(createExport, { params: { itemId }, body: { format: "mp4", height } }, anna)).data();
    await t.runJobs();
    const made = (await t.call(getExport, { params: { itemId, exportId: id } }, anna)).data();
    expect(made).toMatchObject({ state: "ready", failure: null });
    const bytes = (await t.app.inject({ method: "GET", url: made.downloadUrl ?? "" })).rawPayload;
    const path = join(folder, `${height}.mp4`);
    writeFileSync(path, bytes);
    const probe = await videos.probe(path);
    expect([probe.videoCodec, probe.width, probe.height]).toEqual(["avc", width, height]);
    expect(Math.abs(probe.duration - SECONDS)).toBeLessThan(0.12);
    const scale = height / SOURCE.height;
    const level = await levelAt(bytes, { x: Math.round(PIXEL.x * scale), y: Math.round(PIXEL.y * scale) });
    expect(Math.abs(level - PIXEL.level)).toBeLessThan(6);
  },
);
