import { createComment, getPlayback, getShare, updateChapters, uploadVideo } from "@stillreel/contract";
import { video } from "@stillreel/testing/video";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Shift, SHIFT_MAX, total, watchShifts } from "./support/layout-shifts.ts";
import { type Person, registerPerson, signIn } from "./support/people.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

const SECONDS = 36;
const CHAPTERS = [
  { timestamp: 0, name: "What changed" },
  { timestamp: 12, name: "Transfer panel" },
  { timestamp: 24, name: "Fare rounding" },
];

let server: RunningServer;
let browser: Browser;
let owner: Person;
let itemId: string;
let slug: string;

beforeAll(async () => {
  let bytes: Buffer;
  // A square video, which no page would assume.
  [server, browser, bytes] = await Promise.all([startStoryServer(), sharedBrowser(), video({ seconds: SECONDS, width: 480, height: 480 })]);
  owner = await registerPerson(server.url, "Mira Halvorsen");
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(bytes)], { type: "video/mp4" }), "release.mp4");
  itemId = (await owner.client.call(uploadVideo, { params: { workspaceId: "personal" }, body })).id;
  slug = (await owner.client.call(getShare, { params: { workspaceId: "personal", itemId } })).slug;
  await vi.waitUntil(async () => (await owner.client.call(getPlayback, { params: { itemId } })).stage === "ready", {
    timeout: 60_000,
    interval: 500,
  });
  await owner.client.call(updateChapters, { params: { itemId }, body: { enabled: true, chapters: CHAPTERS } });
  await owner.client.call(createComment, { params: { itemId }, body: { text: "Look at the lift here", at: 14 } });
});
afterAll(async () => {
  await closeContexts(browser);
  await server?.stop();
});

/** Answers the request for the video after the first paint of the page, as a slow server does: the shape of the video is known late. */
async function delayVideo(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/workspace\/[^/]+\/files\/video\/[^/]+$/u, async (route) => {
    const response = await route.fetch();
    await page.waitForFunction(() => performance.getEntriesByName("first-paint").length > 0);
    await route.fulfill({ response });
  });
}

/** Opens a page of the video and returns its layout shifts until it is completely loaded. */
async function shiftsOf(context: BrowserContext, path: string): Promise<Shift[]> {
  const page: Page = await context.newPage();
  const shifts = await watchShifts(page);
  await delayVideo(page);
  await page.goto(server.url + path);
  await page.getByText("Look at the lift here").waitFor();
  await page.waitForFunction(() => (document.querySelector("video")?.readyState ?? 0) >= 2);
  await expect.poll(() => page.getByRole("slider", { name: "Seek" }).getAttribute("aria-valuemax")).toBe(String(SECONDS));
  const found = await shifts();
  // A later request for the video may still wait, and would fail when the page is closed.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  return found;
}

test.each([1440, 390])(
  "nothing moves while the pages of a video come, %i pixels wide",
  async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const opened = await shiftsOf(context, `/s/${slug}`);
    await signIn(context, server.url, owner);
    const own = await shiftsOf(context, `/videos/${itemId}`);
    expect(total(opened), JSON.stringify(opened)).toBeLessThanOrEqual(SHIFT_MAX);
    expect(total(own), JSON.stringify(own)).toBeLessThanOrEqual(SHIFT_MAX);
    await context.close();
  },
  60_000,
);
