import {
  createExport,
  type EditDocument,
  type ExportOptions,
  getEdits,
  getExport,
  type getVideo,
  putCaptions,
  putEdits,
  renderEdits,
  type ClientResult,
} from "@stillreel/contract";
import { createTestApp, expectData, multipart, type TestApp, type TestUser, video } from "@stillreel/testing";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

type Item = ClientResult<typeof getVideo>;
type Box = readonly [x: number, y: number, width: number, height: number];
type Rgb = readonly [red: number, green: number, blue: number];

/** A frame of an image that may move. */
interface Frame {
  picture: Buffer;
  page?: number;
}

const SIZE = { width: 640, height: 360 };
/** The figures are shown during the second second of three. */
const SHOWN = { start: 1, end: 2 };
const ANY = { opacity: 1, rotation: 0, hidden: false };
const EFFECTS = [
  { ...SHOWN, id: "box", kind: "solid", x: 0.8, y: 0.75, width: 0.15, height: 0.2, color: "#1F8A57" },
  {
    ...SHOWN,
    id: "emoji",
    kind: "figure",
    shape: { ...ANY, id: "emoji", type: "stamp", x: 80, y: 80, size: 120, glyph: "👍", color: "#FFFFFF" },
  },
  {
    ...SHOWN,
    id: "step",
    kind: "figure",
    shape: { ...ANY, id: "step", type: "step", x: 240, y: 80, size: 120, number: 7, color: "#E5352B" },
  },
  {
    ...SHOWN,
    id: "lens",
    kind: "figure",
    shape: {
      ...ANY,
      id: "lens",
      type: "magnifier",
      x: 340,
      y: 20,
      width: 120,
      height: 120,
      source: { x: 560, y: 306 },
      zoom: 4,
      color: "#E5352B",
    },
  },
  {
    ...SHOWN,
    id: "text",
    kind: "text",
    x: 0.02,
    y: 0.5,
    width: 0.6,
    height: 0.2,
    text: "点击导出",
    size: 0.16,
    color: "#FFFFFF",
    bold: true,
    align: "start",
  },
] as unknown as EditDocument["effects"];

/** What each figure draws where nothing is without it: the part of the picture, the colour, and the least share of it with the colour. */
const FIGURES: Record<string, { box: Box; color: Rgb; share: number }> = {
  "the emoji": { box: [50, 50, 60, 60], color: [250, 195, 60], share: 0.4 },
  "the disc of the step": { box: [200, 40, 80, 80], color: [229, 53, 43], share: 0.4 },
  "the digit of the step": { box: [215, 50, 50, 60], color: [255, 255, 255], share: 0.08 },
  "the enlarged box": { box: [370, 50, 60, 60], color: [31, 138, 87], share: 0.9 },
  "the edge of the magnifier": { box: [336, 60, 10, 40], color: [229, 53, 43], share: 0.08 },
  "Chinese letters": { box: [12, 180, 240, 60], color: [255, 255, 255], share: 0.12 },
};
/** The line of the captions, and what it has. */
const CAPTION_BOX: Box = [220, 321, 200, 20];
const CAPTIONS: readonly (readonly [string, Rgb, number])[] = [
  ["letters", [255, 255, 255], 0.04],
  ["emoji", [250, 195, 60], 0.03],
];
/** Largest difference of a channel: formats reduce colours, encoders change them. */
const TOLERANCE = 48;

let t: TestApp;
let anna: TestUser;
let item: Item;

beforeAll(async () => {
  t = await createTestApp();
  anna = await t.user();
  const bytes = await video({ ...SIZE, seconds: 3, black: 3, audio: null, fastStart: true });
  const form = multipart({ fullFileName: "clip.mp4" }, { fileName: "clip.mp4", type: "video/mp4", bytes });
  const headers = { ...anna.headers, ...form.headers };
  const url = "/api/v1/workspace/personal/files/video";
  item = expectData<Item>(await t.app.inject({ method: "POST", url, headers, payload: form.payload }), 201);
  await t.runJobs();
  const params = { itemId: item.id };
  const { version, document } = (await t.call(getEdits, { params }, anna)).data();
  (await t.call(putEdits, { params, body: { version, document: { ...document, effects: EFFECTS } } }, anna)).data();
  (await t.call(renderEdits, { params, body: { as: "same", missingLetters: "refuse" } }, anna)).data();
  await t.runJobs();
  const vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\n点击右上角的按钮 👍👍👍\n";
  (await t.call(putCaptions, { params: { itemId: item.id, language: "zh" }, body: { vtt } }, anna)).data();
}, 120_000);
afterAll(() => t.close());

