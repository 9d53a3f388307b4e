import { openAsBlob } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { CHROMIUM, FLAGS } from "./support/browser.ts";
import { type FilmRecipe, writeFilm } from "./support/films.ts";
import { median, percentile } from "./support/load.ts";
import type { Figure } from "./support/report.ts";
import { callApi, productCommand, register, ROOT, startServer, type BenchServer } from "./support/server.ts";

const ROUNDS = 5;
const EFFECTS = 200;
/** Length of a measured drag in frames. */
const FRAMES = 180;
const READY_MAX_MS = 540_000;
const OPEN = { seconds: 3_600, targetMs: 1_500 } as const;
const DRAG = { seconds: 300, targetFps: 55 } as const;

/** Positions that are pressed, and moves of the pointer while it drags the playhead. */
const SCRUB = { seconds: 300, targetMs: 80, jumps: 40, moves: 120 } as const;

/** A long film that is encoded fast. */
const film = (seconds: number, width = 640, height = 360): FilmRecipe => ({
  format: "mp4",
  video: { encoder: "libx264", options: { preset: "ultrafast", b: "150000", g: "20" } },
  audio: "aac",
  width,
  height,
  seconds,
  rate: 10,
  options: { movflags: "+faststart" },
});

interface Opened {
  server: BenchServer;
  browser: Browser;
  context: BrowserContext;
  headers: Record<string, string>;
  itemId: string;
}

