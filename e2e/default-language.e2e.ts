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

test("the names of the languages to choose from do not load the fonts of their scripts", async () => {
  const context = await stage.browser.newContext({ locale: "de-DE" });
  const page = await context.newPage();
  const fonts: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".woff2")) fonts.push(new URL(request.url()).pathname);
  });
  await page.goto(`${stage.server.url}/auth/login`);
  await page.getByRole("combobox").waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState("networkidle");
  expect(fonts.filter((path) => path.includes("onest-latin-wght"))).toHaveLength(1);
  expect(fonts.filter((path) => !path.includes("-latin-"))).toEqual([]);
  await context.close();
});
