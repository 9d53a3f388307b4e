import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseInPopup, type ExtensionWorld, readClipboard, startExtensionWorld } from "./support/extension-world.ts";
import { type FixtureSite, startFixtureSite } from "./support/fixture-site.ts";
import { newPerson, signUpInPortal } from "./support/people.ts";
import { differenceOf } from "./support/pictures.ts";
import { type RunningServer, startServer } from "./support/start-server.ts";

let server: RunningServer;
let site: FixtureSite;
let world: ExtensionWorld;
let strangers: Browser;

beforeAll(async () => {
  [server, site, strangers] = await Promise.all([startServer(), startFixtureSite(), sharedBrowser()]);
  world = await startExtensionWorld(server.url);
});
afterAll(async () => {
  await Promise.all([world?.close(), closeContexts(strangers), site?.stop()]);
  await server?.stop();
});

test("from an empty server to a link that a visitor opens, and that is invalid after it is turned off", async () => {
  const portal = await world.context.newPage();
  await signUpInPortal(portal, server.url, newPerson("Mira Lind"));

  const page = await world.context.newPage();
  await page.goto(site.url);
  const own = await page.screenshot();
  const popup = await world.openPopup(page);
  await popup.waitForText("Save in");
  await chooseInPopup(popup, "After capture", "Copy link");
  await popup.click("Visible area");
  await popup.waitForText("Copied");
  await page.locator("stillreel-toast").waitFor({ state: "attached" });
  await popup.close();
  const link = await readClipboard(page);
  expect(link).toMatch(new RegExp(`^${server.url}/s/[\\w-]{22,}$`, "u"));

  const visitor = await strangers.newPage({ viewport: { width: 1440, height: 900 } });
  const opened = await visitor.goto(link);
  expect(opened?.status()).toBe(200);
  await visitor.getByRole("heading", { name: "Quarterly totals" }).waitFor();
  const picture = visitor.getByRole("img", { name: "Quarterly totals" });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
  const source = await picture.evaluate((image: HTMLImageElement) => image.currentSrc);
  const shown = await (await visitor.request.get(source)).body();
  expect(differenceOf(shown, own)).toBeLessThanOrEqual(0.001);

  await portal.bringToFront();
  await portal.reload();
  await portal
    .getByRole("link", { name: /Quarterly totals/u })
    .first()
    .click();
  await portal.getByRole("button", { name: "Turn off link" }).click();
  await portal.getByRole("dialog").getByRole("button", { name: "Turn off link" }).click();
  await expect.poll(async () => (await visitor.goto(link))?.status()).toBe(404);
  await visitor.getByRole("heading", { name: "This link doesn't work" }).waitFor();
  const signIn = visitor.getByRole("main").getByRole("link", { name: "Sign in" });
  expect(await signIn.evaluate((anchor: HTMLAnchorElement) => anchor.search)).toBe(`?next=${encodeURIComponent(new URL(link).pathname)}`);
  await visitor.goto(`${server.url}/nowhere`);
  await visitor.getByRole("link", { name: "Sign in" }).waitFor();
  expect(new URL(visitor.url()).pathname).toBe("/nowhere");
  expect((await visitor.request.get(`${server.url}/api/v1/shared/${link.split("/").at(-1)}`)).status()).toBe(404);
});

test("the toast of a capture is not in the next capture", async () => {
  const page = await world.context.newPage();
  await page.goto(site.url);
  const own = await page.screenshot();
  const popup = await world.openPopup(page);
  await popup.click("Visible area");
  await popup.waitForText("Copied");
  await page.locator("stillreel-toast").waitFor({ state: "attached" });
  const newest = (): Promise<string> => popup.evaluate("document.querySelector('li.copied a')?.getAttribute('href') ?? ''");
  await expect.poll(newest).not.toBe("");
  const before = await newest();
  await popup.click("Visible area");
  await expect.poll(async () => ["", before].includes(await newest())).toBe(false);
  await popup.waitForText("Copied");
  await popup.close();
  const visitor = await strangers.newPage({ viewport: { width: 1440, height: 900 } });
  await visitor.goto(await readClipboard(page));
  const source = await visitor
    .getByRole("img", { name: "Quarterly totals" })
    .evaluate((image: HTMLImageElement) => image.currentSrc || image.src);
  expect(differenceOf(await (await visitor.request.get(source)).body(), own)).toBeLessThanOrEqual(0.001);
});
