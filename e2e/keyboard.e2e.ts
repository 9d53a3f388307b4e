import { expect, test } from "vitest";
import { focused, tabTo } from "./support/keyboard.ts";
import { folderLink, itemLink, openAs, openLibrary, titlesOf, toastSays } from "./support/library-page.ts";
import { registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage();

test("by keyboard alone: sign in, open an item, copy its link", async () => {
  const person = await registerPerson(stage.server.url, "Tariq Noor");
  const itemId = await uploadPicture(person, "Departure board");
  const context = await stage.browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  await page.goto(`${stage.server.url}/auth/login`);
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();

  await tabTo(page, /^INPUT E-mail/u);
  await page.keyboard.type(person.email);
  await tabTo(page, /^INPUT Password/u);
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Departure board" }).waitFor();

  await tabTo(page, /^A Departure board/u);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${stage.server.url}/images/${itemId}`);
  await page.getByRole("button", { name: "Create link" }).waitFor();
  await page.keyboard.press("l");
  await page.getByText("Link copied").first().waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link.startsWith(`${stage.server.url}/s/`)).toBe(true);
  expect((await fetch(link)).status).toBe(200);
  await context.close();
});

test("by keyboard alone: create a folder, navigate folders, find a file, star it, delete it and undo", async () => {
  const person = await registerPerson(stage.server.url, "Tara Keys");
  await uploadPicture(person, "Departure board");
  const page = await openAs(stage.browser, stage.server.url, person);
  await openLibrary(page, `${stage.server.url}/images`);

  for (const name of ["Stations", "Airports"]) {
    await page.keyboard.press("Shift+N");
    await page.getByRole("dialog", { name: "New folder" }).waitFor();
    // Typed text goes to the focused element.
    await expect.poll(() => focused(page)).toMatch(/^INPUT/u);
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await folderLink(page, name).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }

  // One tab stop for all folders with arrow keys between them, then one for all items.
  await tabTo(page, /^A Folder Airports/u);
  await page.keyboard.press("ArrowRight");
  expect(await focused(page)).toMatch(/^A Folder Stations/u);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Stations" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.getByRole("heading", { level: 1, name: "My images" }).waitFor();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  await page.keyboard.type("depart");
  await page.getByRole("option", { name: /Departure board/u }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "Departure board" }).waitFor();
  await page.goBack();
  await tabTo(page, /^A Departure board/u);
  await page.keyboard.press("s");
  await expect.poll(() => titlesOf(person, { view: "starred" })).toEqual(["Departure board"]);
  // Undo is available once the server has responded to this page, and its message is shown for three seconds.
  const toast = toastSays(page, "Moved to trash");
  await page.keyboard.press("Delete");
  await toast;
  expect(await titlesOf(person, { view: "trash" })).toEqual(["Departure board"]);
  await page.keyboard.press("Control+z");
  await itemLink(page, "Departure board").waitFor();
  await expect.poll(() => titlesOf(person, { view: "trash" })).toEqual([]);
  await page.context().close();
});
