import { createComment } from "@stillreel/contract";
import type { Locator, Page } from "playwright-core";
import { beforeAll, beforeEach, afterEach, expect, test } from "vitest";
import { makeFolder, openAs, openLibrary } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage();
let person: Person;
let stranger: Person;
let folderId: string;
let page: Page;
const ids = new Map<string, string>();

beforeAll(async () => {
  [person, stranger] = [await registerPerson(stage.server.url, "Sara Seeker"), await registerPerson(stage.server.url, "Silas Stranger")];
  folderId = await makeFolder(person, "Überseehafen");
  for (const title of ["Quarterly totals", "Café in Málaga", "Departure board", "فاتورة يناير"])
    ids.set(title, await uploadPicture(person, title));
  ids.set("Untitled", await uploadPicture(person, "Untitled", [90, 20, 20], { folderId, pageUrl: "https://metrics.example/board/berlin" }));
  await person.client.call(createComment, {
    params: { itemId: ids.get("Departure board") ?? "" },
    query: {},
    body: { text: "The legend covers the northern harbour" },
  });
  await uploadPicture(stranger, "Secret dossier");
});
beforeEach(async () => {
  page = await openAs(stage.browser, stage.server.url, person);
  await openLibrary(page, `${stage.server.url}/images`);
});
afterEach(() => page?.context().close());

const palette = (): Locator => page.getByRole("dialog", { name: "Search" });
const field = (): Locator => palette().getByRole("combobox");
const options = (group: string): Locator => palette().getByRole("group", { name: group }).getByRole("option");
/** Returns the first line of each result of a group. */
const found = async (group: string): Promise<string[]> =>
  (await options(group).allInnerTexts()).map((text) => text.split("\n")[0]?.trim() ?? "");
async function open(): Promise<void> {
  await page.keyboard.press("Control+k");
  await field().waitFor();
}

test("Ctrl K searches while typing: prefixes, without accents, in other scripts, and with a typing error", async () => {
  await open();
  await field().pressSequentially("quart");
  await expect.poll(() => found("Files")).toEqual(["Quarterly totals"]);
  await field().pressSequentially("erly to");
  await expect.poll(() => found("Files")).toEqual(["Quarterly totals"]);
  await field().fill("cafe malaga");
  await expect.poll(() => found("Files")).toEqual(["Café in Málaga"]);
  await field().fill("فاتورة");
  await expect.poll(() => found("Files")).toEqual(["فاتورة يناير"]);
  await field().fill("quartrely");
  await expect.poll(() => found("Files")).toEqual(["Quarterly totals"]);
  await palette().getByText("Showing results for quarterly").waitFor();
});

test("words of comments and page addresses find their item, and Enter opens it", async () => {
  await open();
  await field().fill("northern harb");
  await expect.poll(() => options("Comments").allInnerTexts()).toEqual([expect.stringContaining("The legend covers the northern harbour")]);
  await field().fill("metrics.example");
  await expect.poll(() => found("Files")).toEqual(["Untitled"]);
  expect(await options("Files").innerText()).toContain("metrics.example");
  await field().fill("departure");
  await expect.poll(() => found("Files")).toEqual(["Departure board"]);
  await field().press("Enter");
  await page.waitForURL(`${stage.server.url}/images/${ids.get("Departure board")}`);
  await page.getByRole("img", { name: "Departure board" }).waitFor();
  expect(await palette().count()).toBe(0);
});

test("a folder is found by its name and opened", async () => {
  await open();
  await field().fill("ubersee");
  await expect.poll(() => found("Folders")).toEqual(["Überseehafen"]);
  await field().press("Enter");
  await page.waitForURL(`${stage.server.url}/images?folder=${folderId}`);
  await page.getByRole("heading", { level: 1, name: "Überseehafen" }).waitFor();
  await page.getByRole("link", { name: "Untitled" }).waitFor();
});

test("an empty result is shown, and users do not find other users' items", async () => {
  await open();
  await field().fill("zzqxj");
  await palette().getByText('Nothing matches "zzqxj"').waitFor();
  await field().fill("secret dossier");
  await palette().getByText('Nothing matches "secret dossier"').waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => palette().count()).toBe(0);

  const theirs = await openAs(stage.browser, stage.server.url, stranger);
  try {
    await openLibrary(theirs, `${stage.server.url}/images`);
    await theirs.keyboard.press("Control+k");
    await theirs.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("secret dossier");
    await theirs.getByRole("option", { name: "Secret dossier" }).waitFor();
  } finally {
    await theirs.context().close();
  }
});
