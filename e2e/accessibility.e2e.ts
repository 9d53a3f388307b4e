import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createWindows, forEachScreen, listScreens, type Screen, settle, type Windows } from "./support/screens.ts";
import { setStage } from "./support/stage.ts";

interface Finding {
  id: string;
  impact: string | null;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
/** For all screens, on a busy machine. */
const TIMEOUT_MS = 300_000;

const stage = setStage();

/** Serious findings of a page as it stands, told so that they can be mended without running it again. */
async function findings(page: Page, rules: { runOnly?: string[] }): Promise<string[]> {
  const found = await page.evaluate(
    (given) => (window as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } }).axe.run(given),
    // Whatever is right need not be described.
    { ...rules, resultTypes: ["violations"] },
  );
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}\n  ${node.html.slice(0, 200)}\n  ${node.failureSummary ?? ""}`));
}

/** What is wrong with one screen in the light theme, and in the dark one, which it is switched to as the machine's setting does. */
async function examine(windows: Windows, screen: Screen, axe: string): Promise<string[]> {
  const faults: string[] = [];
  let colorScheme: "light" | "dark" = "light";
  const note = (fault: string): void => void faults.push(`${screen.name} (${colorScheme}) ${fault}`);
  let page: Page | undefined;
  try {
    page = await windows.open(screen);
    await page.evaluate(axe);
    for (const fault of await findings(page, {})) note(fault);
    colorScheme = "dark";
    await page.emulateMedia({ colorScheme });
    await settle(page, screen);
    // What is not colour is the same in both themes.
    for (const fault of await findings(page, { runOnly: ["color-contrast"] })) note(fault);
  } catch (error) {
    note(String(error));
  } finally {
    await page?.close();
  }
  return faults;
}

test(
  "no screen has a serious accessibility fault in the light theme and in the dark one",
  async () => {
    const { server, browser } = stage;
    const [screens, axe] = await Promise.all([listScreens(server.url), readFile(AXE, "utf8")]);
    // The checker is not the page's own script, so the page's policy may not stand in its way here.
    const look = { viewport: { width: 1440, height: 900 }, colorScheme: "light", reducedMotion: "reduce", bypassCSP: true } as const;
    const faults = await forEachScreen(
      screens,
      () => createWindows(browser, server.url, look),
      (windows, screen) => examine(windows, screen, axe),
    );
    expect(faults).toEqual([]);
  },
  TIMEOUT_MS,
);
