import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { deleteFolder, listItems, trashItems } from "@stillreel/contract";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  itemCard,
  itemLink,
  makeFolder,
  openAs,
  openLibrary,
  shownTitles,
  titlesOf,
  toastSays,
  untilTitles,
} from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { hashOf, stripedPng } from "./support/pictures.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage();
let person: Person;
let page: Page;

beforeEach(async () => {
  person = await registerPerson(stage.server.url, "Bea Binn");
  page = await openAs(stage.browser, stage.server.url, person);
});
afterEach(() => page?.context().close());

const trash = ({ client }: Person, itemIds: string[]) =>
  client.call(trashItems, { params: { workspaceId: "personal" }, body: { itemIds } as never });

/** Waits until all renditions of a user's images are ready. */
async function untilMade({ client }: Person): Promise<void> {
  await expect
    .poll(
      async () => {
        const { items } = await client.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all" } });
        return items.length > 0 && items.every((item) => item.placeholder !== null && item.thumbnailUrl !== null);
      },
      { timeout: 30_000 },
    )
    .toBe(true);
}

/** Lists every file in a server's store with the hash of its content. */
async function storedFiles({ dataDir }: RunningServer): Promise<Map<string, string>> {
  const entries = await readdir(path.join(dataDir, "storage"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  // A file that is deleted during reading counts as deleted.
  const read = files.map(async (file) => [file, await readFile(file).then(hashOf, () => "")] as const);
  return new Map((await Promise.all(read)).filter(([, hash]) => hash !== ""));
}

test("a removed item is in the trash, and is restored into its folder", async () => {
  const folderId = await makeFolder(person, "Harbour");
  await uploadPicture(person, "Lighthouse", [200, 80, 40], { folderId });
  await openLibrary(page, `${stage.server.url}/images?folder=${folderId}`);
  await itemLink(page, "Lighthouse").focus();
  await page.keyboard.press("Delete");
  await toastSays(page, "Moved to trash");
  await page.getByRole("heading", { name: "This folder is empty" }).waitFor();
  await page.getByRole("navigation", { name: "Library" }).getByRole("link", { name: "Trash" }).click();
  const card = itemCard(page, "Lighthouse");
  await card.getByText("30 days left").waitFor();
  await card.getByText("was in Harbour").waitFor();
  await card.hover();
  await card.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("heading", { name: "Trash is empty" }).waitFor();
  await untilTitles(person, folderId, ["Lighthouse"]);
  expect(await titlesOf(person)).toEqual([]);
});

test("an item whose folder is removed is restored into the root", async () => {
  const folderId = await makeFolder(person, "Harbour");
  await trash(person, [await uploadPicture(person, "Lighthouse", [200, 80, 40], { folderId })]);
  await person.client.call(deleteFolder, { params: { workspaceId: "personal", folderId }, query: {} });
  await openLibrary(page, `${stage.server.url}/trash`);
  await itemCard(page, "Lighthouse").getByText("was in Harbour").waitFor();
  await itemCard(page, "Lighthouse").hover();
  await itemCard(page, "Lighthouse").getByRole("button", { name: "Restore" }).click();
  await untilTitles(person, "root", ["Lighthouse"]);
});

test("one item is deleted permanently only after a confirmation", async () => {
  const ids = [await uploadPicture(person, "Lighthouse"), await uploadPicture(person, "Pier", [90, 90, 20])];
  await trash(person, ids);
  await openLibrary(page, `${stage.server.url}/trash`);
  await itemCard(page, "Pier").hover();
  await page.getByRole("button", { name: "Delete Pier permanently" }).click();
  const dialog = page.getByRole("dialog", { name: "Permanently delete 1 item?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  expect(await titlesOf(person, { view: "trash" })).toEqual(["Lighthouse", "Pier"]);
  await itemLink(page, "Pier").focus();
  await page.keyboard.press("Delete");
  await dialog.getByRole("button", { name: "Delete 1 item" }).click();
  await toastSays(page, "Permanently deleted");
  await expect.poll(() => titlesOf(person, { view: "trash" })).toEqual(["Lighthouse"]);
  await expect.poll(() => shownTitles(page)).toEqual(["Lighthouse"]);
});

test("everything is restored together; everything is purged together after typing the phrase, and no byte remains", async () => {
  // A separate store that contains only the data of this test.
  const own = await startStoryServer({});
  const [owner, other] = [await registerPerson(own.url, "Ove Owner"), await registerPerson(own.url, "Otto Other")];
  const window = await openAs(stage.browser, own.url, owner);
  try {
    await uploadPicture(other, "Not theirs", [1, 2, 3]);
    await untilMade(other);
    const remaining = await storedFiles(own);
    const folderId = await makeFolder(owner, "Harbour");
    const ids: string[] = [];
    for (const [index, title] of ["Lighthouse", "Pier", "Quay"].entries())
      ids.push(await uploadPicture(owner, title, [30, 60 * index, 200], index === 0 ? { folderId } : {}));
    await untilMade(owner);
    const all = await storedFiles(own);
    // Each image has its own file and its renditions.
    expect(all.size - remaining.size).toBeGreaterThanOrEqual(9);
    for (const [index] of ids.entries()) expect([...all.values()]).toContain(hashOf(stripedPng(640, 400, [30, 60 * index, 200])));

    await trash(owner, ids);
    await openLibrary(window, `${own.url}/trash`);
    await window.getByRole("button", { name: "Restore all" }).click();
    await toastSays(window, "3 images restored");
    await untilTitles(owner, folderId, ["Lighthouse"]);
    await untilTitles(owner, "root", ["Pier", "Quay"]);

    await trash(owner, ids);
    await window.reload();
    await window.getByRole("button", { name: "Delete all" }).click();
    const dialog = window.getByRole("dialog", { name: "Permanently delete 3 items?" });
    const phrase = dialog.getByRole("textbox");
    await phrase.fill("delete");
    await phrase.press("Enter");
    await dialog.getByText('Type "delete all" exactly.').waitFor();
    expect(await titlesOf(owner, { view: "trash" })).toHaveLength(3);
    await phrase.fill("Delete all");
    await dialog.getByRole("button", { name: "Delete 3 items" }).click();
    await window.getByRole("heading", { name: "Trash is empty" }).waitFor();
    await expect.poll(() => titlesOf(owner, { view: "trash" })).toEqual([]);
    await expect.poll(() => storedFiles(own), { timeout: 30_000 }).toEqual(remaining);
  } finally {
    await window.context().close();
    await own.stop();
  }
});
