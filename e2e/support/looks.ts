import path from "node:path";
import { mkdir } from "node:fs/promises";
import { directionOf } from "@stillreel/i18n";
import type { Browser, ConsoleMessage, Page } from "playwright-core";
import { accessibilityFaults, type AxeRules } from "./axe.ts";
import { createWindows, forEachScreen, type Screen, settle, type Windows } from "./screens.ts";

/** Pictures for a person to look at; they are no part of the repository. */
const FOLDER = path.resolve(import.meta.dirname, "../../.cache/screens");

/** Size and theme that a screen is looked at in. */
export interface Look {
  name: string;
  width: number;
  height: number;
  colorScheme: "light" | "dark";
  /** Shows also the screens whose frame is another's. */
  hasVariants?: boolean;
  /** What axe looks for, if anything: most of what it knows is the same in every look. */
  axe?: AxeRules;
}

/** Looks that follow one another on the same page, in one language. */
export interface Round {
  /** The first one is what the page is loaded in; the others come as a turned phone and an evening do, in place. */
  looks: readonly [Look, ...Look[]];
  language: string;
}

/** A failed load of something that is rightly not there says so in the console; all else is a fault. */
function isFault(screen: Screen, message: ConsoleMessage): boolean {
  if (message.type() !== "error") return false;
  const isMissing = /status of (401|404|410)/u.test(message.text());
  return !(isMissing && (screen.isDeadEnd || !screen.person));
}

/** Takes a page into a look, keeps its picture, and tells what is wrong with it there. */
async function takeIn(page: Page, screen: Screen, look: Look): Promise<string[]> {
  const { width, height, colorScheme, axe } = look;
  const isResized = page.viewportSize()?.width !== width;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  if (isResized && screen.isSizedOnce) await page.reload();
  await settle(page, screen);
  await page.screenshot({ path: path.join(FOLDER, `${screen.name}-${look.name}.png`) });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return [...(overflow > 0 ? [`scrolls sideways by ${overflow} px`] : []), ...(axe ? await accessibilityFaults(page, axe) : [])];
}

/** Turns a page round as the choice of a language does. Texts that are not translated yet are English in any. */
const turn = (page: Page, language: string): Promise<void> =>
  page.evaluate(
    ([tag, direction]) => {
      document.documentElement.lang = tag;
      document.documentElement.dir = direction;
    },
    [language, directionOf(language)] as const,
  );

/** Opens a screen. One that is not reached is tried once more in a new window, and named: a busy machine may have been in the way. */
function open(windows: Windows, ...opened: Parameters<Windows["open"]>): Promise<Page> {
  return windows.open(...opened).catch((error: unknown) => {
    console.warn(`${opened[0].name}: reached only when tried again. ${String(error)}`);
    return windows.open(...opened);
  });
}

/** Shows one screen in each look of each round, and tells what is wrong with it. A variant is loaded once, and turned round in place. */
async function lookAt(windows: Windows, screen: Screen, rounds: readonly Round[]): Promise<string[]> {
  const faults: string[] = [];
  let now = "";
  const note = (fault: string): void => void faults.push(`${screen.name}, ${now}: ${fault}`);
  const listener = {
    console: (message: ConsoleMessage): void => void (isFault(screen, message) && note(`console: ${message.text()}`)),
    error: (error: Error) => note(`error: ${error.message}`),
  };
  let page: Page | undefined;
  for (const { looks, language } of rounds) {
    now = looks[0].name;
    try {
      if (page && screen.isVariant) await turn(page, language);
      else page = await open(windows, screen, looks[0], language, listener);
      await page.waitForFunction((direction) => getComputedStyle(document.documentElement).direction === direction, directionOf(language), {
        timeout: 10_000,
      });
      for (const look of looks.filter(({ hasVariants }) => hasVariants || !screen.isVariant)) {
        now = look.name;
        for (const fault of await takeIn(page, screen, look)) note(fault);
      }
    } catch (error) {
      note(String(error).split("\n")[0] ?? "failed");
    }
  }
  return faults;
}

/** Looks at every screen in every look of each round: what is wrong with them. */
export async function lookAround(
  browser: Browser,
  serverUrl: string,
  screens: readonly Screen[],
  rounds: readonly Round[],
): Promise<string[]> {
  await mkdir(FOLDER, { recursive: true });
  return forEachScreen(
    screens,
    () => createWindows(browser, serverUrl),
    (windows, screen) => lookAt(windows, screen, rounds),
  );
}
