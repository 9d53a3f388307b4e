import { deleteFolder } from "@stillreel/contract";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  folderLink,
  foldersOf,
  itemLink,
  makeFolder,
  openAs,
  openLibrary,
  titlesOf,
  toastSays,
  untilTitles,
  whenLive,
} from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage();
let person: Person;
let page: Page;

beforeEach(async () => {
  person = await registerPerson(stage.server.url, "Folke Filer");
  page = await openAs(stage.browser, stage.server.url, person);
});
afterEach(() => page?.context().close());

const images = (folderId?: string): string => `${stage.server.url}/images${folderId ? `?folder=${folderId}` : ""}`;

test("a folder is created by keyboard, and an invalid name is reported while typing", async () => {
  await makeFolder(person, "Invoices");
  await openLibrary(page, images());
  await folderLink(page, "Invoices").waitFor();
  await page.keyboard.press("Shift+N");
  const dialog = page.getByRole("dialog", { name: "New folder" });
  const name = dialog.getByLabel("Folder name");
  await name.fill("  iNVOICES ");
  await dialog.getByText("This folder already exists.").waitFor();
  // Characters are counted as users see them: a family emoji of four people is one.
  await name.fill("👨‍👩‍👧‍👦".repeat(35));
  await dialog.getByText("35 / 35").waitFor();
  await name.fill("x".repeat(36));
  expect(await name.inputValue()).toHaveLength(35);
  await name.fill("  ");
  await name.press("Enter");
  await dialog.getByText("Please enter a folder name.").waitFor();
  expect([...(await foldersOf(person)).keys()]).toEqual(["Invoices"]);

  await name.fill("Bugs, 2026");
  await dialog.getByRole("radio", { name: "Green" }).check({ force: true });
  await name.press("Enter");
  await toastSays(page, "Folder Bugs, 2026 created");
  await folderLink(page, "Bugs, 2026").waitFor();
  expect((await foldersOf(person)).get("Bugs, 2026")).toMatchObject({ color: "#2F7D5B", kind: "image", parentId: null });
});

test("a folder is renamed in its tile, coloured and starred", async () => {
  await makeFolder(person, "Invoices");
  await makeFolder(person, "Bills");
  await openLibrary(page, images());
  await folderLink(page, "Bills").focus();
  await page.keyboard.press("F2");
  const name = page.getByRole("textbox", { name: "Folder name" });
  await name.fill("invoices");
  await page.getByText("This folder already exists.").waitFor();
  await name.press("Enter");
  expect(await name.inputValue()).toBe("invoices");
  await name.fill("x".repeat(36));
  await page.getByText("At most 35 characters.").waitFor();
  await name.fill("Receipts");
  await name.press("Enter");
  await folderLink(page, "Receipts").waitFor();
  await expect.poll(async () => [...(await foldersOf(person)).keys()]).toEqual(["Invoices", "Receipts"]);

  // The focus returned to the tile, so its letter shortcuts work.
  await page.keyboard.press("s");
  await expect.poll(async () => (await foldersOf(person)).get("Receipts")?.favorite).toBe(true);
  await page.getByRole("button", { name: "More for Receipts" }).click();
  await page.getByRole("menuitem", { name: "Color" }).click();
  await page.getByRole("menuitemradio", { name: "Violet" }).click();
  await expect.poll(async () => (await foldersOf(person)).get("Receipts")?.color).toBe("#7A5AF0");

  await page.getByRole("link", { name: "Starred" }).click();
  await page.getByRole("heading", { level: 1, name: "Starred" }).waitFor();
  await folderLink(page, "Receipts").waitFor();
  expect(await folderLink(page, "Invoices").count()).toBe(0);
});

