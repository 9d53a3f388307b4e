import { ExtensionPopup } from "@stillreel/testing/browser";
import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXTENSION_ID } from "../apps/extension/src/shared/core/identity.ts";
import { ClosedShadowRoot } from "./support/closed-shadow-root.ts";
import { type ExtensionWorld, startExtensionWorld } from "./support/extension-world.ts";
import { storedCaptures, workerOf } from "./support/stored-captures.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";
import { captureWholePage } from "./fixture-pages/capture-fixture.ts";
import { startFixtureServer, type FixtureServer } from "./fixture-pages/fixture-server.ts";
import { INCOMPLETE_PAGES } from "./fixture-pages/incomplete-pages.ts";

let server: RunningServer;
let fixtures: FixtureServer;
let world: ExtensionWorld;

beforeAll(async () => {
  [server, fixtures] = await Promise.all([startStoryServer(), startFixtureServer()]);
  world = await startExtensionWorld(server.url);
});
afterAll(async () => {
  await Promise.all([world?.close(), fixtures?.stop()]);
  await server?.stop();
});

/** Reads all state of a page that a full-page capture could change. */
const stateOf = (page: Page) =>
  page.evaluate(() => ({
    html: document.documentElement.outerHTML,
    scroll: [scrollX, scrollY],
    sheets: document.adoptedStyleSheets.length,
    running: document.getAnimations().filter(({ playState }) => playState === "running").length,
  }));

async function openAt(name: string, y: number): Promise<Page> {
  const page = await world.context.newPage();
  await page.goto(`${fixtures.url}/${name}`);
  await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), y);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return page;
}

/** Starts a full-page capture, and returns when the page is frozen for it. */
async function begin(page: Page): Promise<ExtensionPopup> {
  const popup = await world.openPopup(page);
  await popup.click("Full page");
  await page.waitForFunction(() => document.adoptedStyleSheets.length > 0);
  return popup;
}

/** Returns the text of the popup that the extension opens, or an empty string while there is none or it is closing. */
const textOfPopup = (): Promise<string> =>
  ExtensionPopup.opened(world.context, EXTENSION_ID)
    .then((popup) => popup.text())
    .catch(() => "");

/** Removes our toast about the end, which would also disappear automatically. */
const dropToast = (page: Page): Promise<void> => page.evaluate(() => document.querySelector("stillreel-toast")?.remove());

/** Waits for the end of the full-page capture and reads the page's state immediately: it must have been restored before. */
async function stateAtEnd(page: Page) {
  const worker = await workerOf(world.context);
  await worker.evaluate(
    () =>
      new Promise<void>((resolve) => {
        chrome.storage.session.onChanged.addListener(({ run }) => run && run.newValue === undefined && resolve());
        void chrome.storage.session.get("run").then(({ run }) => run ?? resolve());
      }),
  );
  return stateOf(page);
}

describe("the page is restored", () => {
  test("after a complete run, which reported its progress", async () => {
    const page = await openAt("fixed-header-footer", 1_234);
    const before = await stateOf(page);
    const worker = await workerOf(world.context);
    const progressEvents = worker.evaluate(
      () =>
        new Promise<[number, number][]>((resolve) => {
          const steps: [number, number][] = [];
          chrome.storage.session.onChanged.addListener(({ run }) => {
            const now = run?.newValue as { done: number; total: number } | undefined;
            if (now && now.total > 0) steps.push([now.done, now.total]);
            else if (run && !now) resolve(steps);
          });
        }),
    );
    const { png } = await captureWholePage(world, page);
    const tiles = Math.ceil(PNG.sync.read(png).height / (await page.evaluate(() => innerHeight)));
    expect(await progressEvents).toEqual(Array.from({ length: tiles }, (_, at) => [at + 1, tiles]));
    await dropToast(page);
    expect(await stateOf(page)).toEqual(before);
    await page.close();
  });

  test.each([
    ["while it is walked through", null],
    ["in the middle", "2 of "],
  ])("before a run that is cancelled has ended: %s", async (_, progress) => {
    const page = await openAt("sticky-header", 777);
    const before = await stateOf(page);
    const popup = await begin(page);
    if (progress) await popup.waitForText(progress);
    await popup.click("Cancel");
    expect(await stateAtEnd(page)).toEqual(before);
    // Nothing that was in progress in the page may scroll it afterwards.
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(await stateOf(page)).toEqual(before);
    await popup.close();
    await page.close();
  });

  test("when the worker is terminated during the run", async () => {
    // Opened before, so that the captured page stays in front.
    const aside = await world.context.newPage();
    const cdp = await world.context.newCDPSession(aside);
    await cdp.send("ServiceWorker.enable");
    const page = await openAt("sticky-header", 777);
    const before = await stateOf(page);
    const popup = await begin(page);
    await cdp.send("ServiceWorker.stopAllWorkers");
    await page.waitForFunction(() => document.adoptedStyleSheets.length === 0, undefined, { timeout: 30_000 });
    await popup.close().catch(() => undefined);
    await dropToast(page);
    expect(await stateOf(page)).toEqual(before);
    await Promise.all([page.close(), aside.close()]);
  }, 60_000);
});

