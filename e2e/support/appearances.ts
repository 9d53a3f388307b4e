import path from "node:path";
import { mkdir } from "node:fs/promises";
import { directionOf } from "@stillreel/i18n";
import type { Browser, ConsoleMessage, Page } from "playwright-core";
import { accessibilityFaults, type AxeRules } from "./axe.ts";
import type { Screen } from "./screen.ts";
import { createWindows, forEachScreen, settle, type Windows } from "./screens.ts";

/** Whether the nightly tier runs. */
const IS_NIGHTLY = process.env["NIGHTLY"] === "1";
/** Folder of screenshots for review, which the nightly tier takes. They are not part of the repository. */
const FOLDER = path.resolve(import.meta.dirname, "../../.cache/screens");

/** Size and theme in which a screen is tested. */
interface Appearance {
  name: string;
  width: number;
  height: number;
  colorScheme: "light" | "dark";
  /** Whether variants are included: screens that share the frame of another screen. */
  hasVariants?: boolean;
  /** Rules that axe checks, if any. Most rules have the same result in every appearance. */
  axe?: AxeRules;
}

/** Appearances that follow one another on the same page, in one language. */
export interface Round {
  /** The page is loaded in the first appearance. The others are applied without a reload, as by rotating a phone or changing the theme. */
  appearances: readonly [Appearance, ...Appearance[]];
  language: string;
  /** Whether the page of the round before is turned instead of loaded again. (Variants are always turned.) */
  isTurned?: boolean;
}

/** Returns whether a console message is a fault. An expected failed request is not. */
function isFault(screen: Screen, message: ConsoleMessage): boolean {
  if (message.type() !== "error") return false;
  const isMissing = /status of (401|404|410)/u.test(message.text());
  return !(isMissing && (screen.isDeadEnd || !screen.person));
}

/** Applies an appearance to a page, saves its screenshot in the nightly tier, and returns its faults. */
async function takeIn(page: Page, screen: Screen, appearance: Appearance): Promise<string[]> {
  const { width, height, colorScheme, axe } = appearance;
  const isResized = page.viewportSize()?.width !== width;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  if (isResized && screen.isSizedOnce) await page.reload();
  await settle(page, screen);
  if (IS_NIGHTLY) await page.screenshot({ path: path.join(FOLDER, `${screen.name}-${appearance.name}.png`) });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return [...(overflow > 0 ? [`scrolls sideways by ${overflow} px`] : []), ...(axe ? await accessibilityFaults(page, axe) : [])];
}

/** Changes the page's language and direction as the language setting does. Untranslated texts are English. */
const turn = (page: Page, language: string): Promise<void> =>
  page.evaluate(
    ([tag, direction]) => {
      document.documentElement.lang = tag;
      document.documentElement.dir = direction;
    },
    [language, directionOf(language)] as const,
  );

/** Tests one screen in each appearance of each round and returns its faults. */
async function testScreen(windows: Windows, screen: Screen, rounds: readonly Round[]): Promise<string[]> {
  const faults: string[] = [];
  let now = "";
  const note = (fault: string): void => void faults.push(`${screen.name}, ${now}: ${fault}`);
  const listener = {
    console: (message: ConsoleMessage): void => void (isFault(screen, message) && note(`console: ${message.text()}`)),
    error: (error: Error) => note(`error: ${error.message}`),
  };
  let page: Page | undefined;
  for (const { appearances, language, isTurned } of rounds) {
    now = appearances[0].name;
    try {
      if (page && (screen.isVariant || (isTurned && !screen.isSizedOnce))) await turn(page, language);
      else page = await windows.open(screen, appearances[0], language, listener);
      await page.waitForFunction((direction) => getComputedStyle(document.documentElement).direction === direction, directionOf(language), {
        timeout: 10_000,
      });
      for (const appearance of appearances.filter(({ hasVariants }) => hasVariants || !screen.isVariant)) {
        now = appearance.name;
        for (const fault of await takeIn(page, screen, appearance)) note(fault);
      }
    } catch (error) {
      note(String(error).split("\n")[0] ?? "failed");
    }
  }
  return faults;
}

/** Tests every screen in every appearance of each round and returns the faults. */
export async function testScreens(
  browser: Browser,
  serverUrl: string,
  screens: readonly Screen[],
  rounds: readonly Round[],
): Promise<string[]> {
  await mkdir(FOLDER, { recursive: true });
  return forEachScreen(
    screens,
    () => createWindows(browser, serverUrl),
    (windows, screen) => testScreen(windows, screen, rounds),
  );
}
