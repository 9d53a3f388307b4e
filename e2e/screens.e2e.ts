import { mkdir } from "node:fs/promises";
import path from "node:path";
import { launchBrowser } from "@stillreel/testing/browser";
import type { Browser, ConsoleMessage, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWindows, forEachScreen, listScreens, type Screen, type Windows } from "./support/screens.ts";
import { type RunningServer, startServer } from "./support/start-server.ts";

/** Pictures for a person to look at; they are no part of the repository. */
const FOLDER = path.resolve(import.meta.dirname, "../.cache/screens");

interface View {
  name: string;
  width: number;
  height: number;
  colorScheme: "light" | "dark";
  language?: string;
  /** Shows also the screens whose frame is another's. */
  hasVariants?: boolean;
}

/** For all screens of one view, on a busy machine. */
const TIMEOUT_MS = 180_000;

const VIEWS: View[] = [
  { name: "light", width: 1440, height: 900, colorScheme: "light", hasVariants: true },
  { name: "dark", width: 1440, height: 900, colorScheme: "dark" },
  { name: "light-m", width: 390, height: 844, colorScheme: "light" },
  { name: "dark-m", width: 390, height: 844, colorScheme: "dark", hasVariants: true },
  { name: "light-rtl", width: 1440, height: 900, colorScheme: "light", language: "ar" },
  { name: "light-m-rtl", width: 390, height: 844, colorScheme: "light", language: "ar", hasVariants: true },
];

let server: RunningServer;
let browser: Browser;
let screens: Screen[];

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  screens = await listScreens(server.url);
  await mkdir(FOLDER, { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/**
 * A failed load of something that is rightly not there says so in the console; all else is a fault. Catalogues of languages
 * that are not translated yet are among the former: the texts are English then, in the language's direction.
 */
function isFault(screen: Screen, message: ConsoleMessage): boolean {
  if (message.type() !== "error") return false;
  const isMissing = /status of (401|404|410)/u.test(message.text());
  return !(isMissing && (screen.isDeadEnd || !screen.person || message.location().url.includes("/locales/")));
}

/** Opens one screen in one view, keeps its picture, and tells what is wrong with it. */
async function look(windows: Windows, screen: Screen, view: View): Promise<string[]> {
  const faults: string[] = [];
  let page: Page | undefined;
  try {
    page = await windows.open(screen, view.language ? { lng: view.language } : {}, (opened) => {
      opened.on("console", (message) => isFault(screen, message) && faults.push(`console: ${message.text()}`));
      opened.on("pageerror", (error) => faults.push(`error: ${error.message}`));
    });
    // Not "network idle": a language without catalogues is asked for again for a while, and the page stands all the same.
    await page.waitForFunction(
      (direction) => getComputedStyle(document.documentElement).direction === direction,
      view.language === "ar" ? "rtl" : "ltr",
      { timeout: 10_000 },
    );
    // What a narrow screen hides is loaded lazily, so never.
    await page.waitForFunction(
      () => document.fonts.status === "loaded" && [...document.images].every((image) => image.complete || !image.checkVisibility()),
      undefined,
      { timeout: 10_000 },
    );
    await page.screenshot({ path: path.join(FOLDER, `${screen.name}-${view.name}.png`) });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (overflow > 0) faults.push(`scrolls sideways by ${overflow} px`);
  } catch (error) {
    faults.push(String(error).split("\n")[0] ?? "failed");
  } finally {
    await page?.close();
  }
  return faults.map((fault) => `${screen.name}, ${view.name}: ${fault}`);
}

test.each(VIEWS)(
  "every screen stands without errors and fits: $name",
  async (view) => {
    const { width, height, colorScheme } = view;
    const windows = createWindows(browser, server.url, { viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
    const shown = screens.filter((screen) => !screen.isVariant || view.hasVariants);
    try {
      expect(await forEachScreen(shown, (screen) => look(windows, screen, view))).toEqual([]);
    } finally {
      await windows.close();
    }
  },
  TIMEOUT_MS,
);
