import { createTeam, listFolders, listFolderRights, setFileRight, setFolderRight } from "@stillreel/contract";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { handFiles } from "./support/hand-files.ts";
import {
  folderLink,
  itemCard,
  itemLink,
  middleOf,
  openAs,
  openLibrary,
  shownTitles,
  titlesOf,
  toastSays,
  whenLive,
} from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { stripedPng } from "./support/pictures.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";
import { join, makeTeamFolder, makeWorkspace, teamTitles, uploadTo } from "./support/team.ts";

/** Time within which a revoked permission must take effect on open pages, in milliseconds. */
const SOON_MS = 8_000;

let server: RunningServer;
let browser: Browser;
let olga: Person;
let mia: Person;
let miaId: string;
let workspaceId: string;
let campaigns: string;
let autumn: string;
const pages: Page[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startStoryServer(), sharedBrowser()]);
});
afterAll(async () => {
  await closeContexts(browser);
  await server?.stop();
});
beforeEach(async () => {
  [olga, mia] = await Promise.all([registerPerson(server.url, "Olga Owner"), registerPerson(server.url, "Mia Member")]);
  workspaceId = await makeWorkspace(olga, "Lumen Transit");
  miaId = await join(olga, workspaceId, mia);
  campaigns = await makeTeamFolder(olga, workspaceId, "Campaigns");
  autumn = await makeTeamFolder(olga, workspaceId, "Autumn", campaigns);
  await uploadTo(olga, workspaceId, "Poster", autumn);
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

async function openTeam(person: Person, rest = ""): Promise<Page> {
  const page = await openAs(browser, server.url, person);
  pages.push(page);
  const live = whenLive(page);
  await openLibrary(page, `${server.url}/w/${workspaceId}${rest}`);
  await live;
  return page;
}

/** Opens the access dialog of a folder from its tile's menu. */
async function openRights(page: Page, folder: string): Promise<Locator> {
  await page.getByRole("button", { name: `More for ${folder}` }).click();
  await page.getByRole("menuitem", { name: "Access" }).click();
  const dialog = page.getByRole("dialog", { name: `Access to ${folder}` });
  await dialog.getByRole("grid").waitFor();
  return dialog;
}
async function previewAsMia(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Workspace menu" }).click();
  await page.getByRole("menuitem", { name: "Preview as a member" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Mia Member/u })
    .click();
  await page.getByRole("region", { name: "Preview" }).getByText("Mia Member").waitFor();
}
/** Presses the mouse on an element and drags it onto another, without releasing the button. */
async function pullOnto(page: Page, from: Locator, target: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(target)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y + 12, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 8 });
}
const line = (dialog: Locator, name: string): Locator => dialog.locator(`[data-access-row=${JSON.stringify(name)}]`);
const pressed = (dialog: Locator, name: string): Promise<string[]> => line(dialog, name).locator("[aria-pressed=true]").allInnerTexts();

test("a permission removed in the dialog takes effect immediately on an open page, and Undo restores it", async () => {
  const there = await openTeam(mia, `/folder/${autumn}`);
  await itemLink(there, "Poster").waitFor();
  const here = await openTeam(olga);
  const dialog = await openRights(here, "Campaigns");
  await line(dialog, "Mia Member").getByText("from the role Member").waitFor();
  expect(await pressed(dialog, "Mia Member")).toEqual([]);
  await line(dialog, "Olga Owner").getByText("Owners can always edit").waitFor();
  expect(await line(dialog, "Olga Owner").getByRole("button").count()).toBe(0);

  await dialog.getByRole("button", { name: "Mia Member: None" }).click();
  await toastSays(here, "Mia Member: no access");
  await line(dialog, "Mia Member").getByText("set here").waitFor();
  await expect.poll(() => shownTitles(there), { timeout: SOON_MS }).toEqual([]);
  await there.goto(`${server.url}/w/${workspaceId}`);
  await there.getByRole("heading", { level: 1 }).first().waitFor();
  expect(await folderLink(there, "Campaigns").count()).toBe(0);

  await here.getByRole("button", { name: /^Undo/u }).click();
  await folderLink(there, "Campaigns").waitFor({ timeout: SOON_MS });
  await line(dialog, "Mia Member").getByText("from the role Member").waitFor();
  const rights = await olga.client.call(listFolderRights, { params: { workspaceId, itemId: campaigns } });
  expect(rights.entries).toEqual([]);
});

