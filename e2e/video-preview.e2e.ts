import { readFile } from "node:fs/promises";
import type { EditDocument, EditEffectOf, EditSource, PointerPoint } from "@stillreel/contract";
import { type Pixels, similarity } from "@stillreel/testing";
import { launchBrowser } from "@stillreel/testing/browser";
import { decodePixels } from "@stillreel/testing/pixels";
import { RenderedFrames } from "@stillreel/testing/rendered-frames";
import { video } from "@stillreel/testing/video";
import { describeByDriver } from "@stillreel/testing/video-drivers";
import { type BoxEffect, boxAt, followedKeys, wholeVideo } from "@stillreel/video-editor/core";
import type { followEffect, previewFrameAt } from "@stillreel/video-editor/preview";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStagePage, serveStage, type StageServer } from "./support/video-stage.ts";

/** What the page offers to tests. */
declare const bench: { followEffect: typeof followEffect; previewFrameAt: typeof previewFrameAt; source: EditSource };

const SIZE = { width: 640, height: 360 };
const RATE = 30;
const SECONDS = 4;
/** Times that are compared for each document: together 85, and 50 for each in the nightly run. */
const TIMES = process.env["NIGHTLY"] === "1" ? 50 : 5;
/** Frames of preview and render agree from here on. */
const SIMILAR = 0.98;

let browser: Browser;
let server: StageServer;
let page: Page;
let bytes: Buffer;

