import { removeMember, setFolderRight } from "@stillreel/contract";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { handFiles } from "./support/hand-files.ts";
import { dragOnto, folderLink, itemCard, itemLink, openAs, openLibrary, shownTitles, toastSays, whenLive } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { stripedPng } from "./support/pictures.ts";
import { type ServerPair, startServerPair } from "./support/server-pair.ts";
import { join, makeTeamFolder, makeWorkspace, teamTitles, uploadTo } from "./support/team.ts";

/** Time within which a change must be visible to other members, in milliseconds. */
const SOON_MS = 5_000;

let servers: ServerPair;
let browser: Browser;
let olga: Person;
let mia: Person;
let vic: Person;
let miaId: string;
let vicId: string;
let workspaceId: string;
const pages: Page[] = [];

beforeAll(async () => {
  [servers, browser] = await Promise.all([startServerPair(), sharedBrowser()]);
});
afterAll(async () => {
  await closeContexts(browser);
  await servers?.stop();
});
beforeEach(async () => {
  const { url } = servers.first;
  [olga, mia, vic] = await Promise.all([
    registerPerson(url, "Olga Owner"),
    registerPerson(url, "Mia Member"),
    registerPerson(url, "Vic Viewer"),
  ]);
  workspaceId = await makeWorkspace(olga, "Lumen Transit");
  miaId = await join(olga, workspaceId, mia);
  vicId = await join(olga, workspaceId, vic, "viewer");
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

const address = (server: string, rest = ""): string => `${server}/w/${workspaceId}${rest}`;

/** Opens a page of the workspace in a separate browser, and waits until it receives live events. */
async function openTeam(person: Person, rest = "", serverUrl = servers.first.url): Promise<Page> {
  const page = await openAs(browser, serverUrl, person);
  pages.push(page);
  const live = whenLive(page);
  await openLibrary(page, address(serverUrl, rest));
  await live;
  return page;
}
const soonShows = (page: Page, titles: string[]): Promise<void> =>
  expect.poll(() => shownTitles(page), { timeout: SOON_MS }).toEqual(titles);
const picture = (name: string) => ({ name, bytes: stripedPng(300, 200, [10, 120, 60]), type: "image/png" });

test("two users work in the same library: uploads, names, moves and the trash are visible to both", async () => {
  const folderId = await makeTeamFolder(olga, workspaceId, "Campaigns");
  await uploadPicture(mia, "Mine alone");
  const [here, there] = [await openTeam(mia), await openTeam(olga, "", servers.second.url)];

  // Dropped files go into the open folder.
  await folderLink(here, "Campaigns").click();
  await here.waitForURL(`**/w/${workspaceId}/folder/${folderId}`);
  await here.getByRole("heading", { level: 1, name: /Campaigns/u }).waitFor();
  await handFiles(here, "drop", [picture("Poster.png")]);
  await itemLink(here, "Poster").waitFor();
  await expect.poll(() => teamTitles(olga, workspaceId, { folderId })).toEqual(["Poster"]);
  await expect.poll(() => folderLink(there, "Campaigns").getAttribute("aria-label"), { timeout: SOON_MS }).toBe("Folder Campaigns, 1 item");

  await itemLink(here, "Poster").focus();
  await here.keyboard.press("F2");
  await here.getByRole("textbox", { name: "Title" }).fill("Autumn poster");
  await here.keyboard.press("Enter");
  await folderLink(there, "Campaigns").click();
  await soonShows(there, ["Autumn poster"]);

  // To the workspace's root, by the breadcrumb.
  await dragOnto(
    here,
    itemLink(here, "Autumn poster"),
    here.getByRole("navigation", { name: "Parent folders" }).getByRole("link", { name: "Lumen Transit" }),
  );
  await toastSays(here, "Moved to Lumen Transit");
  await soonShows(there, []);
  await expect.poll(() => teamTitles(olga, workspaceId)).toEqual(["Autumn poster"]);

  // Into the workspace's trash, and back.
  await here.goBack();
  await itemLink(here, "Autumn poster").focus();
  await here.keyboard.press("Delete");
  await toastSays(here, "Moved to trash");
  await there.goto(address(servers.second.url, "/trash"));
  await soonShows(there, ["Autumn poster"]);
  await itemCard(there, "Autumn poster").hover();
  await itemCard(there, "Autumn poster").getByRole("button", { name: "Restore", exact: true }).click();
  await soonShows(here, ["Autumn poster"]);

  // The personal library does not contain it.
  await here.goto(`${servers.first.url}/images`);
  await soonShows(here, ["Mine alone"]);
});

test("an item's page has the workspace in its address, and leads back to it, also after the item is deleted", async () => {
  const folderId = await makeTeamFolder(olga, workspaceId, "Campaigns");
  const itemId = await uploadTo(olga, workspaceId, "Poster", folderId);
  const page = await openTeam(mia, `/folder/${folderId}`);
  await itemLink(page, "Poster").click();
  await page.waitForURL(`**/w/${workspaceId}/images/${itemId}`);
  const crumbs = page.getByRole("navigation", { name: "Location" });
  await expect.poll(() => crumbs.getByRole("link").allInnerTexts()).toEqual(["Lumen Transit", "Campaigns"]);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Poster" }).waitFor();

  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Move to trash" }).click();
  await page.waitForURL(`**/w/${workspaceId}/folder/${folderId}`);
  await toastSays(page, "Moved to trash");

  // An address without the workspace redirects to the right one.
  const otherId = await uploadTo(olga, workspaceId, "Other");
  await page.goto(`${servers.first.url}/images/${otherId}`);
  await page.waitForURL(`**/w/${workspaceId}/images/${otherId}`);
});

test("users with read access only are offered no changes", async () => {
  await makeTeamFolder(olga, workspaceId, "Campaigns");
  await uploadTo(olga, workspaceId, "Poster");
  const page = await openTeam(vic);
  await itemLink(page, "Poster").waitFor();
  await page.getByRole("region", { name: "Folders" }).waitFor();
  expect(await page.getByRole("button", { name: "New folder" }).count()).toBe(0);

  await itemCard(page, "Poster").hover();
  expect(await itemCard(page, "Poster").getByRole("button", { name: "Copy link" }).count()).toBe(0);
  await itemCard(page, "Poster").getByRole("button", { name: "More for Poster" }).click();
  const menu = page.getByRole("menu");
  await menu.getByRole("menuitem", { name: "Open" }).waitFor();
  for (const name of ["Rename", "Move or copy", "Move to trash", "Copy link", "Duplicate"])
    expect(await menu.getByRole("menuitem", { name }).count()).toBe(0);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "More for Campaigns" }).click();
  await menu.getByRole("menuitem", { name: "Open" }).waitFor();
  for (const name of ["Rename", "Move to folder", "Delete folder"]) expect(await menu.getByRole("menuitem", { name }).count()).toBe(0);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "New", exact: true }).click();
  await menu.getByRole("menuitem", { name: /^Record\b/u }).waitFor();
  for (const name of ["Upload files", "New folder"]) expect(await menu.getByRole("menuitem", { name }).count()).toBe(0);
  await page.keyboard.press("Escape");

  // Keys and drops change nothing either.
  await itemLink(page, "Poster").focus();
  await page.keyboard.press("Delete");
  await handFiles(page, "drop", [picture("Intruder.png")]);
  await toastSays(page, "You have view-only access here.");
  expect(await teamTitles(olga, workspaceId)).toEqual(["Poster"]);

  await page.goto(address(servers.first.url, "/trash"));
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByRole("button", { name: "Delete all" }).count()).toBe(0);
});

