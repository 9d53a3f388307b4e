import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { embedCode, getPlayback, getShare, getStatistics, updateShare, uploadVideo } from "@stillreel/contract";
import { video } from "@stillreel/testing/video";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openAs } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

/** Another site with one page that frames any given address. */
let site: Server;
let siteUrl: string;
let framed = "";
let server: RunningServer;
let browser: Browser;
let owner: Person;
let itemId: string;
let shareUrl: string;

beforeAll(async () => {
  site = createServer((_request, answer) => answer.setHeader("content-type", "text/html").end(`<!doctype html><h1>A blog</h1>${framed}`));
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  // Another host than the server's, so that cookies are third-party cookies.
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  let bytes: Buffer;
  [server, browser, bytes] = await Promise.all([startStoryServer(), sharedBrowser(), video({ seconds: 8 })]);
  owner = await registerPerson(server.url, "Mira Halvorsen");
  const body = new FormData();
  body.append("title", 'Release "4.12" <now>');
  body.append("file", new Blob([new Uint8Array(bytes)], { type: "video/mp4" }), "release.mp4");
  itemId = (await owner.client.call(uploadVideo, { params: { workspaceId: "personal" }, body })).id;
  ({ shareUrl } = await owner.client.call(getShare, { params: { workspaceId: "personal", itemId } }));
  await vi.waitUntil(async () => (await owner.client.call(getPlayback, { params: { itemId } })).stage === "ready", {
    timeout: 60_000,
    interval: 500,
  });
});
afterAll(async () => {
  await closeContexts(browser);
  await server?.stop();
  site?.close();
});

/** Opens the blog, which contains a frame. */
async function read(code: string): Promise<{ page: Page; frame: FrameLocator }> {
  framed = code;
  const page = await (await browser.newContext({ viewport: { width: 1200, height: 800 } })).newPage();
  await page.goto(siteUrl);
  return { page, frame: page.frameLocator("iframe") };
}
const codeOf = (url: string): string => embedCode({ shareUrl: url, title: 'Release "4.12" <now>', width: 960, height: 598 });

test("plays inside of another site's page, and counts as a view", async () => {
  const { page, frame } = await read(codeOf(shareUrl));
  await frame.getByRole("button", { name: "Play" }).last().click();
  const time = () => frame.locator("video").evaluate((element: HTMLVideoElement) => element.currentTime);
  await expect.poll(time, { timeout: 20_000 }).toBeGreaterThan(0.2);
  const fills = await frame.locator("#player").evaluate((player) => [player.clientWidth, player.clientHeight, innerWidth, innerHeight]);
  expect(fills[0]).toBe(fills[2]);
  expect((fills[3] ?? 0) - (fills[1] ?? 0)).toBeLessThanOrEqual(60);
  expect(await frame.getByRole("link", { name: "Open in a new tab" }).getAttribute("href")).toBe(new URL(shareUrl).pathname);
  expect(await frame.getByRole("textbox").count()).toBe(0);
  await expect
    .poll(async () => (await owner.client.call(getStatistics, { params: { itemId }, query: { days: 7 } })).sources, { timeout: 20_000 })
    .toContainEqual({ source: "embed", views: 1 });
  await page.context().close();
}, 60_000);

test("only the frame's own address may be framed", async () => {
  const { page } = await read(codeOf(shareUrl).replace("/embed/", "/s/"));
  await expect.poll(() => page.frames()[1]?.url() ?? "").toMatch(/^chrome-error:/u);
  await page.context().close();
}, 30_000);

test("a picture fills the frame of the portal's embed code", async () => {
  const picture = await uploadPicture(owner, "A still");
  await owner.client.call(getShare, { params: { workspaceId: "personal", itemId: picture } });
  const portal = await openAs(browser, server.url, owner);
  await portal.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await portal.goto(`${server.url}/images/${picture}`);
  await portal.getByRole("button", { name: "Embed" }).click();
  await portal.getByText("Embed code copied").waitFor();
  const code = await portal.evaluate(() => navigator.clipboard.readText());
  await portal.context().close();
  const { page, frame } = await read(code);
  await frame.getByRole("img", { name: "A still" }).waitFor();
  await expect
    .poll(() =>
      frame
        .locator("img")
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  await page.context().close();
}, 30_000);

test("a protected link asks for its password, and links to the page when the frame has no storage", async () => {
  const params = { workspaceId: "personal", itemId };
  await owner.client.call(updateShare, { params, body: { password: "open sesame" } });
  try {
    const { page, frame } = await read(codeOf(shareUrl));
    await frame.getByLabel("Password", { exact: true }).fill("wrong");
    await frame.getByRole("button", { name: "Open" }).click();
    await frame.getByText("Wrong password").waitFor();
    await frame.getByLabel("Password", { exact: true }).fill("open sesame");
    await frame.getByRole("button", { name: "Open" }).click();
    // Without https no browser stores a cookie for a frame on another site.
    await frame.getByText(/blocked this in an embed/u).waitFor();
    const [own] = await Promise.all([page.waitForEvent("popup"), frame.getByRole("link", { name: "Open in a new tab" }).click()]);
    await own.getByLabel("Password", { exact: true }).fill("open sesame");
    await own.getByRole("button", { name: "Open" }).click();
    await own.getByRole("slider", { name: "Seek" }).waitFor();
    await page.context().close();
  } finally {
    await owner.client.call(updateShare, { params, body: { password: null } });
  }
}, 60_000);
