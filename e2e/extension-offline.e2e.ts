import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseInPopup, type ExtensionWorld, readClipboard, startExtensionWorld } from "./support/extension-world.ts";
import { type FixtureSite, startFixtureSite } from "./support/fixture-site.ts";
import { itemCount } from "./support/recording-world.ts";
import { type Person, registerPerson, signIn } from "./support/people.ts";
import { type RunningServer, startServer } from "./support/start-server.ts";

/** Maximum time from the server's return to the arrival of a waiting capture: ten seconds, and a margin for a busy machine. */
const SENT_MAX_MS = 15_000;
/** Maximum time until the popup shows that a server does not answer. */
const NOTICED_MAX_MS = 15_000;

let server: RunningServer;
let site: FixtureSite;
let world: ExtensionWorld;
let person: Person;

beforeAll(async () => {
  [server, site] = await Promise.all([startServer(), startFixtureSite()]);
  world = await startExtensionWorld(server.url);
});
afterAll(async () => {
  await Promise.all([world?.close(), site?.stop()]);
  await server?.stop();
});

test("a capture that cannot be sent is stored, and sent within ten seconds when the server is back", async () => {
  person = await registerPerson(server.url, "Ines Prado");
  await signIn(world.context, server.url, person);
  const page = await world.context.newPage();
  await page.goto(site.url);
  const popup = await world.openPopup(page);
  await popup.waitForText("Your captures show up here");
  await chooseInPopup(popup, "After capture", "Copy link");

  await server.pause();
  await popup.click("Visible area");
  await popup.waitForText("1 capture is waiting to be sent.");
  await popup.waitForText("Try again");
  await popup.waitForText("can't be reached");
  const shown = await popup.text();
  expect(shown.match(/can't be reached|waiting to be sent/gu), "each fact is shown once").toEqual([
    "can't be reached",
    "waiting to be sent",
  ]);
  await popup.close();

  await server.resume();
  await expect.poll(() => itemCount(person), { timeout: SENT_MAX_MS }).toBe(1);
  const again = await world.openPopup(page);
  await again.click("Copy link to Quarterly totals");
  await again.waitForText("Copied");
  expect(await again.text()).not.toContain("waiting to be sent");
  await again.close();
  const link = await readClipboard(page);
  expect((await fetch(link)).status).toBe(200);
});

test("the popup shows a waiting capture while the server accepts requests and does not answer them", async () => {
  const before = await itemCount(person);
  const page = await world.context.newPage();
  await page.goto(site.url);
  const popup = await world.openPopup(page);
  await popup.waitForText("Quarterly totals");
  server.freeze();
  try {
    await popup.click("Visible area");
    await expect.poll(() => popup.text(), { timeout: NOTICED_MAX_MS }).toContain("1 capture is waiting to be sent.");
    await expect.poll(() => popup.text(), { timeout: NOTICED_MAX_MS }).toContain("Try again");
    await popup.close();
  } finally {
    server.thaw();
  }
  await expect.poll(() => itemCount(person), { timeout: SENT_MAX_MS }).toBe(before + 1);
});