test("a permission on one folder applies to that folder only", async () => {
  const folderId = await makeTeamFolder(olga, workspaceId, "Campaigns");
  await uploadTo(olga, workspaceId, "Poster", folderId);
  const page = await openTeam(vic, `/folder/${folderId}`);
  await itemLink(page, "Poster").waitFor();
  expect(await page.getByRole("button", { name: "New folder" }).count()).toBe(0);
  const body = { id: vicId, permissionType: "member", read: true, write: true } as const;
  await olga.client.call(setFolderRight, { params: { workspaceId, itemId: folderId }, body });
  // The open page receives the change.
  await page.getByRole("button", { name: "New folder" }).waitFor();
  await handFiles(page, "drop", [picture("By Vic.png")]);
  await expect.poll(() => teamTitles(olga, workspaceId, { folderId })).toEqual(["By Vic", "Poster"]);
});

test("the search covers the workspace first, and all spaces on request", async () => {
  await uploadTo(olga, workspaceId, "Harbour plan");
  await uploadPicture(mia, "Harbour at home");
  const page = await openTeam(mia);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search" });
  await palette.getByRole("button", { name: "Search in: Lumen Transit" }).waitFor();
  await palette.getByRole("combobox").fill("harbour");
  const files = palette.getByRole("group", { name: "Files" }).getByRole("option");
  await expect.poll(async () => (await files.allInnerTexts()).map((text) => text.split("\n")[0])).toEqual(["Harbour plan"]);
  await page.keyboard.press("Tab");
  await expect.poll(async () => (await files.allInnerTexts()).length).toBe(2);
  await files.filter({ hasText: "Harbour plan" }).click();
  await page.waitForURL(`**/w/${workspaceId}/images/*`);
});

test("a folder that is hidden while a member views it disappears from the page immediately, with the item in it", async () => {
  const folderId = await makeTeamFolder(olga, workspaceId, "Campaigns");
  const itemId = await uploadTo(olga, workspaceId, "Poster", folderId);
  const inFolder = await openTeam(mia, `/folder/${folderId}`);
  const atTop = await openTeam(mia, "", servers.second.url);
  const inAll = await openTeam(mia, "/all");
  const onItem = await openAs(browser, servers.second.url, mia);
  pages.push(onItem);
  const live = whenLive(onItem);
  await onItem.goto(address(servers.second.url, `/images/${itemId}`));
  await onItem.getByRole("heading", { level: 1, name: "Poster" }).waitFor();
  await live;
  await itemLink(inFolder, "Poster").waitFor();
  await folderLink(atTop, "Campaigns").waitFor();
  await itemLink(inAll, "Poster").waitFor();

  const body = { id: miaId, permissionType: "member", read: false, write: false } as const;
  await olga.client.call(setFolderRight, { params: { workspaceId, itemId: folderId }, body });
  await inFolder.getByText("You can't see this folder").waitFor({ timeout: SOON_MS });
  await folderLink(atTop, "Campaigns").waitFor({ state: "detached", timeout: SOON_MS });
  await soonShows(inAll, []);
  await onItem.getByRole("heading", { name: "You no longer have access to this item" }).waitFor({ timeout: SOON_MS });
});

test("a removed member loses access to every page of the workspace immediately", async () => {
  await uploadTo(olga, workspaceId, "Poster");
  const page = await openTeam(mia);
  await itemLink(page, "Poster").waitFor();
  await olga.client.call(removeMember, { params: { workspaceId, userId: miaId } });
  await page.getByRole("heading", { name: "You no longer have access to this workspace" }).waitFor({ timeout: SOON_MS });
  await page.reload();
  await page.getByRole("heading", { name: "This link doesn't work" }).waitFor();
});
