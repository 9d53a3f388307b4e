import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { directionOf, LANGUAGES } from "@stillreel/i18n";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { focused, tabTo } from "./support/keyboard.ts";
import { itemLink } from "./support/library-page.ts";
import { newPerson } from "./support/people.ts";
import { stripedPng } from "./support/pictures.ts";
import { setStage } from "./support/stage.ts";

/** Folder of screenshots for review. They are not part of the repository. */
const FOLDER = path.resolve(import.meta.dirname, "../.cache/languages");

const stage = setStage({});
beforeAll(() => mkdir(FOLDER, { recursive: true }));

/** Returns a function that gives the texts of a language by namespace and key. */
async function textsOf(language: string): Promise<(namespace: string, key: string) => string> {
  const folder = path.resolve(import.meta.dirname, "../packages/i18n/src", language);
  const namespaces = ["auth", "common", "item", "library", "selection", "watch"] as const;
  const read = async (name: string): Promise<[string, unknown]> => [
    name,
    JSON.parse(await readFile(path.join(folder, `${name}.json`), "utf8")),
  ];
  const catalogues = Object.fromEntries(await Promise.all(namespaces.map(read)));
  return (namespace, key) => {
    const found = key
      .split(".")
      .reduce((inner: unknown, part) => (inner as Record<string, unknown> | undefined)?.[part], catalogues[namespace]);
    if (typeof found !== "string") throw new Error(`No text ${namespace}:${key} in ${language}.`);
    return found;
  };
}

const starting = (tag: string, name: string): RegExp =>
  new RegExp(`^${tag} ${name.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)}`, "u");

/** Chooses the language in the menu of the sign-in page by arrow keys. */
async function chooseLanguage(page: Page, language: string): Promise<void> {
  await tabTo(page, /^SELECT Language/u);
  const steps = LANGUAGES.findIndex(({ tag }) => tag === language);
  for (let step = 0; step < steps; step += 1) await page.keyboard.press("ArrowDown");
  await page.waitForFunction((tag) => document.documentElement.lang === tag, language);
  await expect.poll(() => page.evaluate(() => document.documentElement.dir)).toBe(directionOf(language));
}

test.each(["ar", "de", "zh"])(
  "by keyboard alone, in the language of the reader: register, upload, rename, share, open the link, comment: %s",
  { timeout: 240_000 },
  async (language) => {
    const t = await textsOf(language);
    const person = newPerson("Kim Keys");
    const context: BrowserContext = await stage.browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: "en-US",
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    const faults: string[] = [];
    // The browser's file pickers are intercepted while there is a listener.
    page.on("filechooser", () => {});
    page.on("pageerror", (error) => faults.push(error.message));

    // Register, in a browser whose language is English.
    await page.goto(`${stage.server.url}/auth/register`);
    await page.getByRole("button", { name: "Create account" }).waitFor();
    await chooseLanguage(page, language);
    await page.getByRole("heading", { level: 1, name: t("auth", "register.title") }).waitFor();
    for (const [field, value] of [
      ["name", person.name],
      ["email", person.email],
      ["password", person.password],
      ["confirm", person.password],
    ] as const) {
      await tabTo(page, starting("INPUT", t("auth", `fields.${field}`)));
      await page.keyboard.type(value);
    }
    await page.screenshot({ path: path.join(FOLDER, `journey-${language}-register.png`) });
    const consent = page.getByRole("checkbox").first();
    await page.keyboard.press("Tab");
    for (let press = 0; press < 6 && !(await consent.evaluate((box) => box === document.activeElement)); press += 1)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: t("item", "myImages") }).waitFor();

    // The library handles keys once its code for selections is loaded, after the first paint.
    await page.locator(`body > [aria-label="${t("selection", "toolbar")}"]`).waitFor({ state: "attached" });

    // Upload two images. The file picker of the system is the only part without a keyboard here.
    const picker = page.waitForEvent("filechooser");
    await page.keyboard.press("u");
    await (
      await picker
    ).setFiles(
      ["first", "second"].map((name, index) => ({
        name: `${name}.png`,
        mimeType: "image/png",
        buffer: stripedPng(640, 400, [60, 90 + 80 * index, 160]),
      })),
    );
    await itemLink(page, "first").waitFor();
    await itemLink(page, "second").waitFor();

    // Rename the first item of the row. The arrow key that points to the next card moves the focus.
    const titles = await page.locator("[data-item-link]").allInnerTexts();
    await tabTo(page, new RegExp(`^A ${titles[0]}`, "u"));
    const [onwards, back] = directionOf(language) === "rtl" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    await page.keyboard.press(onwards);
    expect(await focused(page)).toMatch(new RegExp(`^A ${titles[1]}`, "u"));
    await page.keyboard.press(back);
    expect(await focused(page)).toMatch(new RegExp(`^A ${titles[0]}`, "u"));
    await page.keyboard.press("F2");
    await expect.poll(() => focused(page)).toMatch(/^INPUT|^TEXTAREA/u);
    await page.keyboard.press("Control+a");
    const title = t("library", "actions.share");
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
    await itemLink(page, title).waitFor();
    await page.screenshot({ path: path.join(FOLDER, `journey-${language}-library.png`) });

    // Share it: open the item, create its link.
    await tabTo(page, starting("A", title));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: t("item", "share.create") }).waitFor();
    await page.keyboard.press("l");
    await page.getByText(t("library", "toasts.linkCopied")).first().waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());

    // Open the link. The server renders the page in the language that was chosen in the portal.
    const answer = await page.goto(link);
    expect(await answer?.text()).toContain(`<html lang="${language}" dir="${directionOf(language)}"`);
    const write = t("watch", "discussion.write");
    const field = page.getByRole("textbox", { name: write });
    await field.waitFor();
    await tabTo(page, starting("TEXTAREA", write), 60);
    expect(await field.evaluate((area) => getComputedStyle(area).direction)).toBe(directionOf(language));
    await page.keyboard.type(`${title} 👍 (OK)`);
    await page.keyboard.press("Control+Enter");
    await page.getByText(`${title} 👍 (OK)`).first().waitFor();
    await page.screenshot({ path: path.join(FOLDER, `journey-${language}-public.png`) });
    expect(faults).toEqual([]);
    await context.close();
  },
);
