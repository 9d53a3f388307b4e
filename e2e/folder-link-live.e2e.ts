import { deleteFolderShare, getFolderShare, updateFolderShare, updateItem } from "@stillreel/contract";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { shownAtEnd } from "./support/folder-page.ts";
import { SHIFT_MAX, total, watchShifts } from "./support/layout-shifts.ts";
import { folderLink, makeFolder, openAs, openLibrary, whenLive } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage();
let owner: Person;
let folderId: string;
const pages: Page[] = [];

beforeEach(async () => {
  owner = await registerPerson(stage.server.url, "Mira Halvorsen");
  folderId = await makeFolder(owner, "Release 4.12");
  await makeFolder(owner, "Known issues", folderId);
  await uploadPicture(owner, "Route planner", undefined, { folderId });
  await uploadPicture(owner, "Departure board", undefined, { folderId });
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

const ref = () => ({ params: { workspaceId: "personal", folderId } });
const shareUrl = async (): Promise<string> => (await owner.client.call(getFolderShare, ref())).shareUrl;

async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await stage.browser.newContext(options)).newPage();
  pages.push(page);
  return page;
}

/** Opens the page of the folder as a visitor, and waits until it follows the folder. */
async function visit(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage(options);
  const isLive = whenLive(page);
  await page.goto(await shareUrl());
  await isLive;
  return page;
}

const titles = (page: Page): Promise<string[]> => page.locator("#cards > .card .ctitle").allTextContents();

