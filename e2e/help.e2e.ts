import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs, openLibrary } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage();
let person: Person;

beforeAll(async () => {
  person = await registerPerson(stage.server.url, "Hana Help");
  await uploadPicture(person, "Departure board");
});

/** Opens the library as a user. */
async function openImages(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openAs(stage.browser, stage.server.url, person, options);
  await openLibrary(page, `${stage.server.url}/images`);
  return page;
}

/** Returns by how many pixels a page scrolls sideways. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("a visitor without an account finds an article by its words and reads it", async () => {
  const page = await stage.browser.newPage();
  await page.goto(`${stage.server.url}/auth/login`);
  await page.getByRole("link", { name: "Help" }).click();
  const field = page.getByRole("searchbox", { name: "Search help" });
  await field.waitFor();
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.keyboard.type("password of a link");
  const found = page.getByRole("link", { name: /^Share links/u });
  await found.locator("mark").first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await found.click();
  await page.getByRole("heading", { level: 1, name: "Share links" }).waitFor();
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Let a link expire" }).click();
  expect(new URL(page.url()).hash).toBe("#let-a-link-expire");
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.goBack();
  await page.goBack();
  expect(await field.inputValue()).toBe("password of a link");
  await page.getByRole("link", { name: "Sign in", exact: true }).waitFor();
  await page.context().close();
});

test("? shows the shortcuts, and from there the article that fits the page, beside which the page can be used", async () => {
  const page = await openImages();
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.getByRole("heading", { level: 1, name: "Trash" }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByRole("button", { name: "Help for this page" }).click();
  const panel = page.getByRole("complementary", { name: "Help" });
  await panel.getByRole("heading", { name: "Trash and how long things stay" }).waitFor();
  await expect.poll(() => panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await panel.getByRole("heading", { name: "Undo right away" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole("link", { name: "My images" }).first().click();
  await page.getByRole("heading", { level: 1, name: "My images" }).waitFor();
  await panel.getByRole("heading", { name: "Trash and how long things stay" }).waitFor();
  await panel.getByRole("button", { name: "Close help" }).click();
  await panel.waitFor({ state: "detached" });
  await page.context().close();
});

test("the header opens the article of each page, and its panel offers that of the next page", async () => {
  const page = await openImages();
  const panel = page.getByRole("complementary", { name: "Help" });
  for (const [path, heading, article] of [
    ["/images", "My images", "Get started with Stillreel"],
    ["/account/security", "Settings", "Protect your account"],
    ["/account/data", "Settings", "Export, import or delete your data"],
    ["/account/notifications", "Settings", "Choose what you are notified about"],
    ["/workspaces", "Workspaces", "Work together in a workspace"],
  ] as const) {
    await page.goto(stage.server.url + path);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await page.getByRole("button", { name: "Help for this page" }).click();
    await panel.getByRole("heading", { name: article }).waitFor();
  }
  // The panel stays while the page changes, and offers the article of the new page.
  await page.getByRole("link", { name: "Trash" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Trash" }).waitFor();
  await panel.getByRole("button", { name: "For this page: Trash and how long things stay" }).click();
  await panel.getByRole("heading", { name: "Trash and how long things stay" }).waitFor();
  expect(await panel.getByRole("button", { name: /^For this page/u }).count()).toBe(0);
  await page.context().close();
});

test("What's New loads when it is opened, and its dot disappears", async () => {
  const page = await openImages();
  const pictures: string[] = [];
  page.on("request", (request) => void (request.url().endsWith(".webp") && pictures.push(request.url())));
  const openMenu = (): Promise<void> => page.getByRole("button", { name: /^Hana Help/u }).click();
  await openMenu();
  await page.getByRole("menuitem", { name: "What's New not opened yet" }).waitFor();
  expect(pictures).toEqual([]);
  await page.getByRole("menuitem", { name: /What's New/u }).click();
  const panel = page.getByRole("complementary", { name: "What's New" });
  await panel.getByText("Dec 01, 2022").waitFor();
  await panel.getByText("May 01, 2022").waitFor();
  await expect.poll(() => pictures.length).toBeGreaterThan(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await openMenu();
  await page.getByRole("menuitem", { name: "What's New", exact: true }).waitFor();
  await page.context().close();
});

test("on a phone the panel is a full sheet, and no page of the help centre scrolls sideways", async () => {
  const page = await openImages({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" });
  await page
    .getByRole("button", { name: /Account: Hana Help/u })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Help", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Help" });
  await panel.getByRole("heading", { name: "Get started with Stillreel" }).waitFor();
  expect((await panel.boundingBox())?.width).toBe(390);
  expect(await accessibilityFaults(page)).toEqual([]);
  await panel.getByRole("link", { name: "Open as page" }).click();
  await page.getByRole("heading", { level: 1, name: "Get started with Stillreel" }).waitFor();
  for (const path of ["/help", "/help/keyboard-shortcuts", "/help/backup", "/help?q=trash"]) {
    await page.goto(stage.server.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("main :is(ol, table, ul)").first().waitFor();
    expect(await overflow(page), path).toBe(0);
    expect(await accessibilityFaults(page), path).toEqual([]);
  }
  await page.context().close();
});
