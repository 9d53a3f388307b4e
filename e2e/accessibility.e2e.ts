import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { launchBrowser } from "@stillreel/testing/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWindows, forEachScreen, listScreens, type Screen, type Windows } from "./support/screens.ts";
import { type RunningServer, startServer } from "./support/start-server.ts";

interface Finding {
  id: string;
  impact: string | null;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** For all screens in one theme, on a busy machine. */
const TIMEOUT_MS = 180_000;

let server: RunningServer;
let browser: Browser;
let screens: Screen[];
let axe: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  screens = await listScreens(server.url);
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Serious findings of one screen, told so that they can be mended without running it again. */
async function findings(windows: Windows, screen: Screen, colorScheme: "light" | "dark"): Promise<string[]> {
  let page: Page | undefined;
  try {
    page = await windows.open(screen);
    await page.evaluate(axe);
    // What is not colour is the same in both themes.
    const options = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {};
    const found = await page.evaluate(
      (given) => (window as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } }).axe.run(given),
      options,
    );
    return found.violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${screen.name} (${colorScheme}) ${id}: ${help}\n  ${node.html.slice(0, 200)}\n  ${node.failureSummary ?? ""}`),
      );
  } catch (error) {
    return [`${screen.name} (${colorScheme}): ${String(error)}`];
  } finally {
    await page?.close();
  }
}

test.each(["light", "dark"] as const)(
  "no screen has a serious accessibility fault in the %s theme",
  async (colorScheme) => {
    // The checker is not the page's own script, so the page's policy may not stand in its way here.
    const look = { viewport: { width: 1440, height: 900 }, colorScheme, reducedMotion: "reduce", bypassCSP: true } as const;
    const windows = createWindows(browser, server.url, look);
    try {
      expect(await forEachScreen(screens, (screen) => findings(windows, screen, colorScheme))).toEqual([]);
    } finally {
      await windows.close();
    }
  },
  TIMEOUT_MS,
);
