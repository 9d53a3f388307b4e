import { launchBrowser } from "@stillreel/testing/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerPerson, uploadPicture } from "./support/people.ts";
import { type RunningServer, startServer } from "./support/start-server.ts";

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** What has the focus, as a screen reader would name it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const node = document.activeElement as HTMLElement | null;
    const labelled = node?.getAttribute("aria-labelledby");
    const label = labelled ? document.getElementById(labelled)?.textContent : (node as HTMLInputElement | null)?.labels?.[0]?.textContent;
    return `${node?.tagName ?? ""} ${label ?? node?.getAttribute("aria-label") ?? node?.textContent ?? ""}`;
  });

/** Presses Tab until the wanted thing has the focus; a keyboard user gives up sooner than this does. */
async function tabTo(page: Page, wanted: RegExp, most = 40): Promise<void> {
  const seen: string[] = [];
  for (let press = 0; press < most; press += 1) {
    const at = await focused(page);
    if (wanted.test(at)) return;
    seen.push(at);
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${wanted}: ${seen.join(" | ")}`);
}

test("with the keyboard alone: sign in, open an item, have its link on the clipboard", async () => {
  const person = await registerPerson(server.url, "Tariq Noor");
  const itemId = await uploadPicture(person, "Departure board");
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  await page.goto(`${server.url}/auth/login`);
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();

  await tabTo(page, /^INPUT E-mail/u);
  await page.keyboard.type(person.email);
  await tabTo(page, /^INPUT Password/u);
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Departure board" }).waitFor();

  await tabTo(page, /^A Departure board/u);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${server.url}/images/${itemId}`);
  await page.getByRole("button", { name: "Copy link" }).first().waitFor();
  await page.keyboard.press("l");
  await page.getByText("Link copied").first().waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link.startsWith(`${server.url}/s/`)).toBe(true);
  expect((await fetch(link)).status).toBe(200);
  await context.close();
});
