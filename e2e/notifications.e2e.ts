import {
  createComment,
  createInvite,
  getNotificationSettings,
  getShare,
  likeItem,
  listOutbox,
  login,
  readNotifications,
  sendResetPasswordEmail,
  sendWorkspaceInvites,
  setNewPassword,
  uploadVideo,
} from "@stillreel/contract";
import { video } from "@stillreel/testing/video";
import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs, whenLive } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";
import { join, makeWorkspace, uploadTo } from "./support/team.ts";

/** Time within which a change must be visible in other browsers, in milliseconds. */
const SOON_MS = 5_000;

// A separate server, whose first user reads the outbox.
const stage = setStage({});
const pages: Page[] = [];
let administrator: Person;
let owner: Person;
let friend: Person;

beforeAll(async () => {
  administrator = await registerPerson(stage.server.url, "Ada Administrator");
});
beforeEach(async () => {
  owner = await registerPerson(stage.server.url, "Olga Owner");
  friend = await registerPerson(stage.server.url, "Fred Friend");
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

/** Opens the library in a separate browser, and waits until it receives live events. */
async function openLive(person: Person, viewport = { width: 1280, height: 800 }): Promise<Page> {
  const page = await openAs(stage.browser, stage.server.url, person, { viewport });
  pages.push(page);
  const live = whenLive(page);
  await page.goto(`${stage.server.url}/images`);
  await live;
  return page;
}
/** Proves the address of a user by the link for a new password, and signs the user in again. */
async function verify(person: Person): Promise<void> {
  await person.client.call(sendResetPasswordEmail, { body: { email: person.email } });
  const { items } = await administrator.client.call(listOutbox, { query: {} });
  const mail = items.find(({ to, text }) => to === person.email && text.includes("/auth/reset?code="));
  const oobCode = /reset\?code=([\w-]+)/u.exec(mail?.text ?? "")?.[1] ?? "";
  await person.client.call(setNewPassword, { body: { oobCode, newPassword: person.password } });
  const { idToken, refreshToken } = await person.client.call(login, { body: { email: person.email, password: person.password } });
  Object.assign(person.tokens, { idToken, refreshToken });
}
const bell = (page: Page): Locator => page.getByRole("button", { name: /^Notifications/u });
const popover = (page: Page): Locator => page.getByRole("dialog", { name: "Notifications" });
const rows = (page: Page): Locator => popover(page).getByRole("listitem");
const saysUnread = (page: Page, name: string): Promise<void> =>
  expect.poll(() => bell(page).getAttribute("aria-label"), { timeout: SOON_MS }).toBe(name);

test("a comment in one browser appears in the bells of another user, opens the video at its time, and is read everywhere", async () => {
  const where = { workspaceId: "personal" };
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(await video({ seconds: 20 }))], { type: "video/mp4" }), "Harbour.mp4");
  const { id: itemId } = await owner.client.call(uploadVideo, { params: where, body });
  const { slug } = await owner.client.call(getShare, { params: { ...where, itemId } });
  const here = await openLive(owner);
  const there = await openLive(owner);
  await saysUnread(here, "Notifications");

  const { client } = friend;
  await client.call(createComment, { params: { itemId }, query: { share: slug }, body: { text: "Here", at: 12 } });
  await saysUnread(here, "Notifications, 1 unread");
  await saysUnread(there, "Notifications, 1 unread");

  await bell(here).click();
  await rows(here).getByText("Fred Friend commented").waitFor();
  expect(await accessibilityFaults(here)).toEqual([]);

  // What arrives while the list is open waits, so that the list does not move.
  await client.call(likeItem, { params: { itemId }, query: { share: slug } });
  const newRows = popover(here).getByRole("button", { name: "1 new" });
  await newRows.waitFor({ timeout: SOON_MS });
  expect(await rows(here).count()).toBe(1);
  await newRows.click();
  await rows(here).getByText("Fred Friend liked your item").waitFor();

  await rows(here)
    .getByRole("link", { name: /commented/u })
    .click();
  await here.waitForURL(new RegExp(`/videos/${itemId}\\?t=12$`, "u"));
  await expect.poll(() => here.locator("video").evaluate((player: HTMLVideoElement) => Math.round(player.currentTime))).toBe(12);
  await saysUnread(there, "Notifications, 1 unread");

  await bell(there).click();
  await popover(there).getByRole("button", { name: "Mark all read" }).click();
  await saysUnread(there, "Notifications");
  await there.getByRole("button", { name: /^Undo/u }).click();
  await saysUnread(there, "Notifications, 1 unread");
});

