import path from "node:path";
import { mkdir } from "node:fs/promises";
import type { Browser, ConsoleMessage, Page } from "playwright-core";
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
}

/** Looks that follow one another on the same page, in one language. */
export interface Round {
  /** The first one is what the page is loaded in; the others come as a turned phone and an evening do, in place. */
  looks: readonly [Look, ...Look[]];
  language?: string;
}

/**
 * A failed load of something that is rightly not there says so in the console; all else is a fault. Catalogues of languages
 * that are not translated yet are among the former: the texts are English then, in the language's direction.
 */
function isFault(screen: Screen, message: ConsoleMessage): boolean {
  if (message.type() !== "error") return false;
  const isMissing = /status of (401|404|410)/u.test(message.text());
  return !(isMissing && (screen.isDeadEnd || !screen.person || message.location().url.includes("/locales/")));
}

/** Takes a page into a look, keeps its picture, and tells how far it scrolls sideways. */
async function takeIn(page: Page, screen: Screen, look: Look): Promise<string[]> {
  const { width, height, colorScheme } = look;
  const isResized = page.viewportSize()?.width !== width;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  if (isResized && screen.isSizedOnce) await page.reload();
  await settle(page, screen);
  await page.screenshot({ path: path.join(FOLDER, `${screen.name}-${look.name}.png`) });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return overflow > 0 ? [`scrolls sideways by ${overflow} px`] : [];
}

/** Loads one screen, and tells what is wrong with it in each look. */
async function lookAt(windows: Windows, screen: Screen, { looks, language }: Round): Promise<string[]> {
  const faults: string[] = [];
  let now = looks[0].name;
  const note = (fault: string): void => void faults.push(`${screen.name}, ${now}: ${fault}`);
  let page: Page | undefined;
  try {
    page = await windows.open(screen, language ? { lng: language } : {}, (opened) => {
      opened.on("console", (message) => isFault(screen, message) && note(`console: ${message.text()}`));
      opened.on("pageerror", (error) => note(`error: ${error.message}`));
    });
    // Not "network idle": a language without catalogues is asked for again for a while, and the page stands all the same.
    await page.waitForFunction(
      (direction) => getComputedStyle(document.documentElement).direction === direction,
      language === "ar" ? "rtl" : "ltr",
      { timeout: 10_000 },
    );
    for (const look of looks.filter(({ hasVariants }) => hasVariants || !screen.isVariant)) {
      now = look.name;
      for (const fault of await takeIn(page, screen, look)) note(fault);
    }
  } catch (error) {
    note(String(error).split("\n")[0] ?? "failed");
  } finally {
    await page?.close();
  }
  return faults;
}

/** Looks at every screen in every look of a round: what is wrong with them. */
export async function lookAround(browser: Browser, serverUrl: string, screens: readonly Screen[], round: Round): Promise<string[]> {
  await mkdir(FOLDER, { recursive: true });
  const { width, height, colorScheme } = round.looks[0];
  const look = { viewport: { width, height }, colorScheme, reducedMotion: "reduce" } as const;
  return forEachScreen(
    screens,
    () => createWindows(browser, serverUrl, look),
    (windows, screen) => lookAt(windows, screen, round),
  );
}
