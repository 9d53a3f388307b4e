import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { handFiles } from "./support/hand-files.ts";
import {
  dragOnto,
  folderLink,
  itemLink,
  makeFolder,
  openAs,
  openLibrary,
  shownTitles,
  toastSays,
  whenLive,
} from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { stripedPng } from "./support/pictures.ts";
import { type ServerPair, startServerPair } from "./support/server-pair.ts";

/** Time within which a change must be visible in other tabs, in milliseconds. */
const SOON_MS = 3_000;

let servers: ServerPair;
let browser: Browser;
let person: Person;

beforeAll(async () => {
  [servers, browser] = await Promise.all([startServerPair(), sharedBrowser()]);
});
afterAll(async () => {
  await closeContexts(browser);
  await servers?.stop();
});
beforeEach(async () => {
  person = await registerPerson(servers.first.url, "Liv Lively");
});
const pages: Page[] = [];
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

/** Opens My images in a separate browser on one of the servers, and waits until it receives live events. */
async function openLive(serverUrl: string): Promise<Page> {
  const page = await openAs(browser, serverUrl, person);
  pages.push(page);
  const live = whenLive(page);
  await openLibrary(page, `${serverUrl}/images`);
  await live;
  return page;
}
const soonShows = (page: Page, titles: string[]): Promise<void> =>
  expect.poll(() => shownTitles(page), { timeout: SOON_MS }).toEqual(titles);

async function rename(page: Page, from: string, to: string): Promise<void> {
  await itemLink(page, from).focus();
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "Title" }).fill(to);
  await page.keyboard.press("Enter");
}

test.each(["the same server", "another server of the installation"])(
  "a change in one tab is shown in another tab, on %s",
  async (where) => {
    const folderId = await makeFolder(person, "Harbour");
    await uploadPicture(person, "Anchor");
    await uploadPicture(person, "Buoy", [200, 90, 10]);
    const here = await openLive(servers.first.url);
    const there = await openLive(where === "the same server" ? servers.first.url : servers.second.url);
    await soonShows(there, ["Buoy", "Anchor"]);

    await rename(here, "Anchor", "Old anchor");
    await soonShows(there, ["Buoy", "Old anchor"]);

    await handFiles(here, "drop", [{ name: "Crane.png", bytes: stripedPng(300, 200, [10, 120, 60]), type: "image/png" }]);
    await itemLink(here, "Crane").waitFor();
    await soonShows(there, ["Crane", "Buoy", "Old anchor"]);

    await dragOnto(here, itemLink(here, "Buoy"), folderLink(here, "Harbour"));
    await toastSays(here, "Moved to Harbour");
    await soonShows(there, ["Crane", "Old anchor"]);
    await expect.poll(() => folderLink(there, "Harbour").getAttribute("aria-label"), { timeout: SOON_MS }).toBe("Folder Harbour, 1 item");

    await itemLink(here, "Crane").focus();
    await here.keyboard.press("Delete");
    await toastSays(here, "Moved to trash");
    await soonShows(there, ["Old anchor"]);

    // The other direction, into the open folder.
    await folderLink(here, "Harbour").click();
    await soonShows(here, ["Buoy"]);
    await folderLink(there, "Harbour").click();
    await soonShows(there, ["Buoy"]);
    await rename(there, "Buoy", "Red buoy");
    await soonShows(here, ["Red buoy"]);
    expect(new URL(here.url()).searchParams.get("folder")).toBe(folderId);
  },
);

test("the tab that makes a change does not flicker: its cards and pictures are not replaced", async () => {
  for (const title of ["Anchor", "Buoy", "Crane"]) await uploadPicture(person, title, [title.length * 20, 90, 140]);
  const [here, there] = [await openLive(servers.first.url), await openLive(servers.second.url)];
  await expect
    .poll(() =>
      here.evaluate(
        () => [...document.querySelectorAll<HTMLImageElement>("[data-item-id] img")].filter((image) => image.naturalWidth > 0).length,
      ),
    )
    .toBe(3);
  // Marks the current elements, and counts those that are removed from the list from now on.
  await here.evaluate(() => {
    const watched = window as unknown as { removed: string[] };
    watched.removed = [];
    for (const card of document.querySelectorAll<HTMLElement>("[data-item-id]")) card.dataset["before"] = "yes";
    new MutationObserver((records) => {
      for (const { removedNodes } of records)
        for (const node of removedNodes)
          if (node instanceof HTMLElement && (node.matches("[data-item-id], img") || node.querySelector("[data-item-id], img")))
            watched.removed.push(node.tagName + node.innerText);
    }).observe(document.querySelector("[role=grid]") as Element, { childList: true, subtree: true });
  });
  await rename(here, "Buoy", "Red buoy");
  await soonShows(there, ["Crane", "Red buoy", "Anchor"]);
  await rename(there, "Anchor", "Old anchor");
  await soonShows(here, ["Crane", "Red buoy", "Old anchor"]);
  expect(await here.evaluate(() => (window as unknown as { removed: string[] }).removed)).toEqual([]);
  expect(await here.locator("[data-item-id][data-before]").count()).toBe(3);
});