test("the dialog names the reason for each person: a team on a parent, everyone, an own entry; typing filters the list", async () => {
  await olga.client.call(createTeam, { params: { workspaceId }, body: { name: "Design", members: [miaId] } });
  const here = await openTeam(olga);
  const above = await openRights(here, "Campaigns");
  await above.getByRole("button", { name: "Everyone in Lumen Transit: None" }).click();
  await line(above, "Mia Member").getByText("set for everyone here").waitFor();
  await above.getByRole("searchbox", { name: "Find a person or team" }).fill("des");
  await expect.poll(() => above.locator("[data-access-row]").count()).toBe(1);
  await above.getByRole("button", { name: "Design: Edit" }).click();
  await toastSays(here, "Design can edit");
  await above.getByRole("button", { name: "Done" }).click();

  await folderLink(here, "Campaigns").click();
  await here.waitForURL(`**/folder/${campaigns}`);
  const below = await openRights(here, "Autumn");
  await line(below, "Mia Member").getByText("from team Design on Campaigns").waitFor();
  await below.getByRole("button", { name: "Mia Member: View" }).click();
  await line(below, "Mia Member").getByText("set here").waitFor();
  await line(below, "Mia Member").getByText("Can view").waitFor();
  await below.getByRole("button", { name: "Reset Mia Member to inherited" }).click();
  await line(below, "Mia Member").getByText("from team Design on Campaigns").waitFor();

  // By keyboard: one tab stop in the grid, arrow keys to the cell.
  await below.getByRole("button", { name: "Everyone in Lumen Transit: None" }).focus();
  await here.keyboard.press("ArrowRight");
  await here.keyboard.press("Enter");
  await toastSays(here, "Everyone in Lumen Transit can view");
  await line(below, "Mia Member").getByText("set for everyone here").waitFor();
});

test("members who may not change permissions can see them", async () => {
  const page = await openTeam(mia);
  const dialog = await openRights(page, "Campaigns");
  await dialog.getByText("You can see who has access.").waitFor();
  await line(dialog, "Olga Owner").getByText("Owners can always edit").waitFor();
  expect(await dialog.getByRole("grid").getByRole("button").count()).toBe(0);
});

