import { readFile } from "node:fs/promises";
import type { EditDocument, EditSource } from "@stillreel/contract";
import { type Pixels, similarity } from "@stillreel/testing";
import { launchBrowser } from "@stillreel/testing/browser";
import { decodePixels } from "@stillreel/testing/pixels";
import { type OtherFiles, RenderedFrames } from "@stillreel/testing/rendered-frames";
import { video } from "@stillreel/testing/video";
import { describeByDriver } from "@stillreel/testing/video-drivers";
import { type BoxEffect, boxAt, wholeVideo } from "@stillreel/video-editor/core";
import type { followEffect, previewFrameAt } from "@stillreel/video-editor/preview";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BACKDROP, box, documentOf, DOCUMENTS, FOLLOWING, JOINED, RATE, SECONDS, SET_AT, SIZE } from "./support/preview-documents.ts";
import { openStagePage, serveStage, type StageServer } from "./support/video-stage.ts";

/** What the page offers to tests. */
declare const bench: { followEffect: typeof followEffect; previewFrameAt: typeof previewFrameAt; source: EditSource };

/** Times that are compared for each document: together 110, and 50 for each in the nightly run. */
const TIMES = process.env["NIGHTLY"] === "1" ? 50 : 5;
/** Frames of preview and render agree from here on. */
const SIMILAR = 0.98;

let browser: Browser;
let server: StageServer;
let page: Page;
let bytes: Buffer;
let others: Required<OtherFiles>;

/** Creates a PNG of a page with rows of words. */
async function pageImage(width: number, height: number): Promise<Buffer> {
  const frames = new RenderedFrames(await video({ width, height, rate: RATE, seconds: 1, scroll: 1 }));
  try {
    return await readFile(await frames.frame(wholeVideo(1), 0));
  } finally {
    frames.close();
  }
}

beforeAll(async () => {
  const [own, joined, image] = await Promise.all([
    video({ ...SIZE, rate: RATE, seconds: SECONDS, scroll: 1 }),
    video({ width: JOINED.video.width, height: JOINED.video.height, rate: RATE, seconds: JOINED.video.duration, scroll: 2 }),
    pageImage(JOINED.image.width, JOINED.image.height),
  ]);
  bytes = own;
  others = {
    joined: new Map([
      ["video", { bytes: joined }],
      ["image", { bytes: image, size: { width: JOINED.image.width, height: JOINED.image.height } }],
    ]),
    assets: new Map([[BACKDROP, image]]),
  };
  const served = new Map([
    ["/joined-video", { bytes: joined, mimeType: "video/mp4" }],
    ["/joined-image", { bytes: image, mimeType: "image/png" }],
  ]);
  [browser, server] = await Promise.all([launchBrowser(), serveStage(bytes, served)]);
  const facts = { ...SIZE, duration: SECONDS, frameRate: RATE };
  page = await openStagePage(browser, server, { facts, viewport: { width: 1_000, height: 700 } });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** The preview's frames, which all drivers are compared with. */
const previews = new Map<string, Promise<Pixels>>();
function previewAt(document: EditDocument, time: number): Promise<Pixels> {
  const key = JSON.stringify([document, time]);
  const drawn = previews.get(key) ?? drawPreview(document, time);
  previews.set(key, drawn);
  return drawn;
}

async function drawPreview(document: EditDocument, time: number): Promise<Pixels> {
  const png = await page.evaluate(
    async ({ document: edits, at, facts }) => {
      const common = { ...bench.source, url: null, storyboard: null };
      const joined = [
        { ...common, ...facts.video, itemId: "video", url: "/joined-video" },
        { ...common, ...facts.image, itemId: "image", type: "image" as const, url: "/joined-image", mimeType: "image/png" },
      ];
      const image = new Image();
      image.src = "/joined-image";
      await image.decode();
      const background = { image, width: image.naturalWidth, height: image.naturalHeight };
      const canvas = await bench.previewFrameAt(edits, { source: bench.source, joined, background }, at);
      const drawn = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      return Array.from(drawn);
    },
    { document, at: time, facts: JOINED },
  );
  return pixelsOf(Buffer.from(png));
}

/** Follows the content of a box, as the switch of the editor does. */
async function withFollowedKeys(effect: BoxEffect): Promise<BoxEffect> {
  const keys = await page.evaluate(
    async ({ given, at }) => {
      const { keys: found } = await bench.followEffect(bench.source, given, { at, signal: new AbortController().signal, onProgress() {} });
      return found;
    },
    { given: effect, at: SET_AT },
  );
  return { ...effect, keys };
}

/** Returns the pixels of a PNG. */
const pixelsOf = async (picture: Buffer): Promise<Pixels> => ({ ...(await decodePixels(picture)), channels: 4 });

describeByDriver("rendering", { timeout: 180_000 }, (only) => {
  let frames: RenderedFrames;
  beforeAll(() => {
    frames = new RenderedFrames(bytes, only, others);
  });
  afterAll(() => frames?.close());

  async function compare(document: EditDocument): Promise<void> {
    const duration = document.clips.reduce((sum, { start, end, speed = 1 }) => sum + (end - start) / speed, 0);
    const [agreed, plain]: [number[], number[]] = [[], []];
    // Both drivers compile the same graphs. Fewer frames find filters that differ by the version of the program.
    const step = only === "ffmpeg" && TIMES < 50 ? 3 : 1;
    for (let index = 0; index < TIMES; index += step) {
      const time = Math.floor(((index + 0.5) / TIMES) * duration * RATE) / RATE;
      const preview = await previewAt(document, time);
      agreed.push(similarity(preview, await pixelsOf(await readFile(await frames.frame(document, time)))));
      plain.push(similarity(preview, await previewAt(documentOf({}), Math.min(time, SECONDS - 1 / RATE))));
    }
    expect(Math.min(...agreed), agreed.map((value) => value.toFixed(3)).join(" ")).toBeGreaterThanOrEqual(SIMILAR);
    // A render without the edits would not agree.
    expect(Math.min(...plain), plain.map((value) => value.toFixed(3)).join(" ")).toBeLessThan(SIMILAR);
  }

  it.each(Object.entries(DOCUMENTS))("shows %s like the preview", (_name, document) => compare(document));

  it("shows boxes that follow the content of a page like the preview, and covers that content", async () => {
    const effects = await Promise.all(FOLLOWING.map(withFollowedKeys));
    // The page scrolls by one pixel in each frame, from the frame in which the box was set.
    for (const effect of effects)
      for (const at of [0.5, 1, 2, 3])
        expect(Math.abs((boxAt(effect, at).y - box.y) * SIZE.height - (SET_AT - at) * RATE), `${effect.kind} at ${at} s`).toBeLessThan(1);
    await compare(documentOf({ effects }));
  });
});
