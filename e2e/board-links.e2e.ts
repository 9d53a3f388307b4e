import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createBoard, createComment, deleteShare, getBoard, getShare, updateBoard, updateShare } from "@stillreel/contract";
import type { BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished, test, vi } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs } from "./support/library-page.ts";
import { type Person, registerPerson } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage();
const PERSONAL = "personal";

interface Shared {
  owner: Person;
  boardId: string;
  slug: string;
}

/** Creates a board with a link. Without `isDrawn` it has no drawing yet. */
async function shareBoard(title: string, isDrawn = true): Promise<Shared> {
  const owner = await registerPerson(stage.server.url, "Olga Owner");
  const { id: boardId } = await owner.client.call(createBoard, { body: { title, template: "retro" } });
  const { slug } = await owner.client.call(getShare, { params: { workspaceId: PERSONAL, itemId: boardId } });
  const thumbnail = async () => (await owner.client.call(getBoard, { params: { boardId }, query: {} })).item.thumbnailUrl;
  if (isDrawn) await vi.waitUntil(async () => (await thumbnail()) !== null, { timeout: 60_000, interval: 500 });
  return { owner, boardId, slug };
}

/** Opens a page as a visitor without an account. */
async function visit(path: string, context?: BrowserContext): Promise<Page> {
  const page = await (context ?? (await stage.browser.newContext({ viewport: { width: 1440, height: 900 } }))).newPage();
  await page.goto(stage.server.url + path);
  return page;
}

const drawing = (page: Page, title: string) => page.getByRole("main").getByRole("img", { name: title });
const widthOf = (page: Page, title: string): Promise<number> =>
  drawing(page, title).evaluate((image) => (image as HTMLImageElement).naturalWidth);

test("a visitor without an account sees heading, drawing and comments, zooms, and is informed when the link is turned off", async () => {
  const { owner, boardId, slug } = await shareBoard("Retro, sprint 41");
  await owner.client.call(createComment, { params: { itemId: boardId }, body: { text: "Please add your notes" } });
  const page = await visit(`/s/${slug}`);
  await page.getByRole("heading", { name: "Retro, sprint 41", level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/s/${slug}`);
  await page.getByText("Olga Owner").first().waitFor();
  expect(await widthOf(page, "Retro, sprint 41")).toBe(2_560);
  await page.getByText("Please add your notes").waitFor();
  expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
  expect(await page.getByRole("link", { name: "Whiteboards" }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.locator("#picture").click();
  await expect.poll(() => drawing(page, "Retro, sprint 41").evaluate(({ clientWidth }) => clientWidth)).toBe(2_560);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await owner.client.call(updateShare, { params: { workspaceId: PERSONAL, itemId: boardId }, body: { password: "open sesame" } });
  await page.reload();
  await page.getByRole("heading", { name: "This link is protected" }).waitFor();
  await page.getByRole("textbox", { name: "Password" }).fill("open sesame");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Retro, sprint 41", level: 1 }).waitFor();
  await owner.client.call(deleteShare, { params: { workspaceId: PERSONAL, itemId: boardId } });
  await page.reload();
  await page.getByRole("heading", { name: "This link doesn't work" }).waitFor();
}, 120_000);

test("an open page shows a drawing that is made later, also to a user without other access", async () => {
  const { owner, boardId, slug } = await shareBoard("Later", false);
  const other = await registerPerson(stage.server.url, "Nora Nobody");
  const page = await openAs(stage.browser, stage.server.url, other);
  await page.goto(`${stage.server.url}/s/${slug}`);
  await page.getByRole("heading", { name: "Later", level: 1 }).waitFor();
  await expect.poll(() => widthOf(page, "Later"), { timeout: 60_000 }).toBe(2_560);
  const first = await drawing(page, "Later").getAttribute("src");
  const { document } = await owner.client.call(getBoard, { params: { boardId }, query: {} });
  const moved = document.elements.map((element) => ({ ...element, x: element.x * 2, version: element.version + 1 }));
  await owner.client.call(updateBoard, { params: { boardId }, body: { document: { ...document, elements: moved } } });
  await expect.poll(() => drawing(page, "Later").getAttribute("src"), { timeout: 60_000 }).not.toBe(first);
  expect(await widthOf(page, "Later")).toBe(2_560);
}, 180_000);

/** A page of another site with an embedded whiteboard. The other site is on this machine, too: browsers protect it from sites of the internet. */
async function wikiWith(slug: string): Promise<Page> {
  const frame = `<iframe title="Whiteboard" width="860" height="540" src="${stage.server.url}/embed/${slug}"></iframe>`;
  const wiki = createServer((_request, response) => response.setHeader("content-type", "text/html").end(`<h1>Our wiki</h1>${frame}`));
  await once(wiki.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void wiki.close());
  const page = await (await stage.browser.newContext({ viewport: { width: 900, height: 700 } })).newPage();
  await page.goto(`http://127.0.0.1:${(wiki.address() as AddressInfo).port}/`);
  return page;
}

test("a whiteboard that is embedded in another site follows the people who draw on it, and ends with its link", async () => {
  const { owner, boardId, slug } = await shareBoard("Live", false);
  const [wiki, page] = await Promise.all([wikiWith(slug), openAs(stage.browser, stage.server.url, owner)]);
  const view = wiki.frameLocator("iframe");
  const drawn = view.getByRole("img", { name: "Live" });
  await drawn.getByText("Try", { exact: true }).waitFor();
  await page.goto(`${stage.server.url}/boards/${boardId}`);
  await page.getByText("Saved", { exact: true }).waitFor();
  // The viewer of another page is not shown as a person.
  expect(await page.getByText("Visitor").count()).toBe(0);
  const paths = (): Promise<number> => drawn.locator("path").count();
  const before = await paths();
  const box = await page.locator("canvas.interactive").boundingBox();
  if (!box) throw new Error("There is no canvas.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height - 160];
  await page.keyboard.press("r");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 60, { steps: 4 });
  await page.mouse.up();
  const began = performance.now();
  await expect.poll(paths, { timeout: 10_000, interval: 20 }).toBeGreaterThan(before);
  // 64 ms on a quiet machine.
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(await view.locator("button, input, a[href*='/boards']").count()).toBe(0);
  await owner.client.call(deleteShare, { params: { workspaceId: PERSONAL, itemId: boardId } });
  await drawn.waitFor({ state: "detached" });
  await view.getByText("It may have been turned off", { exact: false }).waitFor();
}, 180_000);
