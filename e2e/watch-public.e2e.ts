import {
  createComment,
  getPlayback,
  getShare,
  getVideo,
  listComments,
  putCaptions,
  updateChapters,
  uploadVideo,
} from "@stillreel/contract";
import { video } from "@stillreel/testing/video";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { newPerson, type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { rest } from "./support/screens.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

const SECONDS = 40;
const CAPTIONS = "WEBVTT\n\n00:00.000 --> 00:20.000\nThe first half\n\n00:20.000 --> 00:40.000\nThe second half\n";
const CHAPTERS = [
  { timestamp: 0, name: "What changed" },
  { timestamp: 12, name: "Transfer panel" },
  { timestamp: 26, name: "Fare rounding" },
];

let server: RunningServer;
let browser: Browser;
let owner: Person;
let itemId: string;
let slug: string;

beforeAll(async () => {
  let bytes: Buffer;
  [server, browser, bytes] = await Promise.all([startStoryServer(), sharedBrowser(), video({ seconds: SECONDS })]);
  owner = await registerPerson(server.url, "Mira Halvorsen");
  const body = new FormData();
  body.append("title", "Release 4.12");
  body.append("file", new Blob([new Uint8Array(bytes)], { type: "video/mp4" }), "release.mp4");
  itemId = (await owner.client.call(uploadVideo, { params: { workspaceId: "personal" }, body })).id;
  slug = (await owner.client.call(getShare, { params: { workspaceId: "personal", itemId } })).slug;
  await vi.waitUntil(async () => (await owner.client.call(getPlayback, { params: { itemId } })).storyboard !== null, {
    timeout: 60_000,
    interval: 500,
  });
  await owner.client.call(updateChapters, { params: { itemId }, body: { enabled: true, chapters: CHAPTERS } });
  await owner.client.call(putCaptions, { params: { itemId, language: "en" }, body: { label: "English", vtt: CAPTIONS } });
  await owner.client.call(createComment, { params: { itemId }, body: { text: "Look at the lift here", at: 14 } });
});
afterAll(async () => {
  await closeContexts(browser);
  await server?.stop();
});

/** Opens a page with a running app as a visitor without an account, in a separate browser context. */
async function visit(path = `/s/${slug}`, context?: BrowserContext): Promise<Page> {
  const page = await (context ?? (await browser.newContext({ viewport: { width: 1440, height: 900 } }))).newPage();
  await page.goto(server.url + path);
  await page.getByRole("slider", { name: "Seek" }).waitFor();
  await expect.poll(() => page.getByRole("slider", { name: "Seek" }).getAttribute("aria-valuemax")).toBe(String(SECONDS));
  return page;
}

const stateOf = (page: Page) =>
  page.locator("#video").evaluate((element) => {
    const { currentTime, paused, playbackRate, muted } = element as HTMLVideoElement;
    return { currentTime, paused, playbackRate, muted };
  });
const timeOf = async (page: Page): Promise<number> => (await stateOf(page)).currentTime;
const views = async (): Promise<number> => (await owner.client.call(getVideo, { params: { workspaceId: "personal", itemId } })).views;

test("plays in the element of the server's page, seeks by seek bar and keys, and shows frame, chapter and captions", async () => {
  const page = await visit();
  const source = await page.locator("#video").getAttribute("src");
  await page.getByRole("button", { name: "Play" }).last().click();
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.3);
  await page.keyboard.press("k");
  expect((await stateOf(page)).paused).toBe(true);
  expect(await page.locator("#video").getAttribute("src")).toBe(source);

  const slider = page.getByRole("slider", { name: "Seek" });
  const box = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const startedAt = performance.now();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(() => timeOf(page)).toBeCloseTo(SECONDS / 2, 0);
  await page.waitForFunction(() => !(document.querySelector("#video") as HTMLVideoElement).seeking);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await expect.poll(() => slider.getAttribute("aria-valuetext")).toBe("20 seconds, Transfer panel");
  await page.getByText("Transfer panel").first().waitFor();

  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => timeOf(page)).toBeCloseTo(15, 0);
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => timeOf(page)).toBeCloseTo(26, 0);
  await page.keyboard.press("Shift+>");
  expect((await stateOf(page)).playbackRate).toBe(1.2);
  await page.keyboard.press("m");
  // Captions are shown automatically when the sound is off.
  await page.getByText("The second half").waitFor({ state: "attached" });
  await page.keyboard.press("Shift+C");
  await expect.poll(() => page.getByText("The second half").count()).toBe(0);
  await page.getByRole("button", { name: "Comment by Mira Halvorsen at 0:14" }).click();
  await expect.poll(() => timeOf(page)).toBeCloseTo(14, 0);
  await page.context().close();
});