describe("the page of a shared folder that is open", () => {
  test("shows what is added, renamed and removed, and keeps the focus and the images", async () => {
    const page = await visit();
    expect(await titles(page)).toEqual(["Departure board", "Route planner"]);
    // A card is replaced when its thumbnail becomes ready.
    await expect.poll(() => page.locator("#cards > .card img").count()).toBe(2);
    const card = page.getByRole("link", { name: /Route planner/u });
    await card.focus();
    await card.evaluate((link) => link.setAttribute("data-kept", "yes"));
    const added = await uploadPicture(owner, "Fare table", undefined, { folderId });
    await expect.poll(() => titles(page)).toEqual(["Fare table", "Departure board", "Route planner"]);
    await page.getByText("3 images").waitFor();
    await page.getByText("3 of 3 items shown").waitFor({ state: "attached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("data-kept"))).toBe("yes");
    const put = { params: { workspaceId: "personal", type: "image" as const, itemId: added } };
    await owner.client.call(updateItem, { ...put, body: { title: "Fare table 2027" } });
    await expect.poll(() => titles(page)).toEqual(["Fare table 2027", "Departure board", "Route planner"]);
    await makeFolder(owner, "Fares", folderId);
    await page.getByRole("link", { name: /Fares/u }).waitFor();
    await owner.client.call(updateItem, { ...put, body: { trash: true } });
    await expect.poll(() => titles(page)).toEqual(["Departure board", "Route planner"]);
    await owner.client.call(updateFolderShare, { ...ref(), body: { allowDownload: false, order: { items: "name", folders: "name" } } });
    await page.getByRole("link", { name: /Download all/u }).waitFor({ state: "detached" });
    await owner.client.call(updateFolderShare, { ...ref(), body: { order: { items: "oldest", folders: "name" } } });
    await expect.poll(() => titles(page)).toEqual(["Route planner", "Departure board"]);
    // The form for reports belongs to the replaced line of facts, and works.
    await page.getByRole("button", { name: "Report" }).click();
    await page.getByRole("dialog").waitFor();
    expect((await owner.client.call(getFolderShare, ref())).opened).toBe(1);
  });

  test("ends when the link is turned off", async () => {
    const page = await visit();
    await owner.client.call(deleteFolderShare, ref());
    await page.getByRole("heading", { name: "This link doesn't work" }).waitFor();
  });

  test("asks for a password that was set meanwhile", async () => {
    const page = await visit();
    await owner.client.call(updateFolderShare, { ...ref(), body: { password: "open sesame" } });
    await page.getByRole("textbox", { name: "Password" }).fill("open sesame");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Release 4.12" }).waitFor();
  });

  test("keeps the items that were loaded while scrolling", { timeout: 120_000 }, async () => {
    for (let nth = 0; nth < 62; nth += 1) await uploadPicture(owner, `Image ${nth}`, undefined, { folderId });
    const page = await visit({ viewport: { width: 390, height: 844 } });
    await expect.poll(() => shownAtEnd(page)).toBe("64 of 64 items shown");
    await uploadPicture(owner, "Newest", undefined, { folderId });
    await page.getByText("65 of 65 items shown").waitFor({ state: "attached" });
    const shown = await titles(page);
    expect([shown.length, new Set(shown).size, shown[0], shown.at(-1)]).toEqual([65, 65, "Newest", "Route planner"]);
  });
});

test("skeletons have the place of the next items while these are loaded slowly", { timeout: 120_000 }, async () => {
  for (let nth = 0; nth < 62; nth += 1) await uploadPicture(owner, `Image ${nth}`, undefined, { folderId });
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/cursor=/u, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(await shareUrl());
  const skeletons = async (): Promise<number> => {
    await shownAtEnd(page);
    return page.locator("#cards > .skeleton").count();
  };
  await expect.poll(skeletons).toBe(4);
  const [card, skeleton] = [page.locator("#cards > .card").first(), page.locator("#cards > .skeleton").first()];
  const heights = [(await card.boundingBox())?.height ?? 0, (await skeleton.boundingBox())?.height ?? 0];
  expect(Math.abs((heights[0] ?? 0) - (heights[1] ?? 0))).toBeLessThan(6);
  expect(await accessibilityFaults(page)).toEqual([]);
  release();
  await page.getByText("64 of 64 items shown").waitFor({ state: "attached" });
  expect(await page.locator("#cards > .skeleton").count()).toBe(0);
});

test.each([
  ["on a desktop", { viewport: { width: 1440, height: 900 } }],
  ["on a phone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
] as const)("nothing moves while the page of a folder loads, and when an item is added %s", async (_where, options) => {
  const page = await newPage(options);
  const readShifts = await watchShifts(page);
  const isLive = whenLive(page);
  await page.goto(await shareUrl());
  await isLive;
  await page.waitForLoadState("load");
  await page.locator("#report").waitFor();
  const shifts = await readShifts();
  expect([total(shifts) <= SHIFT_MAX, shifts]).toEqual([true, total(shifts) <= SHIFT_MAX ? shifts : []]);
});

test.each([
  ["dark", { colorScheme: "dark", viewport: { width: 1440, height: 900 } }, ""],
  ["on a phone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }, ""],
  ["dark on a phone", { colorScheme: "dark", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }, ""],
  ["right to left", { viewport: { width: 1440, height: 900 } }, "?lng=en-XB"],
] as const)("the page of a folder is accessible %s", async (_how, options, query) => {
  const page = await newPage(options);
  await page.goto((await shareUrl()) + query);
  await page.getByRole("heading", { level: 1, name: "Release 4.12" }).waitFor();
  if (query !== "") {
    expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
    // A Latin title stays at the start of its card.
    expect(
      await page
        .locator(".ctitle")
        .first()
        .evaluate((title) => getComputedStyle(title).textAlign),
    ).toBe("right");
  }
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test("a new link has the order of the owner's library, and the owner changes it in the dialog", async () => {
  await uploadPicture(owner, "Arrivals", undefined, { folderId });
  const page = await openAs(stage.browser, stage.server.url, owner);
  pages.push(page);
  await openLibrary(page, `${stage.server.url}/images`);
  await page.getByRole("button", { name: "Newest first" }).click();
  await page.getByRole("menu").getByRole("menuitemradio", { name: "Name" }).first().click();
  await folderLink(page, "Release 4.12").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Share link" }).click();
  const dialog = page.getByRole("dialog", { name: /Share folder/u });
  await dialog.getByRole("button", { name: "Create link" }).click();
  await dialog.getByRole("button", { name: "Sort: By name" }).waitFor();
  const visitor = await visit();
  expect(await titles(visitor)).toEqual(["Arrivals", "Departure board", "Route planner"]);
  await dialog.getByRole("button", { name: "Sort: By name" }).click();
  await page.getByRole("menu").getByRole("menuitemradio", { name: "Date, oldest" }).first().click();
  await expect.poll(() => titles(visitor)).toEqual(["Route planner", "Departure board", "Arrivals"]);
});

test("Shared by me lists folders with a link, and those whose link was turned off no more", async () => {
  await owner.client.call(getFolderShare, ref());
  const page = await openAs(stage.browser, stage.server.url, owner);
  pages.push(page);
  await openLibrary(page, `${stage.server.url}/shared`);
  await folderLink(page, "Release 4.12").waitFor();
  await folderLink(page, "Release 4.12").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Share link" }).click();
  await page
    .getByRole("dialog", { name: /Share folder/u })
    .getByRole("button", { name: "Turn off link" })
    .click();
  await page.getByRole("dialog", { name: "Turn off link?" }).getByRole("button", { name: "Turn off link" }).click();
  await folderLink(page, "Release 4.12").waitFor({ state: "detached" });
});
