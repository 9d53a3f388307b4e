import { readFile } from "node:fs/promises";
import { deleteFolder } from "@stillreel/contract";
import type { Locator, Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readClipboard } from "./support/extension-world.ts";
import {
  dragOnto,
  folderLink,
  itemCard,
  itemLink,
  makeFolder,
  middleOf,
  openAs,
  openLibrary,
  shownTitles,
  titlesOf,
  toastSays,
  untilTitles,
} from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { hashOf, stripedPng } from "./support/pictures.ts";
import { setStage } from "./support/stage.ts";
import { readZip } from "./support/zip.ts";

const TITLES = ["Anchor", "Buoy", "Crane", "Dock", "Estuary", "Ferry"] as const;
const colourOf = (index: number) => [20 + index * 35, 90, 200 - index * 30] as const;

const stage = setStage();
let person: Person;
let page: Page;

beforeEach(async () => {
  person = await registerPerson(stage.server.url, "Mona Many");
  page = await openAs(stage.browser, stage.server.url, person, { permissions: ["clipboard-read", "clipboard-write"] });
});
afterEach(() => page?.context().close());

/** Uploads the six images. In the list, newest first, they are ordered from Ferry to Anchor. */
async function uploadSix(folderId?: string): Promise<void> {
  for (const [index, title] of TITLES.entries())
    await uploadPicture(person, title, colourOf(index), folderId === undefined ? {} : { folderId });
}
const bar = (): Locator => page.getByRole("toolbar", { name: "Actions for the selected items" });
const pick = (title: string): Promise<void> => itemLink(page, title).click({ modifiers: ["Control"] });
const chosen = (): Promise<string[]> => page.locator("[data-selected] [data-item-link]").allInnerTexts();

test("items are selected by ctrl and shift click, by the marquee and all together", async () => {
  await uploadSix();
  await openLibrary(page, `${stage.server.url}/images`);
  await itemLink(page, "Anchor").waitFor();
  expect(await shownTitles(page)).toEqual(TITLES.toReversed());
  await pick("Ferry");
  await pick("Dock");
  await bar().getByText("2 selected").waitFor();
  await itemLink(page, "Buoy").click({ modifiers: ["Shift"] });
  await bar().getByText("4 selected").waitFor();
  expect(await chosen()).toEqual(["Ferry", "Dock", "Crane", "Buoy"]);
  await page.keyboard.press("Escape");
  await expect.poll(() => bar().count()).toBe(0);
  await page.keyboard.press("Control+a");
  await bar().getByText("6 selected").waitFor();
  await page.keyboard.press("Escape");

  // Two rows of four: the end of the second is empty. The drag goes up from there over the last two cards of the first row.
  const [above, beside] = [await middleOf(itemLink(page, "Crane")), await middleOf(itemLink(page, "Dock"))];
  const below = await middleOf(itemLink(page, "Anchor"));
  await page.mouse.move(above.x, below.y);
  await page.mouse.down();
  await page.mouse.move(above.x - 30, below.y - 30, { steps: 3 });
  await page.mouse.move(beside.x, beside.y, { steps: 6 });
  await expect.poll(chosen).toEqual(["Dock", "Crane"]);
  await page.mouse.up();
  await bar().getByText("2 selected").waitFor();
  // A click on empty space clears the selection.
  await page.mouse.click(above.x, below.y);
  await expect.poll(() => bar().count()).toBe(0);
});

test("three cards are dragged onto a folder, and undone from the toast and by the keyboard", async () => {
  const folderId = await makeFolder(person, "Harbour");
  await uploadSix();
  await openLibrary(page, `${stage.server.url}/images`);
  for (const method of ["toast", "keyboard"] as const) {
    for (const title of ["Ferry", "Dock", "Anchor"]) await pick(title);
    await bar().getByText("3 selected").waitFor();
    await dragOnto(page, itemLink(page, "Dock"), folderLink(page, "Harbour"));
    const undo = page.getByRole("status").filter({ hasText: "3 images moved to Harbour" }).getByRole("button", { name: "Undo" });
    await expect.poll(() => shownTitles(page)).toEqual(["Estuary", "Crane", "Buoy"]);
    if (method === "toast") await undo.click();
    else {
      await toastSays(page, "3 images moved to Harbour");
      await untilTitles(person, folderId, ["Anchor", "Dock", "Ferry"]);
      await page.keyboard.press("Control+z");
    }
    await toastSays(page, "3 images moved back");
    await expect.poll(() => shownTitles(page)).toEqual(TITLES.toReversed());
    await untilTitles(person, folderId, []);
    await untilTitles(person, "root", [...TITLES]);
  }
});

