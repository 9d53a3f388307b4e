import { listItems } from "@stillreel/contract";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { handFiles } from "./support/hand-files.ts";
import { itemLink } from "./support/library-page.ts";
import { type Person, registerPerson, signIn, uploadPicture } from "./support/people.ts";
import { stripedPng } from "./support/pictures.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage();
let person: Person;
let page: Page;

beforeEach(async () => {
  person = await registerPerson(stage.server.url, "Lena Okoro");
  const context = await stage.browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(context, stage.server.url, person);
  page = await context.newPage();
});
afterEach(() => page.context().close());

const starred = (): Promise<string[]> => titles("starred");
const titles = async (view: "folder" | "trash" | "starred"): Promise<string[]> => {
  const { items } = await person.client.call(listItems, { params: { workspaceId: "personal" }, query: { view } });
  return items.map((item) => item.title).toSorted();
};

test("files that are dropped or pasted become items, without leaving the page", async () => {
  await page.goto(`${stage.server.url}/images`);
  await page.getByRole("heading", { name: "Take your first still" }).waitFor();
  await handFiles(page, "drop", [
    { name: "north.png", bytes: stripedPng(900, 600, [30, 80, 120]), type: "image/png" },
    { name: "south.png", bytes: stripedPng(900, 600, [150, 60, 40]), type: "image/png" },
  ]);
  await itemLink(page, "north").waitFor();
  await itemLink(page, "south").waitFor();
  await handFiles(page, "paste", [{ name: "image.png", bytes: stripedPng(300, 200, [40, 120, 60]), type: "image/png" }]);
  await expect.poll(() => titles("folder")).toHaveLength(3);
  await expect.poll(() => page.getByRole("article").count()).toBe(3);
});

test("a file of the wrong type is refused with a reason, and nothing of it is stored", async () => {
  await page.goto(`${stage.server.url}/images`);
  await page.getByRole("heading", { name: "My images" }).waitFor();
  await handFiles(page, "drop", [
    { name: "not-a-picture.png", bytes: Buffer.from("<html><script>alert(1)</script></html>"), type: "image/png" },
  ]);
  await page.getByText("This file type is not supported.").first().waitFor();
  expect(await titles("folder")).toEqual([]);
});

test("a title is edited on its card and is stored", async () => {
  await uploadPicture(person, "Old title");
  await page.goto(`${stage.server.url}/images`);
  await page.getByRole("button", { name: "More for Old title" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Totals of March");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Totals of March" }).waitFor();
  await expect.poll(() => titles("folder")).toEqual(["Totals of March"]);
  await page.reload();
  await page.getByRole("link", { name: "Totals of March" }).waitFor();
});

test("a right click opens the menu of an item; among several selected items it does not", async () => {
  await uploadPicture(person, "North");
  await uploadPicture(person, "South");
  await page.goto(`${stage.server.url}/images`);
  await itemLink(page, "North").click({ button: "right" });
  await page.getByRole("menu", { name: "More for North" }).getByRole("menuitem", { name: "Star" }).click();
  await expect.poll(() => starred()).toEqual(["North"]);
  await page.keyboard.press("Control+a");
  await itemLink(page, "North").click({ button: "right" });
  expect(await page.getByRole("menu").count()).toBe(0);
});

test("an item goes to the trash, and Undo restores it", async () => {
  await uploadPicture(person, "Keep me");
  await page.goto(`${stage.server.url}/images`);
  await page.getByRole("button", { name: "More for Keep me" }).click();
  await page.getByRole("menuitem", { name: "Move to trash" }).click();
  await page.getByText("Moved to trash").first().waitFor();
  await expect.poll(() => titles("trash")).toEqual(["Keep me"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Keep me" }).waitFor();
  await expect.poll(() => titles("trash")).toEqual([]);
  expect(await titles("folder")).toEqual(["Keep me"]);
});