/** Makes an export to its end and returns its bytes. */
async function exported(options: Partial<ExportOptions> & Pick<ExportOptions, "format">): Promise<Buffer> {
  const params = { itemId: item.id };
  const { id } = (await t.call(createExport, { params, body: options }, anna)).data();
  await t.runJobs();
  const { downloadUrl, failure } = (await t.call(getExport, { params: { ...params, exportId: id } }, anna)).data();
  expect(failure).toBeNull();
  return (await t.app.inject({ method: "GET", url: downloadUrl ?? "" })).rawPayload;
}

/** Returns the share of a part of a picture that has about a colour. Parts are given for a width of 640 pixels. */
async function shareOf({ picture, page = 0 }: Frame, [x, y, width, height]: Box, color: Rgb): Promise<number> {
  const frame = sharp(picture, { page });
  const whole = await frame.resize(SIZE.width, SIZE.height, { kernel: "linear" }).removeAlpha().toColourspace("srgb").png().toBuffer();
  const { data, info } = await sharp(whole).extract({ left: x, top: y, width, height }).raw().toBuffer({ resolveWithObject: true });
  let found = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if (color.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) <= TOLERANCE)) found += 1;
  return found / (width * height);
}

/** Returns the index of the frame of a moving image that is shown at a second. */
async function pageAt(picture: Buffer, second: number): Promise<number> {
  const { delay = [] } = await sharp(picture, { animated: true }).metadata();
  let end = 0;
  return delay.findIndex((length) => (end += length) > second * 1_000);
}

/** Exports a format, and returns its frames before, while and after the figures are shown. Single frames have no third one. */
async function framesOf(format: "gif" | "webp" | "png", captions?: string): Promise<[shown: Frame, ...empty: Frame[]]> {
  if (format === "png")
    return [{ picture: await exported({ format, from: 1.5, captions }) }, { picture: await exported({ format, from: 0.5, captions }) }];
  const picture = await exported({ format, from: 0.25, to: 3, captions });
  const at = async (second: number): Promise<Frame> => ({ picture, page: await pageAt(picture, second - 0.25) });
  return [await at(1.5), await at(0.5), await at(2.5)];
}

describe.each(["gif", "webp", "png"] as const)("the export of an edited video as %s", { timeout: 120_000 }, (format) => {
  it("has emoji, steps, magnifiers and Chinese letters in their colours, while they are shown and only then", async () => {
    const [shown, ...empty] = await framesOf(format);
    for (const [name, { box, color, share }] of Object.entries(FIGURES)) {
      expect(await shareOf(shown, box, color), name).toBeGreaterThan(share);
      for (const frame of empty) expect(await shareOf(frame, box, color), `${name} at another time`).toBe(0);
    }
  });

  it("has burnt-in captions with Chinese letters and emoji, while they are spoken and only then", async () => {
    const [shown, ...empty] = await framesOf(format, "zh");
    for (const [name, color, share] of CAPTIONS) {
      expect(await shareOf(shown, CAPTION_BOX, color), name).toBeGreaterThan(share);
      for (const frame of empty) expect(await shareOf(frame, CAPTION_BOX, color), `${name} at another time`).toBe(0);
    }
    // The figures of the video are unchanged.
    for (const [name, { box, color, share }] of Object.entries(FIGURES))
      expect(await shareOf(shown, box, color), name).toBeGreaterThan(share);
  });
});

it("frames with burnt-in captions are named by their times in the video", async () => {
  const zip = await exported({ format: "png", from: 1, to: 2, frames: 2, captions: "zh" });
  const names = [...zip.toString("latin1").matchAll(/frame-\d{3}-[\d.]+s\.png/gu)].map(([name]) => name);
  expect([...new Set(names)]).toEqual(["frame-001-1.000s.png", "frame-002-1.500s.png"]);
}, 120_000);