test("an owner previews the workspace as a member: the same lists, nothing editable, and an exit", async () => {
  await makeTeamFolder(olga, workspaceId, "Open");
  const body = { id: miaId, permissionType: "member", read: false, write: false } as const;
  await olga.client.call(setFolderRight, { params: { workspaceId, itemId: campaigns }, body });
  const page = await openTeam(olga);
  await folderLink(page, "Campaigns").waitFor();
  await previewAsMia(page);
  await page.getByRole("region", { name: "Preview" }).getByText("Mia Member").waitFor();
  await expect.poll(() => folderLink(page, "Campaigns").count()).toBe(0);
  await folderLink(page, "Open").waitFor();
  await page.getByRole("button", { name: "More for Open" }).click();
  expect(await page.getByRole("menuitem", { name: "Rename" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Exit preview" }).click();
  await folderLink(page, "Campaigns").waitFor();
});

test("an item that is opened during a preview is read-only, or is 404 when the member cannot read it", async () => {
  const body = { id: miaId, permissionType: "member", read: true, write: false } as const;
  await olga.client.call(setFolderRight, { params: { workspaceId, itemId: campaigns }, body });
  const secret = await uploadTo(olga, workspaceId, "Salaries");
  await olga.client.call(setFileRight, { params: { workspaceId, itemId: secret }, body: { ...body, read: false } });
  const page = await openTeam(olga);
  await previewAsMia(page);
  await folderLink(page, "Campaigns").click();
  await folderLink(page, "Autumn").click();
  await itemLink(page, "Poster").click();
  await page.waitForURL("**/images/*");
  const banner = page.getByRole("region", { name: "Preview" });
  await banner.getByText("Mia Member").waitFor();
  await banner.getByText("They can view it").waitFor();
  const title = page.getByRole("heading", { level: 1, name: "Poster" });
  await title.waitFor();
  const sent: string[] = [];
  page.on("request", (request) => void (request.method() === "GET" || sent.push(`${request.method()} ${request.url()}`)));
  expect(await title.getByRole("button").count()).toBe(0);
  for (const name of ["More", "Annotate"])
    expect(await page.getByRole("button", { name }).or(page.getByRole("link", { name })).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Starred" }).isDisabled()).toBe(true);
  for (const key of ["F2", "s", "e", "m", "c"]) await page.keyboard.press(key);
  await page.getByRole("tab", { name: /Comments/u }).click();
  await page.getByText("Comments are off in preview").waitFor();
  expect(await page.getByRole("textbox").count()).toBe(0);
  expect(new URL(page.url()).pathname).toMatch(/\/images\/[^/]+$/u);
  expect(sent).toEqual([]);

  await banner.getByRole("button", { name: "Exit preview" }).click();
  await page.getByRole("button", { name: "Rename Poster" }).waitFor();
  await page.getByRole("link", { name: "Annotate" }).waitFor();
  await page.getByRole("textbox", { name: "Write a comment" }).waitFor();
  expect(await banner.count()).toBe(0);
  // After the preview the image is one of Olga's recent items, and nothing else has changed.
  expect(sent.filter((request) => !request.includes("/recent-items/"))).toEqual([]);

  await page.goto(`${server.url}/w/${workspaceId}/images/${secret}`);
  await page.getByRole("button", { name: "Rename Salaries" }).waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Access" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Preview as Mia Member" }).click();
  await page.getByRole("heading", { name: "This link doesn't work" }).waitFor();
  await banner.getByText("see this item").waitFor();
  expect(await page.getByText("Salaries").count()).toBe(0);
  await banner.getByRole("button", { name: "Exit preview" }).click();
  await page.getByRole("button", { name: "Rename Salaries" }).waitFor();
});

test("a preview is read-only for mouse, key, drag, paste and undo, and searches as the member", async () => {
  await makeTeamFolder(olga, workspaceId, "Open");
  const secret = await uploadTo(olga, workspaceId, "Poster of the salaries");
  const body = { id: miaId, permissionType: "member", read: false, write: false } as const;
  await olga.client.call(setFileRight, { params: { workspaceId, itemId: secret }, body });
  await uploadTo(olga, workspaceId, "Seen");
  const page = await openTeam(olga);
  // An earlier change that ⌘Z would undo.
  await itemLink(page, "Seen").focus();
  await page.keyboard.press("s");
  await page.getByRole("button", { name: /^Undo/u }).waitFor();
  await previewAsMia(page);
  await itemLink(page, "Seen").waitFor();
  expect(await page.getByRole("button", { name: /^Undo/u }).count()).toBe(0);
  const sent: string[] = [];
  page.on("request", (request) => void (request.method() === "GET" || sent.push(`${request.method()} ${request.url()}`)));

  await itemCard(page, "Seen").hover();
  expect(await itemCard(page, "Seen").getByRole("button", { name: "Star Seen" }).count()).toBe(0);
  await itemCard(page, "Seen").getByRole("button", { name: "More for Seen" }).click();
  await page.getByRole("menuitem").first().waitFor();
  expect(await page.getByRole("menuitem").allInnerTexts()).toEqual([
    expect.stringContaining("Open") as string,
    expect.stringContaining("Download") as string,
  ]);
  await page.keyboard.press("Escape");
  await itemLink(page, "Seen").focus();
  for (const key of ["s", "F2", "m", "Delete", "Control+z", "Shift+N"]) await page.keyboard.press(key);
  await folderLink(page, "Open").focus();
  for (const key of ["s", "F2", "m", "Delete"]) await page.keyboard.press(key);
  await itemLink(page, "Seen").focus();
  await page.keyboard.press("x");
  const bar = page.getByRole("toolbar", { name: "Actions for the selected items" });
  await bar.waitFor();
  expect((await bar.getByRole("button").allInnerTexts()).map((text) => text.trim())).toEqual(["", "Download"]);
  await page.keyboard.press("s");
  await page.keyboard.press("Escape");
  // The page still has the cached permission: Olga may move both.
  for (const dragged of [itemLink(page, "Seen"), folderLink(page, "Campaigns")]) {
    await pullOnto(page, dragged, folderLink(page, "Open"));
    expect(await page.locator("[data-drop-over], [data-drag-hint]").count()).toBe(0);
    await page.mouse.up();
  }
  await handFiles(page, "paste", [{ name: "Pasted.png", bytes: stripedPng(30, 20, [10, 120, 60]), type: "image/png" }]);
  await toastSays(page, "You have view-only access here.");
  expect(await page.getByRole("button", { name: "New", exact: true }).count()).toBe(0);
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(sent).toEqual([]);

  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search" });
  await dialog.getByText("You search Lumen Transit as Mia Member.").waitFor();
  await dialog.getByRole("combobox").fill("poster");
  await dialog.getByRole("option", { name: /Poster/u }).waitFor();
  expect(await dialog.getByText("salaries").count()).toBe(0);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Poster" }).waitFor();
  await page.getByRole("region", { name: "Preview" }).waitFor();
  // Pages about the workspace are available to this user again.
  await page.goBack();
  await page
    .getByRole("link", { name: /^Members/u })
    .first()
    .click();
  await page.getByRole("heading", { level: 1, name: "Members" }).waitFor();
  await expect.poll(() => page.getByRole("region", { name: "Preview" }).count()).toBe(0);
});

test("on a phone the bar of a preview stays visible, on a list and on an item's page", async () => {
  await uploadTo(olga, workspaceId, "Seen");
  const page = await openTeam(olga);
  await page.setViewportSize({ width: 390, height: 700 });
  await previewAsMia(page);
  const banner = page.getByRole("region", { name: "Preview" });
  const inSight = async (): Promise<void> => {
    await banner.waitFor();
    const box = await banner.boundingBox();
    expect([(box?.y ?? -1) >= 0, (box?.y ?? 700) + (box?.height ?? 0) < 300]).toEqual([true, true]);
    expect(await banner.getByRole("button", { name: "Exit preview" }).isVisible()).toBe(true);
  };
  await inSight();
  await itemLink(page, "Seen").click();
  await page.getByRole("heading", { level: 1, name: "Seen" }).waitFor();
  await inSight();
  await page.getByRole("tab", { name: /Details/u }).click();
  await page.mouse.wheel(0, 2_000);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollTop)).toBeGreaterThan(100);
  await inSight();
  await banner.getByRole("button", { name: "Exit preview" }).click();
  await expect.poll(() => banner.count()).toBe(0);
});

