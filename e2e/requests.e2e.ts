import { randomBytes } from "node:crypto";
import { type ClientArgs, createRequest, listNotifications, listRequestedItems, updateRequest, uploadVideo } from "@stillreel/contract";
import { video } from "@stillreel/testing/video";
import { launchBrowser } from "@stillreel/testing/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs, openLibrary, toastSays } from "./support/library-page.ts";
import { type Person, registerPerson } from "./support/people.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

/** Flags for fake screens, cameras and microphones, and a chooser that accepts automatically. */
const SWITCHES = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", "--autoplay-policy=no-user-gesture-required"];

let server: RunningServer;
let browser: Browser;
let asker: Person;
const pages: Page[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startStoryServer({}), launchBrowser(SWITCHES)]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  asker = await registerPerson(server.url, "Mira Halvorsen");
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

const ask = (body: Partial<ClientArgs<typeof createRequest>["body"]> = {}) =>
  asker.client.call(createRequest, { body: { title: "Bike added, total jumps", message: "Start on the passes page.", ...body } });
const arrived = async (requestId: string) =>
  (await asker.client.call(listRequestedItems, { params: { requestId }, query: {} as never })).items;

/** Opens a request in a browser without an account. */
async function visit(url: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  pages.push(page);
  await page.goto(url);
  return page;
}

async function openRequest(slug: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const page = await visit(`${server.url}/r/${slug}`, options);
  await page.getByRole("textbox", { name: "Your name" }).waitFor();
  return page;
}

/** Waits until a chosen file is checked: the fields of the first step are replaced by those of the review. */
const isChecked = (page: Page): Promise<void> => page.getByRole("heading", { name: "Check before you send" }).waitFor();