test("the keyboard opens the list, moves in it, marks and opens", async () => {
  const workspaceId = await makeWorkspace(owner, "Harbour");
  await join(owner, workspaceId, friend);
  const plan = await uploadTo(owner, workspaceId, "Plan");
  const quay = await uploadTo(owner, workspaceId, "Quay");
  await owner.client.call(readNotifications, { body: { all: true } });
  await friend.client.call(createComment, { params: { itemId: plan }, body: { text: "One" } });
  await friend.client.call(likeItem, { params: { itemId: quay } });
  const page = await openLive(owner);
  await saysUnread(page, "Notifications, 2 unread");
  await bell(page).focus();
  await page.keyboard.press("Enter");
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await expect.poll(focused).toContain("liked your item");
  await page.keyboard.press("u");
  await saysUnread(page, "Notifications, 1 unread");
  await page.keyboard.press("u");
  await saysUnread(page, "Notifications, 2 unread");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toContain("commented");
  await page.keyboard.press("Escape");
  expect(await bell(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(focused).toContain("liked your item");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/w/${workspaceId}/images/${plan}$`, "u"));
  await page.goBack();
  await saysUnread(page, "Notifications, 1 unread");
  await friend.client.call(createComment, { params: { itemId: quay }, body: { text: "Two" } });
  await bell(page).click();
  await popover(page)
    .getByRole("button", { name: /^Unread/u })
    .click();
  await expect.poll(() => rows(page).count()).toBe(2);
});

test("an invite arrives in the bell, Join opens the workspace, and its owner is notified", async () => {
  await verify(friend);
  const workspaceId = await makeWorkspace(owner, "Harbour");
  const page = await openLive(friend);
  const there = await openLive(owner);
  const { inviteId } = await owner.client.call(createInvite, { params: { id: workspaceId } });
  await owner.client.call(sendWorkspaceInvites, { body: { inviteId, emails: [friend.email] } });
  await saysUnread(page, "Notifications, 1 unread");
  await bell(page).click();
  await rows(page).getByText("Olga Owner invited you to a workspace").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Join: Harbour" }).click();
  await page.waitForURL(new RegExp(`/w/${workspaceId}`, "u"));
  expect(await popover(page).count()).toBe(0);
  await saysUnread(page, "Notifications");
  await saysUnread(there, "Notifications, 1 unread");
  await bell(there).click();
  await rows(there).getByText("Fred Friend joined your workspace").waitFor();
});

test("the bell is on the page of an item, and not where it is annotated", async () => {
  const itemId = await uploadPicture(owner, "Pier");
  const { slug } = await owner.client.call(getShare, { params: { workspaceId: "personal", itemId } });
  const page = await openAs(stage.browser, stage.server.url, owner, { viewport: { width: 390, height: 844 } });
  pages.push(page);
  const live = whenLive(page);
  await page.goto(`${stage.server.url}/images/${itemId}`);
  await live;
  await saysUnread(page, "Notifications");
  await friend.client.call(createComment, { params: { itemId }, query: { share: slug }, body: { text: "Here" } });
  await saysUnread(page, "Notifications, 1 unread");
  await bell(page).click();
  await rows(page).getByText("Fred Friend commented").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await popover(page).getByRole("button", { name: "Close" }).click();
  await page.goto(`${stage.server.url}/images/${itemId}/annotate`);
  await page.getByRole("toolbar").first().waitFor();
  expect(await bell(page).count()).toBe(0);
});

test("the settings apply immediately, and the empty list says so on a phone, as a sheet that closes", async () => {
  const page = await openLive(owner, { width: 390, height: 844 });
  await bell(page).click();
  await popover(page).getByText("You're all caught up").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect((await popover(page).boundingBox())?.height).toBe(844);
  await popover(page).getByRole("link", { name: "Notification settings" }).click();
  const off = page.getByRole("radio", { name: "Likes: Off" });
  await off.click();
  await expect.poll(() => off.isChecked()).toBe(true);
  const settings = () => owner.client.call(getNotificationSettings, {});
  await expect.poll(async () => (await settings()).channels.like).toBe("off");
  // The tabs are wider than the phone: the active one is in view.
  const tab = page.getByRole("navigation").getByRole("link", { name: "Notifications" });
  await expect
    .poll(async () => {
      const box = await tab.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 390;
    })
    .toBe(true);
  await page.getByText("Weekly", { exact: true }).click();
  await page.getByRole("combobox", { name: "Day of the week" }).selectOption({ label: "Friday" });
  await page.getByRole("combobox", { name: "Hour" }).selectOption("17");
  const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await expect.poll(async () => (await settings()).digest).toEqual({ frequency: "weekly", weekday: 5, hour: 17, timeZone });
  await page.getByRole("button", { name: "1 week" }).click();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  await expect.poll(async () => (await settings()).pauseUntil).not.toBeNull();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await bell(page).click();
  await popover(page).getByRole("button", { name: "Close" }).click();
  await popover(page).waitFor({ state: "detached" });
});