/** Starts the product with one processed film, runs a measurement, and stops everything. */
async function withFilm(port: number, recipe: FilmRecipe, measure: (opened: Opened) => Promise<Figure[]>): Promise<Figure[]> {
  const folder = path.join(ROOT, `.cache/bench/video-editor-${recipe.seconds}-${recipe.height}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, "film.mp4");
  await writeFilm(file, recipe);
  const server = await startServer({
    command: productCommand(),
    port,
    env: { DATA_DIR: path.join(folder, "data"), PUBLIC_URL: `http://127.0.0.1:${port}` },
  });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const { headers, cookies } = await register(server.url, "video-editor@bench.example");
    const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
    await context.addCookies(
      cookies.split("; ").map((cookie) => {
        const [name = "", value = ""] = cookie.split("=");
        return { name, value, url: server.url };
      }),
    );
    const itemId = await processed(server.url, headers, file);
    return await measure({ server, browser, context, headers, itemId });
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Uploads a film and waits until it and its storyboard are ready. */
async function processed(url: string, headers: Record<string, string>, file: string): Promise<string> {
  const body = new FormData();
  body.append("file", await openAsBlob(file, { type: "video/mp4" }), "film.mp4");
  const sent = await fetch(`${url}/api/v1/workspace/personal/files/video`, { method: "POST", headers, body });
  const { data: item } = (await sent.json()) as { data: { id: string } };
  const deadline = performance.now() + READY_MAX_MS;
  for (;;) {
    const answer = await fetch(`${url}/api/v1/items/${item.id}/playback`, { headers });
    const { data } = (await answer.json()) as { data: { stage: string; storyboard: object | null; progress: number | null } };
    if (data.stage === "ready" && data.storyboard && data.progress === null) return item.id;
    if (performance.now() > deadline) throw new Error(`The film was not ready in time: ${data.stage}.`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** The time that the page measured. */
interface Timed {
  editorReady?: number | null;
}

/** Measures from the next click until the timeline has its clip and the stage its first frame. Runs in the page. */
function watchNextClick(): void {
  const timed = globalThis as Timed;
  timed.editorReady = null;
  const isUsable = (): boolean => {
    const canvas = document.querySelector<HTMLCanvasElement>("[data-stage-keys=canvas]");
    if (!document.querySelector("[data-item='clip:0']") || !canvas || canvas.width < 10) return false;
    const data = canvas.getContext("2d")?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
    return data !== undefined && (data[3] ?? 0) > 0;
  };
  addEventListener(
    "click",
    ({ timeStamp }) => {
      const check = (): void => {
        if (isUsable()) requestAnimationFrame(() => (timed.editorReady = performance.now() - timeStamp));
        else requestAnimationFrame(check);
      };
      check();
    },
    { capture: true, once: true },
  );
}

/** Measures the time from the click on "Edit video" until a film of 60 minutes can be edited. */
export const benchVideoEditorOpen = (port: number): Promise<Figure[]> =>
  withFilm(port, film(OPEN.seconds), async ({ server, context, itemId }) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await context.newPage();
      await page.goto(`${server.url}/videos/${itemId}`);
      const opener = page.getByRole("link", { name: "Edit video" });
      await opener.waitFor();
      await page.evaluate(watchNextClick);
      await opener.click();
      const took = await page.waitForFunction(() => (globalThis as Timed).editorReady ?? null);
      times.push((await took.jsonValue()) ?? Number.NaN);
      await page.close();
    }
    const ms = median(times);
    return [
      {
        name: "video editor: usable after the click, film of 60 min",
        measured: `${(ms / 1_000).toFixed(2)} s`,
        target: "≤ 1.5 s",
        pass: ms <= OPEN.targetMs,
        note: `median of ${ROUNDS}; slowest ${Math.round(Math.max(...times))} ms; timeline and first frame`,
      },
    ];
  });

/** Stores 200 effects of five kinds as a draft. */
async function storeEffects({ server, headers, itemId }: Opened): Promise<void> {
  const view = await callApi<{ version: number; document: object }>(server, { headers }, "GET", `/items/${itemId}/edits`);
  const box = { x: 0.2, y: 0.2, width: 0.2, height: 0.1 };
  const effects = Array.from({ length: EFFECTS }, (_, index) => {
    const start = (index % 40) * 7;
    const id = `e${index}`;
    return index % 5 === 0
      ? { id, kind: "text", start, end: start + 5, ...box, text: `Note ${index}`, size: 0.05 }
      : { id, kind: index % 2 === 0 ? "blur" : "spotlight", start, end: start + 5, ...box };
  });
  await callApi(server, { headers }, "PUT", `/items/${itemId}/edits`, {
    version: view.version,
    document: { ...view.document, effects },
  });
}

/** Drags an element along the timeline, one step a frame, and returns the milliseconds between frames. */
async function drag(page: Page, selector: string): Promise<number[]> {
  const item = await page.locator(selector).first().boundingBox();
  if (!item) throw new Error(`Nothing matches ${selector}.`);
  const [x, y] = [item.x + item.width / 2, item.y + item.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const frames = page.evaluate(
    (count) =>
      new Promise<number[]>((resolve) => {
        const intervals: number[] = [];
        let before = performance.now();
        const next = (): void => {
          const now = performance.now();
          intervals.push(now - before);
          before = now;
          if (intervals.length < count) requestAnimationFrame(next);
          else resolve(intervals);
        };
        requestAnimationFrame(next);
      }),
    FRAMES,
  );
  let isOver = false;
  void frames.then(() => (isOver = true));
  for (let step = 0; !isOver; step += 1) await page.mouse.move(x + 250 * Math.sin(step / 20), y);
  await page.mouse.up();
  return (await frames).slice(5);
}

/** Measures the frame rate while an effect among 200 is dragged on the timeline. */
export const benchVideoEditorDrag = (port: number): Promise<Figure[]> =>
  withFilm(port, film(DRAG.seconds), async (opened) => {
    await storeEffects(opened);
    const page = await opened.context.newPage();
    await page.goto(`${opened.server.url}/videos/${opened.itemId}/edit`);
    await page.locator("[data-item='clip:0']").waitFor();
    const frames = await drag(page, "[data-item='effect:e16']");
    const fps = 1_000 / (frames.reduce((sum, ms) => sum + ms, 0) / frames.length);
    return [
      {
        name: `video editor: dragging an effect among ${EFFECTS}`,
        measured: `${fps.toFixed(0)} fps`,
        target: `≥ ${DRAG.targetFps} fps`,
        pass: fps >= DRAG.targetFps,
        note: `${FRAMES} frames; p95 ${percentile(frames, 0.95).toFixed(1)} ms between two`,
      },
    ];
  });

/** What the page measures while the playhead moves. */
interface Scrubbed {
  /** Milliseconds from a move of the pointer to a picture of its second: a tile of the storyboard or the frame, and to the frame itself. */
  shown: number[];
  exact: number[];
}

/** Measures every move of the playhead until the stage draws it. Runs in the page before its scripts. */
function watchStage(): void {
  const measured: Scrubbed = { shown: [], exact: [] };
  Object.assign(globalThis, { measured });
  let movedAt: number | null = null;
  let isShown = false;
  const handle = ({ timeStamp, type, buttons }: PointerEvent): void => {
    if (type === "pointermove" && buttons === 0) return;
    // A move that came before the picture of the last one is part of the same wait.
    if (movedAt === null || isShown) movedAt = timeStamp;
    isShown = false;
  };
  addEventListener("pointerdown", handle, true);
  addEventListener("pointermove", handle, true);
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function drawImage(this: CanvasRenderingContext2D, ...given: unknown[]) {
    Reflect.apply(draw, this, given);
    const [image] = given;
    if (movedAt === null || this.canvas.closest("[data-timeline]")) return;
    const since = performance.now() - movedAt;
    const isFrame = image instanceof HTMLVideoElement && !image.seeking;
    if (!isShown && (isFrame || image instanceof HTMLImageElement)) {
      isShown = true;
      measured.shown.push(since);
    }
    if (!isFrame) return;
    measured.exact.push(since);
    movedAt = null;
  } as typeof draw;
}

/** Measures how fast the stage follows the playhead by presses and by a drag. */
export const benchVideoEditorScrub = (port: number): Promise<Figure[]> =>
  withFilm(port, film(SCRUB.seconds, 1_920, 1_080), async ({ server, context, itemId }) => {
    const page = await context.newPage();
    await page.addInitScript(watchStage);
    await page.goto(`${server.url}/videos/${itemId}/edit`);
    await page.locator("[data-item='clip:0']").waitFor();
    const ruler = await page.locator("[data-item=ruler]").boundingBox();
    if (!ruler) throw new Error("There is no ruler.");
    const read = (): Promise<Scrubbed> => page.evaluate(() => (globalThis as unknown as { measured: Scrubbed }).measured);
    const [y, from, length] = [ruler.y + ruler.height / 2, ruler.x + 40, Math.min(1_200, ruler.width - 80)];
    for (let jump = 0; jump < SCRUB.jumps; jump += 1) {
      const before = (await read()).exact.length;
      // Far jumps, each to another group of pictures.
      await page.mouse.click(from + ((jump * 0.618) % 1) * length, y);
      await page.waitForFunction((count) => (globalThis as unknown as { measured: Scrubbed }).measured.exact.length > count, before);
    }
    const jumps = await read();
    await page.evaluate(() => Object.assign((globalThis as unknown as { measured: Scrubbed }).measured, { shown: [], exact: [] }));
    await page.mouse.move(from, y);
    await page.mouse.down();
    for (let move = 0; move < SCRUB.moves; move += 1) {
      await page.mouse.move(from + (length * (move + 1)) / SCRUB.moves, y);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    await page.mouse.up();
    const drag = await read();
    return [
      { name: "a press on the ruler", times: jumps },
      { name: "dragging the playhead", times: drag },
    ].map(({ name, times: { shown, exact } }): Figure => {
      const ms = percentile(shown, 0.95);
      return {
        name: `video editor: frame shown, 1080p, film of ${SCRUB.seconds / 60} min, ${name}`,
        measured: `p95 ${ms.toFixed(0)} ms`,
        target: `≤ ${SCRUB.targetMs} ms`,
        pass: ms <= SCRUB.targetMs,
        note: `${shown.length} pictures, median ${median(shown).toFixed(0)} ms; the exact frame: p95 ${percentile(exact, 0.95).toFixed(0)} ms, median ${median(exact).toFixed(0)} ms`,
      };
    });
  });
