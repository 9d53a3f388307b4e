import { createBoard, createFolder, setFileRight, updateShare } from "@stillreel/contract";
import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs, whenLive } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";
import { join, makeWorkspace } from "./support/team.ts";

// A server for these tests only: its first user is the administrator, whom no test uses.
const stage = setStage();
const pages: Page[] = [];
let owner: Person;
let friend: Person;

beforeAll(async () => {
  await registerPerson(stage.server.url, "Ada Administrator");
});
beforeEach(async () => {
  [owner, friend] = [await registerPerson(stage.server.url, "Olga Owner"), await registerPerson(stage.server.url, "Fred Friend")];
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

async function open(person: Person, path: string): Promise<Page> {
  const page = await openAs(stage.browser, stage.server.url, person, { viewport: { width: 1280, height: 800 } });
  pages.push(page);
  await page.goto(`${stage.server.url}${path}`);
  return page;
}
/** Opens a portal page that receives live events. */
async function openLive(person: Person, path: string): Promise<Page> {
  const page = await openAs(stage.browser, stage.server.url, person, { viewport: { width: 1280, height: 800 } });
  pages.push(page);
  const live = whenLive(page);
  await page.goto(`${stage.server.url}${path}`);
  await live;
  return page;
}
const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name, exact: typeof name === "string" });
const bell = (page: Page): Locator => button(page, /^Notifications/u);

test("a person who cannot open an image asks, the owner answers from the bell, and the page of the person opens", async () => {
  const itemId = await uploadPicture(owner, "Departure board");
  const [theirs, mine] = await Promise.all([openLive(friend, `/images/${itemId}`), openLive(owner, "/images")]);
  await theirs.getByRole("heading", { name: "This link doesn't work" }).waitFor();
  expect(await theirs.getByText("Departure board").count()).toBe(0);
  expect(await accessibilityFaults(theirs)).toEqual([]);
  await button(theirs, "Ask for access").click();
  await theirs.getByText("You asked for access.").waitFor();

  await expect.poll(() => bell(mine).getAttribute("aria-label"), { timeout: 20_000 }).toBe("Notifications, 1 unread");
  await bell(mine).click();
  await mine.getByRole("link", { name: /Fred Friend asked for access/u }).click();
  await mine.getByRole("heading", { name: "Access requests" }).waitFor();
  await mine.getByText(friend.email).waitFor();
  expect(await accessibilityFaults(mine)).toEqual([]);
  await button(mine, "Allow to view: Fred Friend").click();
  await mine.getByRole("heading", { name: "People the link opens for" }).waitFor();

  await theirs.waitForURL(/\/s\//u, { timeout: 20_000 });
  await theirs.getByRole("heading", { name: "Departure board" }).waitFor();

  await button(mine, "Remove access of Fred Friend").click();
  await mine.getByText("No one is waiting for access.").waitFor();
  await expect.poll(async () => (await theirs.reload())?.status(), { timeout: 20_000 }).toBe(404);
}, 120_000);

test("a private link shows nothing to a visitor but the way to sign in, and a person with an account can ask", async () => {
  const itemId = await uploadPicture(owner, "Quarterly numbers");
  const params = { workspaceId: "personal", itemId };
  const { slug } = await owner.client.call(updateShare, { params, body: { visibility: "private" } });
  const visitor = await stage.browser.newPage();
  pages.push(visitor);
  await visitor.goto(`${stage.server.url}/s/${slug}`);
  await visitor.getByRole("main").getByRole("link", { name: "Sign in" }).waitFor();
  expect(await visitor.getByText("Ask for access").count()).toBe(0);
  const theirs = await open(friend, `/s/${slug}`);
  expect(await theirs.content()).not.toContain("Quarterly numbers");
  await theirs.getByRole("link", { name: "Ask for access" }).click();
  await button(theirs, "Ask for access").click();
  await theirs.getByText("You asked for access.").waitFor();
  await theirs.reload();
  await theirs.getByText("You asked for access.").waitFor();
  const mine = await open(owner, `/access/item/${itemId}`);
  await button(mine, "Decline: Fred Friend").click();
  await mine.getByText("No one is waiting for access.").waitFor();
  await theirs.reload();
  await theirs.getByText("You asked for access.").waitFor();
}, 120_000);

test("a folder of another person offers to ask, too", async () => {
  const { id } = await owner.client.call(createFolder, { params: { workspaceId: "personal" }, body: { name: "Plans", kind: "image" } });
  const theirs = await open(friend, `/images?folder=${id}`);
  await button(theirs, "Ask for access").click();
  await theirs.getByText("You asked for access.").waitFor();
  const mine = await open(owner, `/access/folder/${id}`);
  await mine.getByText("Plans", { exact: true }).first().waitFor();
  await button(mine, "Allow to comment: Fred Friend").waitFor();
}, 120_000);

test("a person who may only view a whiteboard asks to edit, and can draw as soon as it was allowed", async () => {
  const workspaceId = await makeWorkspace(owner, "Lumen Transit");
  const friendId = await join(owner, workspaceId, friend);
  const { id } = await owner.client.call(createBoard, { body: { title: "Retro", workspaceId } });
  const entry = { id: friendId, permissionType: "member", read: true, write: false } as const;
  await owner.client.call(setFileRight, { params: { workspaceId, itemId: id }, body: entry });
  const theirs = await open(friend, `/w/${workspaceId}/boards/${id}`);
  const tools = theirs.getByRole("button", { name: "Rectangle" });
  await button(theirs, "Ask to edit").click();
  await button(theirs, "You asked to edit").waitFor();
  expect(await tools.count()).toBe(0);
  const mine = await open(owner, `/access/item/${id}`);
  await button(mine, "Allow to edit: Fred Friend").click();
  await tools.waitFor();
  expect(await theirs.getByText("You asked to edit").count()).toBe(0);
}, 120_000);
