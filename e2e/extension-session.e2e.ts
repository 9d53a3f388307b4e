import { EXTENSION_ID } from "../apps/extension/src/shared/core/identity.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExtensionWorld, startExtensionWorld } from "./support/extension-world.ts";
import { type FixtureSite, startFixtureSite } from "./support/fixture-site.ts";
import { registerPerson, signIn } from "./support/people.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

let server: RunningServer;
let site: FixtureSite;
let world: ExtensionWorld;

beforeAll(async () => {
  [server, site] = await Promise.all([startStoryServer(), startFixtureSite()]);
  world = await startExtensionWorld(server.url);
});
afterAll(async () => {
  await Promise.all([world?.close(), site?.stop()]);
  await server?.stop();
});

test("the extension follows the portal's session: signed in automatically, and signed out immediately", async () => {
  const popup = await world.openPopupTab();
  await popup.getByText("Sign in to get links.").waitFor();
  await popup.getByRole("button", { name: /Visible area/u }).waitFor();
  expect(await popup.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe(`${server.url}/auth/login`);

  await signIn(world.context, server.url, await registerPerson(server.url, "Ola Berg"));
  await popup.getByRole("link", { name: "Account of Ola Berg" }).waitFor();

  const portal = await world.context.newPage();
  await portal.goto(server.url);
  await portal.getByRole("button", { name: /Ola Berg/u }).click();
  await portal.getByRole("menuitem", { name: "Sign out" }).click();
  await popup.getByText("Sign in to get links.").waitFor();
  const stored = await popup.evaluate(() => chrome.storage.session.get());
  expect(JSON.stringify(stored)).not.toContain("Token");

  await portal.goto(site.url);
  const real = await world.openPopup(portal);
  await real.waitForText("Sign in to get links.");
  await real.close();
});

test("the extension has no access to a page before its button was pressed there", async () => {
  const page = await world.context.newPage();
  await page.goto(site.url);
  const worker = world.context.serviceWorkers()[0] ?? (await world.context.waitForEvent("serviceworker"));
  const refusal = await worker.evaluate(() =>
    chrome.tabs.captureVisibleTab({ format: "png" }).then(
      () => "captured",
      (error: Error) => error.message,
    ),
  );
  expect(refusal).toMatch(/permission/u);
});

test("the install guide notices the extension", async () => {
  const page = await world.context.newPage();
  await signIn(world.context, server.url, await registerPerson(server.url, "Gus Guide"));
  await page.goto(`${server.url}/install`);
  await page.getByText("The extension is installed.").first().waitFor();
  expect(await page.evaluate((id) => new Promise((resolve) => chrome.runtime.sendMessage(id, {}, resolve)), EXTENSION_ID)).toMatchObject({
    installed: true,
  });
  await page.goto(`${server.url}/images`);
  const header = page.getByRole("banner");
  await header.getByRole("button", { name: /^New/u }).waitFor();
  await expect.poll(() => header.getByText("Install extension").count()).toBe(0);
});