test("personal items are copied and moved into a workspace, and a move is undone", async () => {
  await uploadPicture(mia, "Mine");
  await uploadPicture(mia, "Other", [200, 60, 10]);
  const page = await openTeam(mia);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: "Add from my library" }).click();
  const adding = page.getByRole("dialog", { name: "Add to Lumen Transit" });
  await adding.getByRole("checkbox", { name: "Mine" }).check();
  await adding.getByRole("button", { name: "Add 1 item" }).click();
  await toastSays(page, "1 item added to Lumen Transit");
  await itemLink(page, "Mine").waitFor();
  expect(await titlesOf(mia)).toEqual(["Mine", "Other"]);

  await openLibrary(page, `${server.url}/images`);
  await page
    .getByRole("link", { name: /Lumen Transit/u })
    .first()
    .waitFor();
  await itemCard(page, "Other").hover();
  await itemCard(page, "Other").getByRole("button", { name: "More for Other" }).click();
  await page.getByRole("menuitem", { name: "Move or copy" }).click();
  const moving = page.getByRole("dialog", { name: "Move 1 image" });
  await moving.getByRole("combobox", { name: "Destination" }).selectOption(workspaceId);
  await moving.getByRole("treeitem", { name: "Campaigns" }).click();
  await moving.getByRole("button", { name: "Move 1 image" }).click();
  await toastSays(page, "1 image moved to Campaigns");
  await expect.poll(() => teamTitles(mia, workspaceId, { folderId: campaigns })).toEqual(["Other"]);
  await page.getByRole("button", { name: /^Undo/u }).click();
  await expect.poll(() => titlesOf(mia)).toEqual(["Mine", "Other"]);
  expect((await mia.client.call(listFolders, { params: { workspaceId }, query: {} })).items).toHaveLength(2);
});