test("cards are dropped on a breadcrumb, on Starred and on the trash of the sidebar", async () => {
  const folderId = await makeFolder(person, "Harbour");
  await uploadSix(folderId);
  await openLibrary(page, `${stage.server.url}/images?folder=${folderId}`);
  await itemLink(page, "Anchor").waitFor();
  await pick("Anchor");
  await pick("Buoy");
  await dragOnto(
    page,
    itemLink(page, "Buoy"),
    page.getByRole("navigation", { name: "Parent folders" }).getByRole("link", { name: "My images" }),
  );
  await toastSays(page, "2 images moved to My images");
  await untilTitles(person, "root", ["Anchor", "Buoy"]);

  const sidebar = page.getByRole("navigation", { name: "Library" });
  await dragOnto(page, itemLink(page, "Crane"), sidebar.getByRole("link", { name: "Starred" }));
  await toastSays(page, /^Starred/u);
  await expect.poll(() => titlesOf(person, { view: "starred" })).toEqual(["Crane"]);
  expect(await itemLink(page, "Crane").count()).toBe(1);

  await dragOnto(page, itemLink(page, "Dock"), sidebar.getByRole("link", { name: "Trash" }));
  await toastSays(page, "Moved to trash");
  await expect.poll(() => titlesOf(person, { view: "trash" })).toEqual(["Dock"]);
  await expect.poll(() => shownTitles(page)).toEqual(["Ferry", "Estuary", "Crane"]);
});

test("a move that the server refuses is reverted on the page, with the reason", async () => {
  const folderId = await makeFolder(person, "Harbour");
  await uploadSix();
  // This page does not receive the event that the folder is removed.
  await page.route("**/api/v1/events*", (route) => route.abort());
  await openLibrary(page, `${stage.server.url}/images`);
  await folderLink(page, "Harbour").waitFor();
  await person.client.call(deleteFolder, { params: { workspaceId: "personal", folderId }, query: {} });
  await pick("Ferry");
  await pick("Crane");
  await dragOnto(page, itemLink(page, "Ferry"), folderLink(page, "Harbour"));
  await toastSays(page, "That folder no longer exists.");
  await expect.poll(() => shownTitles(page)).toEqual(TITLES.toReversed());
  await untilTitles(person, "root", [...TITLES]);
  await expect.poll(() => folderLink(page, "Harbour").count()).toBe(0);
});

test("by keyboard alone: two items are selected, and moved by typing the folder's name", async () => {
  await makeFolder(person, "Shipyard");
  const folderId = await makeFolder(person, "Harbour");
  await uploadSix();
  await openLibrary(page, `${stage.server.url}/images`);
  await itemLink(page, "Ferry").waitFor();
  for (let press = 0; press < 40 && !(await itemLink(page, "Ferry").evaluate((link) => link === document.activeElement)); press += 1)
    await page.keyboard.press("Tab");
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("x");
  expect(await chosen()).toEqual(["Ferry", "Dock"]);
  await page.keyboard.press("m");
  await page.getByRole("dialog", { name: "Move 2 images" }).waitFor();
  await page.keyboard.type("harb");
  await page.getByRole("treeitem", { name: "Harbour" }).and(page.locator("[aria-selected=true]")).waitFor();
  await page.keyboard.press("Enter");
  await toastSays(page, "2 images moved to Harbour");
  await untilTitles(person, folderId, ["Dock", "Ferry"]);
  await expect.poll(() => shownTitles(page)).toEqual(["Estuary", "Crane", "Buoy", "Anchor"]);
  // The focus is back in the list, so that keyboard use can continue there.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=grid]") !== null)).toBe(true);
});

test("several files are downloaded as one zip, byte by byte, and their links copied as lines", async () => {
  await uploadSix();
  await openLibrary(page, `${stage.server.url}/images`);
  for (const title of ["Anchor", "Crane", "Estuary"]) await pick(title);
  const [download] = await Promise.all([page.waitForEvent("download"), bar().getByRole("button", { name: "Download" }).click()]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/u);
  const files = readZip(await readFile(await download.path()));
  expect(new Map([...files].map(([name, bytes]) => [name, hashOf(bytes)]))).toEqual(
    new Map([0, 2, 4].map((index) => [`${TITLES[index]}.png`, hashOf(stripedPng(640, 400, colourOf(index)))])),
  );

  await page.keyboard.press("l");
  await toastSays(page, "3 links copied");
  const links = (await readClipboard(page)).split("\n");
  expect(links).toHaveLength(3);
  const headings = await Promise.all(links.map(async (link) => /<title>(\w+)/u.exec(await (await fetch(link)).text())?.[1]));
  expect(headings).toEqual(["Estuary", "Crane", "Anchor"]);
});

test("the bar stars and deletes the selection, and undo unstars only the items that had no star", async () => {
  await uploadSix();
  await openLibrary(page, `${stage.server.url}/images`);
  await itemCard(page, "Buoy").hover();
  await page.getByRole("button", { name: "Star Buoy" }).click();
  await expect.poll(() => titlesOf(person, { view: "starred" })).toEqual(["Buoy"]);
  await pick("Buoy");
  await pick("Dock");
  await bar().getByRole("button", { name: "Star" }).click();
  await expect.poll(() => titlesOf(person, { view: "starred" })).toEqual(["Buoy", "Dock"]);
  await toastSays(page, "2 images starred");
  await page.keyboard.press("Control+z");
  await expect.poll(() => titlesOf(person, { view: "starred" })).toEqual(["Buoy"]);
  await bar().getByRole("button", { name: "Trash" }).click();
  await toastSays(page, "2 images moved to trash");
  await expect.poll(() => titlesOf(person, { view: "trash" })).toEqual(["Buoy", "Dock"]);
  expect(await shownTitles(page)).toEqual(["Ferry", "Estuary", "Crane", "Anchor"]);
});