beforeAll(async () => {
  bytes = await video({ ...SIZE, rate: RATE, seconds: SECONDS, scroll: 1 });
  [browser, server] = await Promise.all([launchBrowser(), serveStage(bytes)]);
  const facts = { ...SIZE, duration: SECONDS, frameRate: RATE };
  page = await openStagePage(browser, server, { facts, viewport: { width: 1_000, height: 700 } });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const during = { start: 0, end: SECONDS };
const ANY = { opacity: 1, rotation: 0, hidden: false };
const keys = [
  { at: 0.5, x: 0.1, y: 0.1, width: 0.2, height: 0.3 },
  { at: 3.5, x: 0.6, y: 0.5, width: 0.3, height: 0.2 },
];
const documentOf = (patch: Partial<EditDocument>): EditDocument => ({ ...wholeVideo(SECONDS), ...patch });
const first = { x: 0.1, y: 0.1, width: 0.3, height: 0.4 };
const arrow = {
  ...ANY,
  id: "a",
  type: "arrow",
  from: { x: 60, y: 300 },
  to: { x: 260, y: 90 },
  bend: 0,
  color: "#E5352B",
  strokeWidth: 8,
  heads: "end",
} as const;

const text = (id: string, words: string, box: { x: number; y: number; width: number; height: number }): EditEffectOf<"text"> => ({
  ...during,
  id,
  kind: "text",
  ...box,
  text: words,
  size: 0.08,
  color: "#FFFFFF",
  background: "#17161C",
  bold: true,
  align: "start",
});
const stamp = (id: string, glyph: string, x: number, y: number, size: number): EditEffectOf<"figure"> => ({
  ...during,
  id,
  kind: "figure",
  shape: { ...ANY, id, type: "stamp", x, y, size, glyph, color: "#FFC42E" },
});

const figure = (shape: EditEffectOf<"figure">["shape"]): EditEffectOf<"figure"> => ({ ...during, id: shape.id, kind: "figure", shape });
/** Points of a wave from left to right. */
const wave = (y: number): number[] => Array.from({ length: 30 }, (_, index) => [40 + index * 18, y + 30 * Math.sin(index / 3)]).flat();

const magnifier = (
  id: string,
  box: { x: number; y: number; width: number; height: number },
  source: { x: number; y: number },
  zoom: number,
  opacity = 1,
): EditEffectOf<"figure"> => ({
  ...during,
  id,
  kind: "figure",
  shape: { ...ANY, opacity, id, type: "magnifier", ...box, source, zoom, color: "#E5352B" },
});

/** The pointer circles through the picture, ten positions a second. */
const moves = Array.from({ length: SECONDS * 10 }, (_, index): PointerPoint => {
  const angle = index / 6;
  return [index / 10, 0.5 + 0.45 * Math.cos(angle), 0.5 + 0.45 * Math.sin(angle)];
});
const followed = { ...during, x: 0.2, y: 0.2, width: 0.5, height: 0.5, easeIn: 0.6, easeOut: 0.6 };
const following: EditEffectOf<"zoom"> = {
  ...followed,
  id: "p",
  kind: "zoom",
  followsPointer: true,
  keys: followedKeys({ moves, clicks: [] }, during, followed.width) ?? [],
};

/** A text that moves by positions, also beyond the edges of the picture. It rests between two of them. */
const movingText: EditEffectOf<"text"> = {
  ...text("m", "Save as copy\n另存为", first),
  keys: [
    { at: 0.3, x: -0.1, y: 0.7, width: 0.4, height: 0.2 },
    { at: 1.5, x: 0.45, y: 0.15, width: 0.4, height: 0.2 },
    { at: 2.2, x: 0.45, y: 0.15, width: 0.4, height: 0.2 },
    { at: 3.8, x: 0.8, y: 0.75, width: 0.4, height: 0.2 },
  ],
};
/** The second in which the boxes that follow the page are where they were set. */
const SET_AT = 1.2;
const box = { x: 0.25, y: 0.55, width: 0.3, height: 0.12 };
const FOLLOWING: BoxEffect[] = [
  { ...during, ...box, id: "b", kind: "blur", strength: 30 },
  { ...during, ...box, x: 0.6, id: "s", kind: "solid", color: "#1F8A57" },
  { ...during, ...box, x: 0.02, width: 0.2, id: "t", kind: "spotlight", round: false, dim: 0.5 },
];

/** Texts of a frame. With more of them, the smoothed edges of letters alone would be more than the tolerance. */
const TEXTS_AT_ONCE = 3;
/** A sentence in each language of the product. */
const LANGUAGES = [
  "Click the button at the top right",
  "Haga clic en el botón de arriba, ¿sí?",
  "Cliquez sur le bouton « Œuvre » ci-dessus",
  "Klicken Sie oben rechts auf „Größe“",
  "Clicca sul pulsante perché è lì",
  "Clique no botão à direita, não é?",
  "Klik op de knop rechtsboven, één keer",
  "Kliknij żółty przycisk u góry, gęś",
  "Нажмите кнопку справа вверху, ещё",
  "Щракнете върху бутона горе вдясно",
  "לחצו על הכפתור מימין למעלה",
  "انقر على الزر في أعلى اليمين",
  "点击右上角的按钮",
];

const DOCUMENTS: Record<string, EditDocument> = {
  "a moving blur": documentOf({ effects: [{ ...during, id: "e", kind: "blur", ...first, keys, strength: 20 }] }),
  "a strong moving blur": documentOf({ effects: [{ ...during, id: "e", kind: "blur", ...first, keys, strength: 40 }] }),
  "a moving pixelation": documentOf({ effects: [{ ...during, id: "e", kind: "pixelate", ...first, keys, strength: 36 }] }),
  "a moving solid box": documentOf({ effects: [{ ...during, id: "e", kind: "solid", ...first, keys, color: "#1F8A57" }] }),
  "a text in two directions, an arrow and a spotlight": documentOf({
    effects: [
      {
        ...during,
        id: "t",
        kind: "text",
        x: 0.1,
        y: 0.7,
        width: 0.6,
        height: 0.1,
        text: "Total שלום",
        size: 0.09,
        color: "#FFFFFF",
        background: "#17161C",
        bold: true,
        align: "start",
      },
      { ...during, id: "f", kind: "figure", shape: arrow },
      { ...during, id: "s", kind: "spotlight", x: 0.3, y: 0.2, width: 0.5, height: 0.6, round: true, dim: 0.5 },
    ],
  }),
  "texts in Chinese and Arabic with line breaks": documentOf({
    effects: [
      text("a", "请点击右上角的按钮，导出2026年的报告。編輯 😀", { x: 0.05, y: 0.05, width: 0.5, height: 0.4 }),
      { ...text("b", "这个视频，说明了如何导出。", { x: 0.6, y: 0.05, width: 0.3, height: 0.4 }), bold: false },
      {
        ...during,
        id: "c",
        kind: "figure",
        shape: {
          ...ANY,
          id: "c",
          type: "callout",
          x: 60,
          y: 230,
          width: 260,
          height: 90,
          tip: { x: 400, y: 330 },
          color: "#1F8A57",
          text: "اضغط على الزر، 点击 (2)",
          fontSize: 26,
          bold: true,
          align: "start",
        },
      },
    ],
  }),
  "texts in the 13 languages": documentOf({
    effects: LANGUAGES.map((words, index) => ({
      ...text(`l${index}`, words, { x: 0.05, y: 0.05 + 0.3 * (index % TEXTS_AT_ONCE), width: 0.6, height: 0.28 }),
      start: (Math.floor(index / TEXTS_AT_ONCE) * SECONDS) / 5,
      end: ((Math.floor(index / TEXTS_AT_ONCE) + 1) * SECONDS) / 5,
      bold: index % 2 === 0,
    })),
  }),
  "stamps and emoji": documentOf({
    effects: [
      stamp("a", "check", 80, 80, 90),
      stamp("b", "👍", 220, 100, 150),
      stamp("c", "❤️", 400, 100, 150),
      stamp("d", "👩‍👩‍👧‍👦", 540, 260, 160),
      stamp("e", "⚠️", 330, 260, 140),
      stamp("f", "🇧🇬", 120, 260, 140),
    ],
  }),
  "numbered steps and the other figures of the image editor": documentOf({
    effects: [
      figure({ ...ANY, id: "a", type: "step", x: 70, y: 60, number: 1, color: "#FFC42E", size: 72 }),
      figure({ ...ANY, id: "b", type: "step", x: 170, y: 60, number: 128, color: "#E5352B", size: 90, opacity: 0.7 }),
      figure({
        ...ANY,
        id: "c",
        type: "rectangle",
        x: 240,
        y: 20,
        width: 120,
        height: 80,
        color: "#1F8A57",
        strokeWidth: 6,
        fill: null,
        radius: 14,
        rotation: 12,
      }),
      figure({
        ...ANY,
        id: "d",
        type: "ellipse",
        x: 390,
        y: 20,
        width: 110,
        height: 80,
        color: "#17161C",
        fill: "#FFC42E",
        strokeWidth: 5,
      }),
      figure({
        ...ANY,
        id: "e",
        type: "line",
        from: { x: 520, y: 30 },
        to: { x: 620, y: 110 },
        color: "#E5352B",
        strokeWidth: 8,
        dashed: true,
      }),
      figure({ ...ANY, id: "f", type: "pen", points: wave(200), color: "#6554F5", strokeWidth: 9 }),
      figure({ ...ANY, id: "g", type: "highlighter", points: wave(290), color: "#FFC42E", strokeWidth: 30 }),
    ],
  }),
  "magnifiers over covers, beside the picture and at its edge": documentOf({
    effects: [
      magnifier("a", { x: 60, y: 40, width: 200, height: 160 }, { x: 420, y: 250 }, 2.3),
      { ...during, id: "s", kind: "solid", x: 0.6, y: 0.6, width: 0.1, height: 0.2, color: "#1F8A57" },
      { ...during, id: "t", kind: "blur", ...first, strength: 20 },
      magnifier("b", { x: 300, y: 20, width: 150, height: 150 }, { x: 150, y: 100 }, 1.5, 0.6),
      magnifier("c", { x: 500, y: 200, width: 190, height: 120 }, { x: 5, y: 355 }, 3),
    ],
  }),
  "a zoom with slopes": documentOf({
    effects: [{ ...during, id: "z", kind: "zoom", x: 0.3, y: 0.4, width: 0.4, height: 0.4, easeIn: 1, easeOut: 1 }],
  }),
  "a zoom that follows the pointer": documentOf({ effects: [following] }),
  "crop, rotation and frame, after a cut at another speed": documentOf({
    clips: [
      { start: 0.5, end: 1.5, fadeIn: 0.5 },
      { start: 2, end: 4, speed: 0.5 },
    ],
    crop: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 },
    rotate: 90,
    frame: { background: { from: "#FBE3CB", to: "#B23A77", angle: 135 }, space: 96, corners: 48, shadow: 0.4, shape: "1:1" },
  }),
  "a text that moves by positions": documentOf({ effects: [movingText] }),
  "two spotlights, of which one moves and changes its size": documentOf({
    effects: [
      { ...during, id: "a", kind: "spotlight", ...first, keys, round: true, dim: 0.7 },
      { ...during, start: 1, id: "b", kind: "spotlight", x: 0.6, y: 0.05, width: 0.3, height: 0.3, round: false, dim: 0.4 },
    ],
  }),
};

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
    async ({ document: edits, at }) => {
      const canvas = await bench.previewFrameAt(edits, { source: bench.source }, at);
      const drawn = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      return Array.from(drawn);
    },
    { document, at: time },
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
    frames = new RenderedFrames(bytes, only);
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