test("a folder is moved by a searchable dialog, never into itself; breadcrumbs lead back", async () => {
  const projects = await makeFolder(person, "Projects");
  const alpha = await makeFolder(person, "Alpha", projects);
  const archive = await makeFolder(person, "Archive");
  await openLibrary(page, images());
  await folderLink(page, "Projects").focus();
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog", { name: "Move Projects" });
  const move = dialog.getByRole("button", { name: "Move folder" });
  await dialog.getByRole("combobox", { name: "Folder" }).pressSequentially("alp");
  await expect.poll(() => dialog.getByRole("treeitem").count()).toBe(1);
  expect(await dialog.getByRole("treeitem", { name: "Alpha" }).getAttribute("aria-disabled")).toBe("true");
  expect(await move.isDisabled()).toBe(true);
  await page.keyboard.press("Enter");
  expect(await dialog.isVisible()).toBe(true);

  await dialog.getByRole("combobox", { name: "Folder" }).fill("arch");
  await page.keyboard.press("Enter");
  await toastSays(page, "Projects moved to Archive");
  await expect.poll(async () => (await foldersOf(person)).get("Projects")).toMatchObject({ parentId: archive, nestLevel: 1 });
  expect((await foldersOf(person)).get("Alpha")).toMatchObject({ id: alpha, parentId: projects, nestLevel: 2 });
  await expect.poll(() => folderLink(page, "Projects").count()).toBe(0);

  await folderLink(page, "Archive").click();
  await folderLink(page, "Projects").click();
  await folderLink(page, "Alpha").click();
  await page.getByRole("heading", { level: 1, name: "Alpha" }).waitFor();
  const steps = page.getByRole("navigation", { name: "Parent folders" });
  expect(await steps.getByRole("link").allInnerTexts()).toEqual(["My images", "Archive", "Projects"]);
  // A folder created here is placed here.
  await page.keyboard.press("Shift+N");
  await page.getByLabel("Folder name").fill("Sketches");
  await page.keyboard.press("Enter");
  await folderLink(page, "Sketches").waitFor();
  expect((await foldersOf(person)).get("Sketches")).toMatchObject({ parentId: alpha, nestLevel: 3 });
  await steps.getByRole("link", { name: "Archive" }).click();
  await page.getByRole("heading", { level: 1, name: "Archive" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Alpha" }).waitFor();
});

test("the items of a removed folder go to the root or, on request, to the trash, and return with the folder", async () => {
  const outer = await makeFolder(person, "Kept");
  const inside = await makeFolder(person, "Inside", outer);
  const thrown = await makeFolder(person, "Thrown");
  await uploadPicture(person, "One", [40, 90, 140], { folderId: outer });
  await uploadPicture(person, "Two", [90, 40, 140], { folderId: inside });
  await uploadPicture(person, "Three", [140, 90, 40], { folderId: thrown });
  await openLibrary(page, images());
  await folderLink(page, "Kept").focus();
  await page.keyboard.press("Delete");
  const first = page.getByRole("dialog", { name: "Delete folder Kept?" });
  expect(await first.getByRole("radio", { name: "Move them to My images" }).isChecked()).toBe(true);
  // An accidental Enter must not delete, so Cancel has the focus.
  await expect.poll(() => first.getByRole("button", { name: "Cancel" }).evaluate((button) => button === document.activeElement)).toBe(true);
  await first.getByRole("button", { name: "Delete folder" }).click();
  await toastSays(page, "Folder deleted. 2 items moved to My images.");
  await itemLink(page, "One").waitFor();
  await itemLink(page, "Two").waitFor();
  await untilTitles(person, "root", ["One", "Two"]);

  await folderLink(page, "Thrown").focus();
  await page.keyboard.press("Delete");
  const second = page.getByRole("dialog", { name: "Delete folder Thrown?" });
  await second.getByRole("radio", { name: "Move them to trash" }).check();
  await second.getByRole("button", { name: "Delete folder" }).click();
  await toastSays(page, "Folder deleted. 1 item moved to trash.");
  expect(await titlesOf(person, { view: "trash" })).toEqual(["Three"]);
  expect((await foldersOf(person)).size).toBe(0);
  await untilTitles(person, "root", ["One", "Two"]);

  await page.keyboard.press("Control+z");
  await toastSays(page, "Folder Thrown restored");
  await folderLink(page, "Thrown").waitFor();
  await untilTitles(person, thrown, ["Three"]);

  await page.getByRole("navigation", { name: "Library" }).getByRole("link", { name: "Trash" }).click();
  const deleted = page.getByRole("region", { name: "Deleted folders" }).getByRole("listitem");
  await expect.poll(() => deleted.allInnerTexts()).toHaveLength(1);
  await deleted.getByText("2 images").waitFor();
  await deleted.getByText("30 days left").waitFor();
  await deleted.getByRole("button", { name: "Restore folder Kept" }).click();
  await toastSays(page, "Folder Kept restored");
  await page.getByRole("heading", { name: "Trash is empty" }).waitFor();
  await untilTitles(person, outer, ["One"]);
  await untilTitles(person, inside, ["Two"]);
});

test("an open folder that is deleted elsewhere shows a message with a link to the library", async () => {
  const folderId = await makeFolder(person, "Short-lived");
  const live = whenLive(page);
  await openLibrary(page, images(folderId));
  await page.getByRole("heading", { level: 1, name: "Short-lived" }).waitFor();
  await live;
  await person.client.call(deleteFolder, { params: { workspaceId: "personal", folderId }, query: {} });
  await page.getByRole("heading", { name: "This folder doesn't exist" }).waitFor();
  await page.getByRole("link", { name: "Go to My images" }).click();
  await page.getByRole("heading", { level: 1, name: "My images" }).waitFor();
});
