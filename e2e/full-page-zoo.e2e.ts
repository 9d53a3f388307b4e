import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExtensionWorld, startExtensionWorld } from "./support/extension-world.ts";
import { workerOf } from "./support/kept-captures.ts";
import { type RunningServer, startServer } from "./support/start-server.ts";
import { ZOO } from "./zoo/pages.ts";
import { captureWholePage, tellOf, visitZooPage } from "./zoo/zoo-round.ts";
import { startZoo, type ZooServer } from "./zoo/zoo-server.ts";

let server: RunningServer;
let zoo: ZooServer;
let world: ExtensionWorld;

beforeAll(async () => {
  [server, zoo] = await Promise.all([startServer(), startZoo()]);
  world = await startExtensionWorld(server.url);
});
afterAll(async () => {
  await Promise.all([world?.close(), zoo?.stop()]);
  await server?.stop();
});

/** The whole zoo is visited by `npm run bench -- stills-capture`. */
const SHORT = ZOO.filter(({ short }) => short);

describe("a whole page is, pixel by pixel, what Chromium itself draws of it", () => {
  test.each(SHORT.filter(({ deviceScale }) => deviceScale === undefined))("$name: $what", async (page) => {
    const result = await visitZooPage(world, zoo.url, page);
    expect(result.isEqual, tellOf(result)).toBe(true);
  });

  test.each(SHORT.filter(({ deviceScale }) => deviceScale !== undefined))("$name: $what", async (page) => {
    const dense = await startExtensionWorld(server.url, [`--force-device-scale-factor=${page.deviceScale}`]);
    try {
      const result = await visitZooPage(dense, zoo.url, page);
      expect(result.isEqual, tellOf(result)).toBe(true);
    } finally {
      await dense.close();
    }
  });
});

/** All of a page that a run could change. */
const stateOf = (page: Page) =>
  page.evaluate(() => ({
    html: document.documentElement.outerHTML,
    scroll: [scrollX, scrollY],
    sheets: document.adoptedStyleSheets.length,
    running: document.getAnimations().filter(({ playState }) => playState === "running").length,
  }));

async function openAt(name: string, y: number): Promise<Page> {
  const page = await world.context.newPage();
  await page.goto(`${zoo.url}/${name}`);
  await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), y);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return page;
}

describe("the page is put back as it was", () => {
  test("after a run", async () => {
    const page = await openAt("fixed-header-footer", 1_234);
    const before = await stateOf(page);
    await captureWholePage(world, page);
    // The toast that says so is ours, and goes by itself.
    await page.evaluate(() => document.querySelector("stillreel-toast")?.remove());
    expect(await stateOf(page)).toEqual(before);
    await page.close();
  });

  test("after a run that was cancelled in the middle", async () => {
    const page = await openAt("sticky-header", 777);
    const before = await stateOf(page);
    const popup = await world.openPopup(page);
    await popup.click("Full page");
    await page.waitForFunction(() => document.adoptedStyleSheets.length > 0);
    await page.waitForFunction(() => scrollY > 1_500);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.adoptedStyleSheets.length === 0);
    await popup.close().catch(() => undefined);
    await page.evaluate(() => document.querySelector("stillreel-toast")?.remove());
    expect(await stateOf(page)).toEqual(before);
    await page.close();
  });

  test("by itself, when the worker dies in the middle", async () => {
    const page = await openAt("sticky-header", 777);
    const before = await stateOf(page);
    const popup = await world.openPopup(page);
    await popup.click("Full page");
    await page.waitForFunction(() => document.adoptedStyleSheets.length > 0);
    await stopWorkers(world);
    await page.waitForFunction(() => document.adoptedStyleSheets.length === 0, undefined, { timeout: 20_000 });
    await popup.close().catch(() => undefined);
    await page.evaluate(() => document.querySelector("stillreel-toast")?.remove());
    expect(await stateOf(page)).toEqual(before);
    await page.close();
  });
});

async function stopWorkers({ context }: ExtensionWorld): Promise<void> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("ServiceWorker.enable");
  await cdp.send("ServiceWorker.stopAllWorkers");
  await page.close();
}

test("a run ends, with a word why, when the page is left for another tab", async () => {
  const page = await openAt("plain", 0);
  const popup = await world.openPopup(page);
  await popup.click("Full page");
  await page.waitForFunction(() => document.adoptedStyleSheets.length > 0);
  const other = await world.context.newPage();
  await other.bringToFront();
  await page.waitForFunction(() => document.adoptedStyleSheets.length === 0, undefined, { polling: 100 });
  const worker = await workerOf(world.context);
  await expect.poll(async () => JSON.stringify(await worker.evaluate(() => chrome.storage.session.get(null)))).toContain("hidden");
  await popup.close().catch(() => undefined);
  await Promise.all([page.close(), other.close()]);
});

test("an endless page stops at the limit that was set", async () => {
  const page = await openAt("infinite", 0);
  const { png } = await captureWholePage(world, page, 4_000);
  expect(PNG.sync.read(png).height).toBe(4_000);
  await page.close();
});
