import { launchBrowser } from "@stillreel/testing/browser";
import { video } from "@stillreel/testing/video";
import type { EditSource } from "@stillreel/contract";
import type { boxAt, VideoEditor } from "@stillreel/video-editor/core";
import type { previewFrameAt } from "@stillreel/video-editor/preview";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openStagePage, serveStage, type StageServer } from "./support/video-stage.ts";

/** What the page offers to tests. */
declare const bench: { boxAt: typeof boxAt; editor: VideoEditor; previewFrameAt: typeof previewFrameAt; source: EditSource };

const SIZE = { width: 640, height: 360 };
/** Pixels that the page scrolls in a frame, and frames in a second. */
const SCROLL = 2;
const RATE = 15;
const SECONDS = 4;

let browser: Browser;
let server: StageServer;
let page: Page;

beforeAll(async () => {
  const bytes = await video({ ...SIZE, rate: RATE, seconds: SECONDS, scroll: SCROLL });
  [browser, server] = await Promise.all([launchBrowser(), serveStage(bytes)]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(async () => {
  await page?.close();
  page = await openStage();
});

const openStage = (parameters: Record<string, string> = {}, viewport = { width: 1440, height: 900 }): Promise<Page> =>
  openStagePage(browser, server, { facts: { ...SIZE, duration: SECONDS, frameRate: RATE }, viewport, parameters });

/** Reads the picture on the stage: brightness by row and column, in pixels of the video. */
const picture = (): Promise<number[][]> =>
  page.evaluate(({ width, height }) => {
    const canvas = new OffscreenCanvas(width, height);
    const ctx = canvas.getContext("2d");
    const stage = document.querySelector("canvas[role=application]");
    if (!ctx || !(stage instanceof HTMLCanvasElement)) throw new Error("There is no stage.");
    ctx.drawImage(stage, 0, 0, width, height);
    const { data } = ctx.getImageData(0, 0, width, height);
    return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => data[(y * width + x) * 4] ?? 0));
  }, SIZE);

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns how strong the edges between neighbouring pixels are in a box given in shares. Blurred words have weak ones. */
function sharpness(rows: number[][], box: Box): number {
  let [sum, count] = [0, 0];
  for (let y = Math.ceil(box.y * SIZE.height); y < (box.y + box.height) * SIZE.height - 1; y += 1)
    for (let x = Math.ceil(box.x * SIZE.width); x < (box.x + box.width) * SIZE.width - 1; x += 1) {
      sum += Math.abs((rows[y]?.[x + 1] ?? 0) - (rows[y]?.[x] ?? 0));
      count += 1;
    }
  return sum / Math.max(1, count);
}

const effect = () =>
  page.evaluate(() => {
    const [first] = bench.editor.getState().document.effects;
    if (first?.kind !== "blur") throw new Error("There is no blur.");
    return first;
  });

/** Adds a blur over some rows of words and returns its box. */
async function addBlur(box: Box): Promise<void> {
  await page.evaluate((position) => bench.editor.addEffect({ kind: "blur", start: 0, end: 4, strength: 60, ...position }), box);
}

test("a blur is visible in the preview, and arrow keys, handles and undo move it", async () => {
  await expect.poll(async () => sharpness(await picture(), { x: 0, y: 0, width: 1, height: 1 })).toBeGreaterThan(8);
  const box = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };
  await addBlur(box);
  const inner = { x: 0.42, y: 0.42, width: 0.16, height: 0.16 };
  await expect.poll(async () => sharpness(await picture(), inner)).toBeLessThan(5);
  expect(sharpness(await picture(), { x: 0.65, y: 0.4, width: 0.2, height: 0.2 })).toBeGreaterThan(8);
  await page.getByRole("button", { name: /^Blur 1, left 40%/u }).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Alt+ArrowDown");
  const moved = await effect();
  expect(moved.x).toBeCloseTo(0.61);
  expect(moved.height).toBeCloseTo(0.21);
  await expect.poll(async () => sharpness(await picture(), { x: 0.65, y: 0.44, width: 0.1, height: 0.1 })).toBeLessThan(5);
  expect(sharpness(await picture(), inner)).toBeGreaterThan(8);
  const handle = page.locator('[data-selected] > [data-x="1"][data-y="1"]');
  await handle.hover();
  await page.mouse.down();
  await page.mouse.move(...(await to("0.95", "0.95")));
  await page.mouse.up();
  const larger = await effect();
  expect(larger.x + larger.width).toBeCloseTo(0.95, 1);
  await page.keyboard.press("ControlOrMeta+z");
  expect((await effect()).width).toBeCloseTo(0.2);
});

