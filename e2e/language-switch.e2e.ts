import { listFolders } from "@stillreel/contract";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chooseLanguage } from "./support/language.ts";
import { openAs, openLibrary } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage();
let person: Person;
let page: Page;
let faults: string[];

beforeEach(async () => {
  person = await registerPerson(stage.server.url, "Sami Switch");
  page = await openAs(stage.browser, stage.server.url, person);
  faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
});
afterEach(async () => {
  await page?.context().close();
  if (faults.length > 0) throw new Error(faults.join("\n"));
});

/** Marks the page, so that a reload is noticed. */
const mark = (): Promise<void> => page.evaluate(() => document.body.setAttribute("data-marked", ""));
const isMarked = (): Promise<boolean> => page.evaluate(() => document.body.hasAttribute("data-marked"));

test("an open dialog stays with what was typed and chosen in it", async () => {
  await openLibrary(page, `${stage.server.url}/images`);
  await mark();
  await page.keyboard.press("Shift+N");
  const english = page.getByRole("dialog", { name: "New folder" });
  await english.getByLabel("Folder name").fill("Abfahrten");
  await english.getByRole("radio", { name: "Green" }).check({ force: true });
  await chooseLanguage(page, stage.server.url, "ar");
  const dialog = page.getByRole("dialog", { name: "مجلد جديد" });
  const field = dialog.getByRole("textbox");
  expect(await field.inputValue()).toBe("Abfahrten");
  expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
  await field.press("Enter");
  await dialog.waitFor({ state: "detached" });
  const { items } = await person.client.call(listFolders, { params: { workspaceId: "personal" }, query: {} });
  expect(items.map(({ name, color }) => [name, color])).toEqual([["Abfahrten", "#2F7D5B"]]);
  expect(await isMarked()).toBe(true);
});

test("an unsent comment stays on the page of an item", async () => {
  const itemId = await uploadPicture(person, "Harbour", [60, 90, 160]);
  await page.goto(`${stage.server.url}/images/${itemId}`);
  await page.getByRole("tab", { name: /Comments/u }).click();
  await page.getByRole("textbox", { name: "Write a comment" }).fill("Not sent yet: 14:06?");
  await mark();
  await chooseLanguage(page, stage.server.url, "de");
  const comment = page.getByRole("textbox", { name: "Kommentar schreiben" });
  expect(await comment.inputValue()).toBe("Not sent yet: 14:06?");
  await comment.press("Control+Enter");
  await page.getByText("Not sent yet: 14:06?").waitFor();
  expect(await isMarked()).toBe(true);
});
