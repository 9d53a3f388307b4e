import { expect, test } from "vitest";
import { setStage } from "./support/stage.ts";

const stage = setStage({ DEFAULT_LANGUAGE: "ar" });

/** Opens the sign-in page in a browser with a language. Returns every language and direction that the page had, without regions. */
async function openIn(locale: string, query = ""): Promise<string[]> {
  const context = await stage.browser.newContext({ locale });
  const page = await context.newPage();
  const seen: string[] = [];
  await page.exposeFunction("seen", (tags: string) => seen.push(tags));
  await page.addInitScript(() => {
    const note = (): void => {
      const { lang, dir } = document.documentElement;
      (globalThis as unknown as { seen(tags: string): void }).seen(`${lang.slice(0, 2)} ${dir}`);
    };
    // The first call is after the early script, before the code of the application.
    document.addEventListener("DOMContentLoaded", () => {
      note();
      new MutationObserver(note).observe(document.documentElement, { attributeFilter: ["lang", "dir"] });
    });
  });
  await page.goto(`${stage.server.url}/auth/login${query}`);
  await page.locator("main h1").waitFor();
  await context.close();
  return [...new Set(seen)];
}

test("the portal has the language of the installation when the browser has none that is translated", async () => {
  expect(await openIn("fi-FI")).toEqual(["ar rtl"]);
  expect(await openIn("fi-FI", "?lng=tlh")).toEqual(["ar rtl"]);
});

test("a language of the browser or the address has priority, from the first paint on", async () => {
  expect(await openIn("de-AT")).toEqual(["de ltr"]);
  expect(await openIn("fi-FI", "?lng=pt-BR")).toEqual(["pt ltr"]);
  expect(await openIn("en-US")).toEqual(["en ltr"]);
});