/** Returns the position of a point in the window. */
async function to(x: string, y: string): Promise<[number, number]> {
  const box = await page.getByRole("application").first().boundingBox();
  if (!box) throw new Error("There is no stage.");
  return [box.x + Number(x) * box.width, box.y + Number(y) * box.height];
}

test("a box follows its content while the page scrolls, within 4 pixels at a width of 1,920", async () => {
  const box = { x: 0.3, y: 0.7, width: 0.25, height: 0.1 };
  await addBlur(box);
  await page.getByRole("switch", { name: "Keep in place while the page scrolls" }).click();
  await page.getByText("The box follows its content.").waitFor({ timeout: 60_000 });
  const worst = await page.evaluate(
    ({ from, scroll, rate, height, seconds }) => {
      const [blur] = bench.editor.getState().document.effects;
      if (blur?.kind !== "blur") throw new Error("There is no blur.");
      let [down, side] = [0, 0];
      for (let frame = 0; frame < rate * seconds; frame += 1) {
        const at = bench.boxAt(blur, frame / rate);
        down = Math.max(down, Math.abs(at.y - (from.y - (frame * scroll) / height)) * height);
        side = Math.max(side, Math.abs(at.x - from.x) * 640);
      }
      return { down, side, keys: blur.keys?.length ?? 0 };
    },
    { from: box, scroll: SCROLL, rate: RATE, height: SIZE.height, seconds: SECONDS - 0.5 },
  );
  expect(worst.down).toBeLessThan(4 / 3);
  expect(worst.side).toBeLessThan(4 / 3);
  expect(worst.keys).toBeGreaterThan(1);
  // One undo step removes all positions.
  await page.keyboard.press("ControlOrMeta+z");
  expect((await effect()).keys).toBeUndefined();
});

test("playing skips what is cut, and ends at the end", async () => {
  await page.evaluate(() => bench.editor.cutSource(undefined, [{ from: 1, to: 2.5 }]));
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { times });
    bench.editor.seek(0);
    bench.editor.subscribe(() => bench.editor.getState().isPlaying && times.push(bench.editor.shown().at));
  });
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  const seen = await page.evaluate(() => [...(globalThis as unknown as { times: number[] }).times, bench.editor.shown().at]);
  expect(seen.filter((at) => at > 1.05 && at < 2.45)).toEqual([]);
  expect(seen.filter((at) => at <= 1).length).toBeGreaterThan(4);
  expect(seen.filter((at) => at >= 2.5 && at < 3.9).length).toBeGreaterThan(4);
  expect(seen.at(-1)).toBeCloseTo(4, 1);
});