test("a visitor without an account records the screen, reloads, and sends what was recorded", async () => {
  const request = await ask({ maxItems: 2, maxSeconds: 60 });
  const page = await openRequest(request.slug);
  await page.getByRole("heading", { level: 1, name: "Bike added, total jumps" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("radio", { name: /Screen/u }).check();
  await page.getByRole("textbox", { name: "Your name" }).fill("Ingrid Bech");
  await page.getByRole("button", { name: "Start recording" }).click();
  await page.getByRole("toolbar").getByText("0:03", { exact: true }).waitFor({ timeout: 30_000 });
  expect(await accessibilityFaults(page)).toEqual([]);
  // In the middle of the recording.
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole("heading", { name: "Check before you send" }).waitFor();
  expect(await page.getByRole("textbox", { name: "Your name" }).inputValue()).toBe("Ingrid Bech");
  await page.waitForFunction(() => (document.querySelector("video")?.videoWidth ?? 0) > 0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.reload();
  await page.getByRole("textbox", { name: /Note to/u }).fill("It happens every time");
  expect(await arrived(request.id)).toEqual([]);
  await page.getByRole("button", { name: "Send to Mira Halvorsen" }).click();
  await page.getByRole("heading", { name: "Sent to Mira Halvorsen" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await arrived(request.id)).toMatchObject([
    {
      senderName: "Ingrid Bech",
      note: "It happens every time",
      source: "screen",
      item: { type: "video", title: "Bike added, total jumps" },
    },
  ]);
  const notified = await asker.client.call(listNotifications, { query: {} as never });
  expect(notified.items[0]).toMatchObject({ kind: "request", text: "Ingrid Bech answered your request" });
  await page.getByRole("button", { name: "Send another one" }).click();
  await page.getByRole("button", { name: "Start recording" }).waitFor();
});

test("a recording of the camera stops at the length limit", async () => {
  const request = await ask({ maxSeconds: 3, kinds: ["camera"] });
  const page = await openRequest(request.slug, { viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  await page.getByRole("button", { name: "Start with camera" }).click();
  await page.getByRole("heading", { name: "Check the camera" }).waitFor();
  // The devices have names after the permission, and the microphone's level moves.
  await page.getByRole("combobox", { name: "Microphone" }).waitFor();
  expect(await page.getByRole("combobox", { name: "Camera" }).locator("option").count()).toBeGreaterThan(0);
  await expect
    .poll(async () => Number(await page.getByRole("meter", { name: "Level of the microphone" }).getAttribute("aria-valuenow")))
    .toBeGreaterThan(0);
  expect(await page.evaluate(() => getComputedStyle(document.querySelector("video")!).transform)).toBe("matrix(-1, 0, 0, 1, 0, 0)");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Start recording" }).click();
  await page.getByRole("heading", { name: "Check before you send" }).waitFor({ timeout: 30_000 });
  await page.getByRole("button", { name: "Send to Mira Halvorsen" }).click();
  await page.getByText("Enter your name.").waitFor();
  await page.getByRole("textbox", { name: "Your name" }).fill("Oskar");
  await page.getByRole("button", { name: "Send to Mira Halvorsen" }).click();
  await page.getByRole("heading", { name: "Sent to Mira Halvorsen" }).waitFor();
  const [sent] = await arrived(request.id);
  expect(sent?.item.duration).toBeGreaterThan(2);
  expect(sent?.item.duration).toBeLessThan(5);
});

test("a visitor trims a recording by keys, and only that part is sent", async () => {
  const request = await ask({ maxSeconds: 60, kinds: ["screen"] });
  const page = await openRequest(request.slug, { viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  await page.getByRole("textbox", { name: "Your name" }).fill("Ingrid Bech");
  await page.getByRole("button", { name: "Start recording" }).click();
  await page.getByRole("toolbar").getByText("0:05", { exact: true }).waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Stop" }).click();
  const [start, end] = [page.getByRole("slider", { name: "Start" }), page.getByRole("slider", { name: "End" })];
  const secondsOf = async (slider: typeof start): Promise<number> => Number(await slider.getAttribute("aria-valuenow"));
  await start.focus();
  await page.keyboard.press("Shift+ArrowRight");
  expect(await start.getAttribute("aria-valuetext")).toBe("1 second");
  await page.keyboard.press("ArrowRight");
  const frame = (await secondsOf(start)) - 1;
  expect(frame).toBeGreaterThan(0.01);
  expect(frame).toBeLessThan(0.2);
  await end.focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.getByText(/^0:0[2-4] will be sent, /u).waitFor();
  // The frame of the moved end is shown.
  expect(await page.evaluate(() => document.querySelector("video")?.currentTime ?? 0)).toBeCloseTo((await secondsOf(end)) - frame, 1);
  // A reload restores the part.
  const length = (await secondsOf(end)) - (await secondsOf(start));
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await start.waitFor();
  expect((await secondsOf(end)) - (await secondsOf(start))).toBeCloseTo(length, 2);
  for (const [width, colorScheme, dir] of [
    [1280, "dark", "ltr"],
    [390, "light", "rtl"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate((direction) => document.documentElement.setAttribute("dir", direction), dir);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  }
  await page.getByRole("button", { name: "Send to Mira Halvorsen" }).click();
  await page.getByRole("heading", { name: "Sent to Mira Halvorsen" }).waitFor({ timeout: 60_000 });
  const [sent] = await arrived(request.id);
  expect(Math.abs((sent?.item.duration ?? 0) - length)).toBeLessThan(0.2);
});

test("a chosen file with one keyframe is trimmed at the chosen frame, with its picture", async () => {
  const request = await ask({ kinds: ["file"] });
  const page = await openRequest(request.slug);
  const buffer = await video({ seconds: 6, width: 320, height: 180 });
  await page.locator("#ask-file").setInputFiles({ name: "board.mp4", mimeType: "video/mp4", buffer });
  await page.getByRole("slider", { name: "Start" }).press("Shift+ArrowRight");
  await page.getByRole("textbox", { name: "Your name" }).fill("Rosa Medina");
  await page.getByRole("button", { name: "Send to Mira Halvorsen" }).click();
  await page.getByRole("heading", { name: "Sent to Mira Halvorsen" }).waitFor();
  const [sent] = await arrived(request.id);
  expect(sent?.item).toMatchObject({ type: "video", width: 320, height: 180 });
  expect(Math.abs((sent?.item.duration ?? 0) - 5)).toBeLessThan(0.2);
});

test("a user asks by the New menu, sees what arrived, stops with Undo, and deletes the request", async () => {
  const page = await openAs(browser, server.url, asker, { permissions: ["clipboard-read", "clipboard-write"] });
  pages.push(page);
  await openLibrary(page, `${server.url}/videos`);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: "Ask for a recording" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask for a recording" });
  await dialog.getByRole("button", { name: "Create and copy link" }).click();
  await dialog.getByText("Enter what you need.").waitFor();
  await dialog.getByRole("textbox", { name: "What do you need?" }).fill("Night boards at your stop");
  await dialog.getByRole("checkbox", { name: "Camera" }).uncheck();
  await dialog.getByRole("combobox", { name: "Recordings" }).selectOption("5");
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create and copy link" }).click();
  await toastSays(page, /Link copied/u);
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const visitor = await visit(link);
  await visitor.getByRole("heading", { level: 1, name: "Night boards at your stop" }).waitFor();
  // The script adds the choices after the first frame.
  await expect.poll(() => visitor.getByRole("radio").count()).toBe(2);
  const buffer = await video({ seconds: 1, width: 64, height: 48 });
  await visitor.locator("input[type=radio][value=file]").check();
  await visitor.locator("#ask-file").setInputFiles({ name: "board.mp4", mimeType: "video/mp4", buffer });
  await isChecked(visitor);
  await visitor.getByRole("textbox", { name: "Your name" }).fill("Rosa Medina");
  await visitor.getByRole("button", { name: "Send to Mira Halvorsen" }).click();
  await visitor.getByRole("heading", { name: "Sent to Mira Halvorsen" }).waitFor();

  await page.getByRole("link", { name: "Requests" }).click();
  const row = page.getByRole("button", { name: /Night boards at your stop.*1 new/u });
  await row.focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("link", { name: /Rosa Medina/u }).waitFor();
  await page.getByText("1 of 5").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Stop accepting" }).click();
  await page.getByRole("button", { name: "Open again" }).waitFor();
  await page.getByRole("button", { name: /Undo/u }).click();
  await page.getByRole("button", { name: "Copy link" }).waitFor();
  await page.getByRole("button", { name: "More actions for Night boards at your stop" }).click();
  await page.getByRole("menuitem", { name: "Delete request" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete request" }).click();
  await page.getByRole("heading", { name: "Ask for your first recording" }).waitFor();
  expect((await visitor.goto(link))?.status()).toBe(404);
});

test("the asker chooses a frame of a video as the picture of the link preview, and visitors see it", async () => {
  const body = new FormData();
  body.append("title", "Fare table");
  const bytes = await video({ seconds: 4, width: 320, height: 180 });
  body.append("file", new Blob([new Uint8Array(bytes)], { type: "video/mp4" }), "fares.mp4");
  await asker.client.call(uploadVideo, { params: { workspaceId: "personal" }, body });
  const request = await ask();
  const page = await openAs(browser, server.url, asker, { reducedMotion: "reduce" });
  pages.push(page);
  await openLibrary(page, `${server.url}/requests`);
  await page.getByRole("button", { name: "More actions for Bike added, total jumps" }).click();
  await page.getByRole("menuitem", { name: "Edit request" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit request" });
  await dialog.getByRole("button", { name: "Change image" }).click();
  await page.getByRole("button", { name: "Frame of the video Fare table" }).click();
  await page.getByRole("slider", { name: "Time of the frame" }).fill("2");
  const use = page.getByRole("button", { name: "Use this frame" });
  await expect.poll(() => use.isEnabled()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await use.click();
  await dialog.getByRole("img", { name: "Image of the link preview" }).waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const visitor = await openRequest(request.slug);
  const shown = (await visitor.locator("meta[property='og:image']").getAttribute("content")) ?? "";
  const answer = await visitor.request.get(new URL(shown).pathname.replace(/^/u, server.url));
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "image/webp"]);
  const image = visitor.locator(".askwhat img.shown");
  await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(320);
});

test("an upload continues after the server was killed in the middle", async () => {
  const request = await ask({ kinds: ["file"], maxItems: 1 });
  const page = await openRequest(request.slug);
  // Data after the last box of a video is stored with it.
  const film = await video({ seconds: 2, width: 320, height: 240 });
  const free = Buffer.concat([Buffer.from([0, 0x40, 0, 8]), Buffer.from("free"), randomBytes(0x40_0000)]);
  const buffer = Buffer.concat([film, free]);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 900_000 });
  await page.locator("#ask-file").setInputFiles({ name: "jump.mp4", mimeType: "video/mp4", buffer });
  await isChecked(page);
  await page.getByRole("textbox", { name: "Your name" }).fill("Rosa Medina");
  await page.getByRole("button", { name: "Send to Mira Halvorsen" }).click();
  await page
    .getByRole("status")
    .getByText(/Sending, [2-6]\d%/u)
    .waitFor();
  await server.kill();
  await page.getByText("The connection is lost.").waitFor();
  await server.resume();
  await page.getByRole("heading", { name: "Sent to Mira Halvorsen" }).waitFor({ timeout: 60_000 });
  expect(await arrived(request.id)).toMatchObject([
    { senderName: "Rosa Medina", item: { title: "Bike added, total jumps", size: buffer.length } },
  ]);
});

test("a request with a password, a full one and a closed one explain themselves", async () => {
  const locked = await ask({ password: "open sesame", kinds: ["file"], maxItems: 1 });
  const page = await visit(`${server.url}/r/${locked.slug}`);
  expect(await page.content()).not.toContain("Start on the passes page.");
  await page.getByRole("textbox", { name: "Password" }).fill("wrong");
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText("Wrong password. Try again.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Password" }).fill("open sesame");
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText("Start on the passes page.").waitFor();
  const closing = await ask({ kinds: ["file"] });
  const open = await openRequest(closing.slug);
  await asker.client.call(updateRequest, { params: { requestId: closing.id }, body: { closed: true } });
  await open
    .locator("#ask-file")
    .setInputFiles({ name: "a.mp4", mimeType: "video/mp4", buffer: await video({ seconds: 1, width: 64, height: 48 }) });
  await isChecked(open);
  await open.getByRole("textbox", { name: "Your name" }).fill("Rosa");
  await open.getByRole("button", { name: "Send to Mira Halvorsen" }).click();
  await open.getByText("This request is closed. Your recording is still in this browser.").waitFor();
  await open.reload();
  await open.getByRole("heading", { level: 1, name: "This request is closed" }).waitFor();
  expect(await accessibilityFaults(open)).toEqual([]);
  expect(await arrived(closing.id)).toEqual([]);
});
