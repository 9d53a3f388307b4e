import {
  getCaptions,
  getEdits,
  getPlayback,
  getShare,
  getVideo,
  listVersions,
  putCaptions,
  putEdits,
  uploadVideo,
} from "@stillreel/contract";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import { video } from "@stillreel/testing/video";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openAs } from "./support/library-page.ts";
import { type Person, registerPerson } from "./support/people.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

const SECONDS = 12;
const personal = { workspaceId: "personal" };

let server: RunningServer;
let browser: Browser;
let owner: Person;
let itemId: string;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startStoryServer(), sharedBrowser()]);
  owner = await registerPerson(server.url, "Olga Owner");
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(await video({ seconds: SECONDS }))], { type: "video/mp4" }), "Renewal.mp4");
  ({ id: itemId } = await owner.client.call(uploadVideo, { params: personal, body }));
  await owner.client.call(getShare, { params: { ...personal, itemId } });
  await vi.waitUntil(async () => (await owner.client.call(getVideo, { params: { ...personal, itemId } })).storyboard !== null, {
    timeout: 60_000,
    interval: 200,
  });
  page = await openAs(browser, server.url, owner);
}, 120_000);
afterAll(async () => {
  await closeContexts(browser);
  await server?.stop();
});

const edits = () => owner.client.call(getEdits, { params: { itemId } });
const length = async (): Promise<number> => Math.round((await owner.client.call(getPlayback, { params: { itemId } })).duration ?? 0);
const draftSaved = (): Promise<void> => page.getByText("Draft saved").waitFor();

test("a video is trimmed by keyboard, the draft is stored, and the same link plays the shorter video until it is reverted", async () => {
  await page.goto(`${server.url}/videos/${itemId}`);
  await page.getByRole("link", { name: "Edit video" }).waitFor();
  await page.keyboard.press("e");
  await page.getByRole("button", { name: /^Clip 1, 0:00 to 0:12/u }).waitFor();
  await page.keyboard.press("Home");
  for (let second = 0; second < 4; second += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("[");
  await page.getByRole("button", { name: "Trimmed part, 0:00 to 0:04" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("s");
  await page.getByRole("button", { name: "Clip 2, 0:06 to 0:12" }).waitFor();
  await draftSaved();
  expect((await edits()).document.clips.map(({ start, end }) => [start, Math.round(end)])).toEqual([
    [4, 6],
    [6, 12],
  ]);

  // Another page of the same user continues with the draft.
  await page.reload();
  await page.getByRole("button", { name: "Clip 2, 0:06 to 0:12" }).waitFor();

  await page.getByRole("button", { name: "Save video" }).click();
  await expect.poll(length, { timeout: 60_000 }).toBe(8);
  // The page that opened meanwhile plays the new video without being loaded again.
  const player = page.locator("video");
  const played = () => player.evaluate((element: HTMLVideoElement) => Math.round(element.duration));
  await expect.poll(played, { timeout: 30_000 }).toBe(8);
  const { slug } = await owner.client.call(getShare, { params: { ...personal, itemId } });
  await page.goto(`${server.url}/s/${slug}`);
  await expect.poll(played, { timeout: 30_000 }).toBe(8);

  await page.goto(`${server.url}/videos/${itemId}/edit`);
  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Revert to original" }).click();
  await expect.poll(length, { timeout: 60_000 }).toBe(SECONDS);
  expect((await owner.client.call(listVersions, { params: { itemId } })).items.some(({ kind }) => kind === "edit")).toBe(true);
}, 180_000);

test("edits of another device are not overwritten, and both can be reached", async () => {
  await page.goto(`${server.url}/videos/${itemId}/edit`);
  await page.getByRole("button", { name: /^Clip 1/u }).waitFor();
  const { version, document } = await edits();
  const theirs = { ...document, clips: [{ start: 1, end: 3 }] };
  await owner.client.call(putEdits, { params: { itemId }, body: { version, document: theirs } });
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("]");
  await page.getByRole("heading", { name: "This video was edited somewhere else" }).waitFor();
  await page.getByRole("button", { name: /Load their version/u }).click();
  await page.getByRole("button", { name: "Clip 1, 0:01 to 0:03" }).waitFor();
  expect((await edits()).document.clips).toEqual([{ start: 1, end: 3 }]);
  await page.getByRole("heading", { name: "This video was edited somewhere else" }).waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await page.getByRole("button", { name: "Clip 1, 0:00 to 0:01" }).waitFor();
}, 60_000);

test("a reader is led to the page of the video", async () => {
  const reader = await registerPerson(server.url, "Rita Reader");
  const other = await openAs(browser, server.url, reader);
  await other.goto(`${server.url}/videos/${itemId}/edit`);
  await expect.poll(() => other.getByRole("region", { name: "Timeline" }).count()).toBe(0);
  await other.getByRole("button", { name: "Save video" }).waitFor({ state: "detached" });
}, 60_000);

test("on a phone, a clip is trimmed by its edge, and a caption is corrected", async () => {
  const vtt = "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nWach the total\n";
  await owner.client.call(putCaptions, { params: { itemId, language: "en" }, body: { vtt } });
  const phone = await openAs(browser, server.url, owner, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await phone.goto(`${server.url}/videos/${itemId}/edit`);
  await phone.getByText("Trim, cut and captions work on this screen.", { exact: false }).waitFor();
  const clip = phone.getByRole("button", { name: /^Clip 1/u });
  await clip.tap();
  const before = (await edits()).document.clips[0];
  const edge = await clip.locator("[data-edge=end]").boundingBox();
  if (!edge) throw new Error("The edge is not visible.");
  expect(edge.width).toBeGreaterThanOrEqual(24);
  const client = await phone.context().newCDPSession(phone);
  const at = (x: number) => ({ touchPoints: [{ x, y: edge.y + edge.height / 2 }] });
  const start = edge.x + edge.width / 2;
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", ...at(start) });
  for (let step = 1; step <= 8; step += 1) await client.send("Input.dispatchTouchEvent", { type: "touchMove", ...at(start - step * 5) });
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(async () => (await edits()).document.clips[0]?.end).toBeLessThan((before?.end ?? 0) - 0.05);

  await phone.getByRole("button", { name: "Captions", exact: true }).tap();
  await phone.getByRole("textbox", { name: "Caption at 0:01" }).fill("Watch the total");
  await phone.getByRole("button", { name: "Save captions" }).tap();
  await expect
    .poll(async () => (await owner.client.call(getCaptions, { params: { itemId, language: "en" } })).vtt)
    .toContain("Watch the total");
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}, 60_000);