test("the frame of a time has covered pixels exactly where the document says, also with crop, zoom and rotation", async () => {
  const colors = await page.evaluate(async () => {
    const { document } = bench.editor.getState();
    const solid = {
      id: "s",
      kind: "solid",
      start: 0,
      end: 4,
      x: 100.4 / 640,
      y: 50.4 / 360,
      width: 40 / 640,
      height: 20 / 360,
      color: "#FF0000",
    } as const;
    const red = async (edited: typeof document): Promise<number[]> => {
      const canvas = await bench.previewFrameAt(edited, { source: bench.source }, 1.02);
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
      for (let at = 0; at < data.length; at += 4) {
        if ((data[at] ?? 0) < 250 || (data[at + 1] ?? 0) > 5) continue;
        const [x, y] = [(at / 4) % canvas.width, Math.floor(at / 4 / canvas.width)];
        [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
      }
      return [canvas.width, canvas.height, left, top, right, bottom];
    };
    const covered = { ...document, effects: [solid] };
    const zoom = { id: "z", kind: "zoom", start: 0, end: 4, x: 0, y: 0, width: 0.5, height: 0.5, easeIn: 0, easeOut: 0 } as const;
    return {
      plain: await red(covered),
      cropped: await red({ ...covered, crop: { x: 0.1, y: 0.1, width: 0.5, height: 0.5 }, rotate: 90 }),
      zoomed: await red({ ...covered, effects: [solid, zoom] }),
    };
  });
  expect(colors.plain).toEqual([640, 360, 100, 50, 141, 71]);
  expect(colors.cropped).toEqual([180, 320, 180 - (71 - 36), 100 - 64, 180 - (50 - 36), 141 - 64]);
  // Enlarged edges are soft.
  const near = [640, 360, 200, 100, 282, 142];
  for (const [index, value] of colors.zoomed.entries()) expect(Math.abs(value - (near[index] ?? 0))).toBeLessThanOrEqual(2);
});

test("an arrow and a text are drawn on the video and edited in place", async () => {
  await page.getByRole("button", { name: "More tools" }).click();
  await page
    .getByRole("menuitemradio", { name: "Arrow" })
    .or(page.getByRole("menuitem", { name: "Arrow" }))
    .first()
    .click();
  await page.mouse.move(...(await to("0.2", "0.2")));
  await page.mouse.down();
  await page.mouse.move(...(await to("0.4", "0.5")), { steps: 4 });
  await page.mouse.up();
  const shape = await page.evaluate(() => {
    const [first] = bench.editor.getState().document.effects;
    return first?.kind === "figure" && first.shape.type === "arrow" ? first.shape : null;
  });
  expect(Math.abs((shape?.from.x ?? 0) - 128)).toBeLessThan(3);
  expect(Math.abs((shape?.to.y ?? 0) - 180)).toBeLessThan(3);
  await page.keyboard.press("t");
  await page.getByRole("button", { name: /^Text, left/u }).dblclick();
  await page.getByRole("textbox", { name: "Text" }).first().fill("Total שלום");
  await page.keyboard.press("Escape");
  const text = await page.evaluate(() => bench.editor.getState().document.effects.find(({ kind }) => kind === "text"));
  expect(text).toMatchObject({ text: "Total שלום" });
});

test("striking out words cuts them from the video", async () => {
  const words = ["Okay", "so", "um", "here", "it", "is"].map((text, index) => ({ text, start: 0.2 + index * 0.5, end: 0.5 + index * 0.5 }));
  const transcript = { language: "en", segments: [{ start: 0.2, end: 3, text: words.map(({ text }) => text).join(" "), words }] };
  await page.close();
  page = await openStage({ transcript: JSON.stringify(transcript) });
  await page.getByRole("tab", { name: "Words" }).click();
  await page.getByRole("option", { name: "so" }).click();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Backspace");
  const clips = await page.evaluate(() => bench.editor.getState().document.clips.map(({ start, end }) => [start, end]));
  expect(clips).toEqual([
    [0, 0.58],
    [1.62, 4],
  ]);
  await page.getByRole("option", { name: "um, cut" }).waitFor();
  await page.keyboard.press("Backspace");
  expect(await page.evaluate(() => bench.editor.getState().document.clips)).toEqual([{ start: 0, end: 4 }]);
});

test.each(["ltr", "rtl"])("tabs that do not fit fade at the edge, and all are reachable by wheel and keyboard (%s)", async (direction) => {
  page = await openStage({ direction }, { width: 1280, height: 800 });
  const row = page.getByRole("tablist", { name: "Properties" });
  const tabs = row.getByRole("tab");
  const edges = (): Promise<string[]> => row.evaluate(({ dataset }) => Object.keys(dataset).toSorted());
  // With one more kind of effect, the words are wider than the panel.
  await page.evaluate(() => {
    const during = { start: 0, end: 2, x: 0.1, y: 0.1, width: 0.3, height: 0.3 };
    bench.editor.addEffect({ ...during, kind: "blur", strength: 20 });
    bench.editor.addEffect({ ...during, kind: "zoom", easeIn: 0, easeOut: 0 });
  });
  await tabs.first().click();
  await expect.poll(edges).toEqual(["moreEnd"]);
  await row.hover();
  await page.mouse.wheel(0, 2_000);
  await expect.poll(edges).toEqual(["moreStart"]);
  // A tab with the focus is not within the fade.
  await tabs.first().focus();
  await page.keyboard.press("End");
  await expect.poll(() => tabs.last().getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Home");
  await expect.poll(edges).toEqual(["moreEnd"]);
  // In a wide panel, nothing fades.
  await row.evaluate((element) => (element.style.width = "900px"));
  await expect.poll(edges).toEqual([]);
});
