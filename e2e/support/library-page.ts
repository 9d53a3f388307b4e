import { createFolder, listFolders, listItems } from "@stillreel/contract";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { type Person, signIn } from "./people.ts";

/** Opens a window of a signed-in user. Close its context when done. */
export async function openAs(browser: Browser, serverUrl: string, person: Person, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  await signIn(context, serverUrl, person);
  const page = await context.newPage();
  // The browser's file pickers are intercepted while there is a listener. The first one could open before `waitForEvent` has started that.
  page.on("filechooser", () => {});
  return page;
}

/** Opens a page of the library and waits for its selection, drag and drop listeners: their code loads after the first paint. */
export async function openLibrary(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.mouse.move(4, 4);
  await page.locator("body > [aria-label='Selected items']").waitFor({ state: "attached" });
}

/** Waits until the page receives live events. Must be called before the page is opened. */
export async function whenLive(page: Page): Promise<void> {
  await page.waitForResponse((response) => new URL(response.url()).pathname === "/api/v1/events" && response.ok(), { timeout: 20_000 });
}

/** An item's link in a grid or list. It takes the focus, opens the item, and selects it on click. */
export const itemLink = (page: Page, title: string): Locator =>
  page.locator("[data-item-link]").filter({ has: page.getByText(title, { exact: true }) });

/** An item's whole card or row. */
export const itemCard = (page: Page, title: string): Locator => page.locator("[data-item-id]").filter({ has: itemLink(page, title) });

/** A folder's link on its tile or row. */
export const folderLink = (page: Page, name: string): Locator =>
  page.locator(`[data-folder-link][aria-label^=${JSON.stringify(`Folder ${name}, `)}]`);

/** Returns the titles that the page shows, in order. */
export const shownTitles = (page: Page): Promise<string[]> => page.locator("[data-item-link]").allInnerTexts();

/** Returns the titles of a list on the server, sorted alphabetically. */
export async function titlesOf(
  { client }: Person,
  query: { view?: "folder" | "starred" | "shared" | "trash" | "all"; type?: "image" | "video"; folderId?: string } = {},
): Promise<string[]> {
  const { items } = await client.call(listItems, { params: { workspaceId: "personal" }, query: { view: "folder", ...query } as never });
  return items.map((item) => item.title).toSorted();
}

/** Returns every folder of a user, by name. */
export async function foldersOf({ client }: Person) {
  const { items } = await client.call(listFolders, { params: { workspaceId: "personal" }, query: {} });
  return new Map(items.map((folder) => [folder.name, folder]));
}

/** Creates a folder through the API and returns its id. */
export async function makeFolder({ client }: Person, name: string, parentId: string | null = null): Promise<string> {
  const folder = await client.call(createFolder, {
    params: { workspaceId: "personal" },
    body: { name, parentId, ...(parentId === null ? { kind: "image" as const } : {}) },
  });
  return folder.id;
}

/** Returns the middle of an element in the window, in CSS pixels. */
export async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error("The element cannot be seen.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags an element with the mouse onto a target, and releases the button once the target is highlighted. */
export async function dragOnto(page: Page, from: Locator, target: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(target)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y + 12, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 8 });
  const lit = target.and(page.locator("[data-drop-over]")).or(page.locator("[data-drop-over]").filter({ has: target }));
  await lit.first().waitFor();
  await page.mouse.up();
}

/** Waits until the toast contains a text. */
export async function toastSays(page: Page, text: string | RegExp): Promise<void> {
  await page.locator("[role=status], [role=alert]").getByText(text).first().waitFor();
}

/** Waits until a folder (`root` for the root) contains these titles on the server. */
export async function untilTitles(person: Person, folderId: string, wanted: string[]): Promise<void> {
  await expect.poll(() => titlesOf(person, { folderId }), { timeout: 10_000 }).toEqual(wanted);
}