test("starts at the time of the link, otherwise at this browser's last position", async () => {
  const context = await browser.newContext();
  const page = await visit(`/s/${slug}?t=22s`, context);
  await expect.poll(() => timeOf(page)).toBeCloseTo(22, 0);
  await page.getByRole("button", { name: "Play" }).last().click();
  await expect.poll(() => timeOf(page)).toBeGreaterThan(22.5);
  await page.keyboard.press("k");
  await page.close();
  const again = await visit(`/s/${slug}`, context);
  await expect.poll(() => timeOf(again)).toBeGreaterThan(21);
  await context.close();
});

test("counts a view once three seconds were watched, and only once", async () => {
  const before = await views();
  const context = await browser.newContext();
  const page = await visit(`/s/${slug}?t=0`, context);
  await page.getByRole("button", { name: "Play" }).last().click();
  await expect.poll(() => timeOf(page)).toBeGreaterThan(1);
  expect(await views()).toBe(before);
  await expect.poll(() => views()).toBe(before + 1);
  await page.reload();
  await page.getByRole("button", { name: "Play" }).last().click();
  await page.waitForResponse((response) => response.url().includes("/views") && response.ok());
  expect(await views()).toBe(before + 1);
  await context.close();
});

test("a visitor writes a draft, registers below it, and the comment is sent at its time on the same page", async () => {
  const page = await visit(`/s/${slug}?t=9`);
  await expect.poll(() => timeOf(page)).toBeCloseTo(9, 0);
  const address = page.url();
  await page.getByRole("link", { name: "Sign in to download" }).waitFor();
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.keyboard.press("c");
  await page.keyboard.type("Does the refund show up the same day?");
  await page.getByRole("button", { name: "Send" }).click();
  const form = page.getByRole("form", { name: "Sign up to comment" });
  await form.getByRole("button", { name: "Create account and post" }).click();
  for (const problem of ["Please enter a name.", "Please enter an email.", "Please enter a password."])
    await form.getByText(problem).waitFor();
  const person = newPerson("Ingrid Bech");
  await form.getByLabel("Your name").fill(person.name);
  await form.getByLabel("E-mail").fill(person.email);
  await form.getByLabel("Password", { exact: true }).fill("short");
  await form.getByRole("button", { name: "Create account and post" }).click();
  await form.getByText("At least 8 characters and 1 digit.").waitFor();
  await form.getByLabel("Password", { exact: true }).fill(person.password);
  const welcome = page.waitForResponse((response) => response.url().endsWith("/email/send-welcome-email"));
  await form.getByRole("button", { name: "Create account and post" }).click();
  expect((await welcome).status()).toBe(200);
  await form.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Open my library" }).waitFor();
  await page.getByRole("link", { name: "Download", exact: true }).waitFor();
  const comments = async () => (await owner.client.call(listComments, { params: { itemId }, query: {} })).items;
  await expect
    .poll(async () => (await comments()).map(({ text, at, author }) => [text, at, author.displayName]))
    .toContainEqual(["Does the refund show up the same day?", 9, person.name]);
  expect(page.url()).toBe(address);
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);
  expect(await timeOf(page)).toBeCloseTo(9, 0);

  // The user is signed in now, so a like is one click.
  await page.getByRole("button", { name: "Like", exact: true }).first().click();
  await page.locator("#like").getByRole("button", { name: "Like, 1 so far" }).waitFor();
  await page.context().close();
});

test("a like asks for sign-in beside the button, and Escape changes nothing", async () => {
  const page = await visit();
  const like = page.locator("#like").getByRole("button");
  await like.click();
  await page.getByRole("dialog", { name: "Sign up to like" }).getByLabel("Your name").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await like.getAttribute("aria-pressed")).toBe("false");
  expect(await like.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.context().close();
});

test("the pages of a video and of a picture have no accessibility fault, in light and dark", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce", viewport: { width: 1440, height: 900 } });
  const picture = await uploadPicture(owner, "A still");
  const share = await owner.client.call(getShare, { params: { workspaceId: "personal", itemId: picture } });
  const faults: string[] = [];
  for (const path of [`/s/${slug}`, `/s/${share.slug}`]) {
    const page = await context.newPage();
    await page.goto(server.url + path);
    await page.getByRole("textbox", { name: "Write a comment" }).waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await rest(page);
      faults.push(...(await accessibilityFaults(page)).map((fault) => `${path} (${colorScheme}) ${fault}`));
    }
    await page.close();
  }
  expect(faults).toEqual([]);
  await context.close();
});
