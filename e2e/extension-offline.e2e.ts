import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseInPopup, type ExtensionWorld, readClipboard, startExtensionWorld } from "./support/extension-world.ts";
import { type FixtureSite, startFixtureSite } from "./support/fixture-site.ts";
import { registerPerson, signIn } from "./support/people.ts";
import { type RunningServer, startServer } from "./support/start-server.ts";

/** Time after which the extension abandons a request without response, with a margin. */
const REQUEST_MAX_MS = 45_000;

let server: RunningServer;
let site: FixtureSite;
let world: ExtensionWorld;

beforeAll(async () => {
  [server, site] = await Promise.all([startServer(), startFixtureSite()]);
  world = await startExtensionWorld(server.url);
});
afterAll(async () => {
  await Promise.all([world?.close(), site?.stop()]);
  await server?.stop();
});

test("a capture that cannot be sent is stored, and sent when the server is back", async () => {
  await signIn(world.context, server.url, await registerPerson(server.url, "Ines Prado"));
  const page = await world.context.newPage();
  await page.goto(site.url);
  const popup = await world.openPopup(page);
  await popup.waitForText("Your captures show up here");
  await chooseInPopup(popup, "After capture", "Copy link");

  await server.pause();
  await popup.click("Visible area");
  await popup.waitForText("1 capture waits to be sent.");
  await popup.waitForText("Try again");
  await popup.close();

  await server.resume();
  const again = await world.openPopup(page);
  // Neither is visible while a request that was sent to the paused server is open.
  await expect.poll(() => again.text(), { timeout: REQUEST_MAX_MS }).toMatch(/Try again|Quarterly totals/u);
  // The extension also sends it on its own, so the button may disappear at any time.
  if ((await again.text()).includes("Try again")) await again.click("Try again").catch(() => {});
  await again.click("Copy link to Quarterly totals");
  await again.waitForText("Copied");
  expect(await again.text()).not.toContain("waits to be sent");
  await again.close();
  const link = await readClipboard(page);
  expect((await fetch(link)).status).toBe(200);
});
