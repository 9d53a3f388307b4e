import { getFolderShare } from "@stillreel/contract";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { shownAtEnd } from "./support/folder-page.ts";
import { folderLink, makeFolder, openAs, openLibrary, toastSays } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage();
let owner: Person;
let folderId: string;
const pages: Page[] = [];

beforeEach(async () => {
  owner = await registerPerson(stage.server.url, "Mira Halvorsen");
  folderId = await makeFolder(owner, "Release 4.12");
  const inner = await makeFolder(owner, "Known issues", folderId);
  await uploadPicture(owner, "Route planner", undefined, { folderId });
  await uploadPicture(owner, "Departure board", undefined, { folderId });
  await uploadPicture(owner, "Broken total", undefined, { folderId: inner });
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

async function visit(url: string, options: Parameters<typeof stage.browser.newContext>[0] = {}): Promise<Page> {
  const page = await (await stage.browser.newContext(options)).newPage();
  pages.push(page);
  await page.goto(url);
  return page;
}

/** Scrolls a page to its end, and reports what was in view before and after that in one call, as a busy browser does. */
function lateFrames(): void {
  window.IntersectionObserver = class extends IntersectionObserver {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      const waiting: IntersectionObserverEntry[] = [];
      super((entries, observer) => {
        if (waiting.length === 0) setTimeout(() => callback(waiting.splice(0), observer), 500);
        waiting.push(...entries);
        scrollTo(0, document.documentElement.scrollHeight);
      }, options);
    }
  };
}

async function openFolder(): Promise<Page> {
  const page = await openAs(stage.browser, stage.server.url, owner);
  pages.push(page);
  await openLibrary(page, `${stage.server.url}/images`);
  return page;
}

test("an owner shares a folder, a visitor opens it with its folders and items, and the link is turned off", async () => {
  const page = await openFolder();
  await folderLink(page, "Release 4.12").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Share link" }).click();
  const dialog = page.getByRole("dialog", { name: /Share folder/u });
  await dialog.getByRole("button", { name: "Create link" }).click();
  const address = dialog.getByRole("textbox", { name: "Share link" });
  const shareUrl = `${new URL(stage.server.url).protocol}//${await address.inputValue()}`;
  expect(shareUrl).toContain("/s/");
  await dialog.getByText("Not opened yet.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  const inside = await openFolder();
  await inside.goto(`${stage.server.url}/images?folder=${folderId}`);
  await inside.getByRole("img", { name: "Anyone with the folder's link" }).nth(1).waitFor();

  const visitor = await visit(shareUrl);
  await visitor.getByRole("heading", { level: 1, name: "Release 4.12" }).waitFor();
  await visitor.getByText("2 images").waitFor();
  expect(await accessibilityFaults(visitor)).toEqual([]);
  await visitor.getByRole("link", { name: /Known issues/u }).click();
  await visitor.getByRole("heading", { level: 1, name: "Known issues" }).waitFor();
  await visitor.getByRole("link", { name: "Release 4.12" }).click();
  await visitor.getByRole("link", { name: /Departure board/u }).click();
  await visitor.getByRole("heading", { level: 1, name: "Departure board" }).waitFor();
  await visitor.getByRole("button", { name: "Like" }).waitFor();
  await visitor.getByRole("link", { name: "Back to Release 4.12" }).click();
  await visitor.getByRole("heading", { level: 1, name: "Release 4.12" }).waitFor();
  const downloading = visitor.waitForEvent("download");
  await visitor.getByRole("link", { name: /Download all/u }).click();
  expect((await downloading).suggestedFilename()).toBe("Release 4.12.zip");

  await dialog.getByRole("switch", { name: "Viewers can download" }).click({ force: true });
  await expect
    .poll(async () => (await owner.client.call(getFolderShare, { params: { workspaceId: "personal", folderId } })).allowDownload)
    .toBe(false);
  await visitor.reload();
  await visitor.getByRole("heading", { level: 1, name: "Release 4.12" }).waitFor();
  expect(await visitor.getByRole("link", { name: /Download all/u }).count()).toBe(0);

  await dialog.getByRole("button", { name: "View limit: No limit" }).click();
  await page
    .getByRole("menuitemcheckbox", { name: "10 views" })
    .or(page.getByRole("menuitemradio", { name: "10 views" }))
    .click();
  await dialog.getByRole("button", { name: "View limit: 10 views" }).waitFor();
  await dialog.getByRole("button", { name: "Turn off link" }).click();
  await page.getByRole("dialog", { name: "Turn off link?" }).getByRole("button", { name: "Turn off link" }).click();
  await toastSays(page, "Link turned off");
  await inside.getByRole("img", { name: "Only you" }).nth(1).waitFor();
  // The open page follows the link.
  await visitor.getByRole("heading", { name: "This link doesn't work" }).waitFor();
});

test("a folder with many items loads them while the visitor scrolls, and counts them", async () => {
  for (let nth = 0; nth < 70; nth += 1) await uploadPicture(owner, `Image ${nth}`, undefined, { folderId });
  const { shareUrl } = await owner.client.call(getFolderShare, { params: { workspaceId: "personal", folderId } });
  const page = await visit(shareUrl, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.getByRole("link", { name: /Image 69/u }).waitFor();
  expect(await page.locator("#cards > li").count()).toBe(60);
  await expect.poll(() => shownAtEnd(page)).toBe("72 of 72 items shown");
  expect(await page.locator("#cards > li").count()).toBe(72);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test("a visitor at the end of a folder gets its further items after failed requests, and when frames are late", async () => {
  await Promise.all(Array.from({ length: 61 }, (_, nth) => uploadPicture(owner, `Image ${nth}`, undefined, { folderId })));
  const { shareUrl } = await owner.client.call(getFolderShare, { params: { workspaceId: "personal", folderId } });
  const page = await visit("about:blank", { viewport: { width: 390, height: 844 } });
  await page.addInitScript(lateFrames);
  // Without events, nothing but the scrolling loads items.
  await page.route(/\/api\/v1\/events/u, () => undefined);
  let requests = 0;
  await page.route(/[?&]cursor=/u, async (route) => {
    requests += 1;
    await (requests <= 2 ? route.fulfill({ status: 503 }) : route.continue());
  });
  await page.goto(shareUrl);
  await page.locator("#toast:not([hidden])").waitFor();
  await page.locator("#cards > li").nth(62).waitFor();
  expect(requests).toBe(3);
});

test("a folder is marked while it has a link", async () => {
  await owner.client.call(getFolderShare, { params: { workspaceId: "personal", folderId } });
  const page = await openFolder();
  await page.getByRole("img", { name: "Has a link" }).waitFor();
  await folderLink(page, "Release 4.12").click();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page
    .getByRole("dialog", { name: /Share folder/u })
    .getByRole("button", { name: "Copy link" })
    .waitFor();
});