describe("a run ends without a picture, with a message", () => {
  const nothingStored = async (): Promise<void> => expect(await storedCaptures(await workerOf(world.context))).toEqual([]);

  test("when another tab is activated", async () => {
    const page = await openAt("sticky-header", 777);
    const before = await stateOf(page);
    const popup = await begin(page);
    const other = await world.context.newPage();
    await other.bringToFront();
    await page.waitForFunction(() => document.adoptedStyleSheets.length === 0, undefined, { polling: 100 });
    // The popup closed with the tab. The page shows what happened, and no partial image is stored.
    await page.locator("stillreel-toast").waitFor({ state: "attached" });
    await dropToast(page);
    expect(await stateOf(page)).toEqual(before);
    await nothingStored();
    await popup.close().catch(() => undefined);
    await Promise.all([page.close(), other.close()]);
  });

  test("when the window is resized", async () => {
    const page = await openAt("plain", 0);
    const cdp = await world.context.newCDPSession(page);
    const { windowId, bounds } = await cdp.send("Browser.getWindowForTarget");
    const popup = await begin(page);
    await cdp.send("Browser.setWindowBounds", { windowId, bounds: { width: 1_000, height: 700 } });
    await popup.waitForText("The window or its zoom changed during the capture.");
    expect(await page.evaluate(() => [document.adoptedStyleSheets.length, scrollY])).toEqual([0, 0]);
    await cdp.send("Browser.setWindowBounds", { windowId, bounds: { width: bounds.width, height: bounds.height } });
    await nothingStored();
    await popup.close();
    await page.close();
  });

  test("when the tab navigates", async () => {
    const page = await openAt("plain", 0);
    const popup = await begin(page);
    await page.goto(`${fixtures.url}/short`);
    await popup.waitForText("The tab went to another page before the capture finished.");
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
    await nothingStored();
    await popup.close();
    await page.close();
  });

  test("when the tab is closed; the popup opens with the message", async () => {
    const aside = await openAt("short", 0);
    const page = await openAt("plain", 0);
    const popup = await begin(page);
    await page.close();
    await popup.close().catch(() => undefined);
    await expect.poll(textOfPopup, { timeout: 15_000 }).toContain("The tab was closed before the capture finished.");
    await nothingStored();
    await aside.close();
  });

  test("when the page is zoomed by pinch", async () => {
    const page = await openAt("plain", 0);
    const cdp = await world.context.newCDPSession(page);
    await cdp.send("Emulation.setPageScaleFactor", { pageScaleFactor: 2 });
    const popup = await world.openPopup(page);
    await popup.click("Full page");
    await popup.waitForText("The page is zoomed in with a pinch gesture.");
    await nothingStored();
    await popup.close();
    await page.close();
  });
});

test("an endless page stops at the limit that was set", async () => {
  const page = await openAt("infinite", 0);
  const { png } = await captureWholePage(world, page, 4_000);
  expect(PNG.sync.read(png).height).toBe(4_000);
  await page.close();
});

test.each(INCOMPLETE_PAGES)("a capture that may be incomplete is reported in the popup and in the editor: $what", async ({ name }) => {
  const worker = await workerOf(world.context);
  await worker.evaluate(() =>
    Promise.all([chrome.storage.local.set({ preferences: { afterCapture: "copy" } }), chrome.storage.session.remove("incomplete")]),
  );
  const page = await openAt(name, 0);
  const popup = await world.openPopup(page);
  await popup.click("Full page");
  await popup.waitForText("This capture may be incomplete.");
  await popup.waitForText("Capture visible area");
  const capture = (await storedCaptures(worker)).at(-1);
  expect(capture?.record).toMatchObject({ kind: "full-page", incomplete: true });
  await popup.close();
  const editor = await world.context.newPage();
  await editor.goto(`chrome-extension://${EXTENSION_ID}/editor.html?capture=${capture?.id}`);
  await editor.getByText("This capture may be incomplete.").waitFor();
  await editor.getByRole("button", { name: "Capture visible area" }).waitFor();
  await Promise.all([editor.close(), page.close()]);
});

test("a capture that may be incomplete is reported in the page when the popup is closed", async () => {
  const page = await openAt("moved-sections", 0);
  const popup = await begin(page);
  await popup.close();
  const toast = new ClosedShadowRoot(page, "stillreel-toast");
  const note = async (): Promise<string | undefined> => (await toast.byClass("note"))?.text;
  await expect.poll(note, { timeout: 30_000 }).toBe("This capture may be incomplete.");
  await page.close();
}, 60_000);
