import path from "node:path";
import { mkdir } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs, toastSays } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { stripedPng } from "./support/pictures.ts";
import { setStage } from "./support/stage.ts";
import { makeWorkspace } from "./support/workspace-screens.ts";

const FOLDER = path.resolve(import.meta.dirname, "../.cache/screens");

const stage = setStage({ DEFAULT_QUOTA: "2000000" });
let admin: Person;
let user: Person;
let page: Page;
beforeAll(async () => {
  admin = await registerPerson(stage.server.url, "Ada Admin");
  user = await registerPerson(stage.server.url, "Uma User");
  await makeWorkspace(user, "Lumen Transit");
  page = await openAs(stage.browser, stage.server.url, admin);
  await mkdir(FOLDER, { recursive: true });
});
afterAll(() => page.context().close());

test("the first steps are on the empty library, are dismissed for all administrators, and come back under Health", async () => {
  await page.goto(`${stage.server.url}/images`);
  const card = page.getByRole("region", { name: "Set up your server" });
  await card.getByText("0 of 4 done").waitFor();
  await shoot("first-steps");
  await card.getByRole("link", { name: /^Registration/u }).click();
  await page.waitForURL(/\/admin\/server#registration$/u);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Registration");
  await page.goto(`${stage.server.url}/images`);
  await card.getByRole("button", { name: "Dismiss" }).click();
  await toastSays(page, /^Card hidden/u);
  await page.goto(`${stage.server.url}/images`);
  await page.getByRole("heading", { name: "Take your first still" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(await card.count()).toBe(0);
  await page.goto(`${stage.server.url}/admin/health`);
  await card.waitFor();
  await page.getByRole("link", { name: "Help: Backup" }).click();
  await page.getByRole("heading", { name: "What the health of a server means" }).waitFor();
  // Other users have no such card.
  const other = await openAs(stage.browser, stage.server.url, user);
  await other.goto(`${stage.server.url}/images`);
  await other.getByRole("heading", { name: "Take your first still" }).waitFor();
  expect(await other.getByRole("region", { name: "Set up your server" }).count()).toBe(0);
  await other.context().close();
});

test("storage lists the largest libraries with their quotas, and counts again", async () => {
  await uploadPicture(user, "Ferry plan");
  await page.goto(`${stage.server.url}/admin/storage`);
  await page.getByRole("button", { name: "Recount" }).click();
  const row = page.getByRole("row", { name: /Uma User/u });
  await row.getByText("Personal library").waitFor();
  await expect.poll(() => row.getByRole("meter", { name: "Storage used by Uma User" }).getAttribute("aria-valuenow")).not.toBeNull();
  await page
    .getByRole("row", { name: /Lumen Transit/u })
    .getByText("No limit")
    .waitFor();
  await page.getByText(/^Counted/u).waitFor();
});

test("the retention of old items says what it would move before it is saved, and is undone", async () => {
  await page.goto(`${stage.server.url}/admin/storage`);
  const field = page.getByLabel(/^Move to the trash after/u);
  await field.fill("7");
  await page.getByText("Enter a number from 30 to 3650.").waitFor();
  const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "Old items" }) });
  expect(await section.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await field.fill("90");
  await page.getByText(/^No item is that old now\. Owners are warned first\./u).waitFor();
  await section.getByRole("button", { name: "Save" }).click();
  await toastSays(page, /^Settings saved/u);
  await page.getByRole("button", { name: /^Undo/u }).click();
  await expect.poll(() => field.inputValue()).toBe("");
});

test("a logo appears on the sign-in page, and an address without a server is refused", async () => {
  await page.goto(`${stage.server.url}/admin/server`);
  await page
    .getByLabel("Choose a logo")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: stripedPng(180, 60, [40, 90, 140]) });
  await toastSays(page, /^Settings saved/u);
  const visitor = await stage.browser.newPage();
  await visitor.goto(`${stage.server.url}/auth/login`);
  await expect.poll(() => visitor.locator("header img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await visitor.close();
  await page.getByRole("textbox", { name: "Public address" }).fill("http://127.0.0.1:9");
  await page.getByText(/^Everyone signs in again at the new address\./u).waitFor();
  await page.locator("section#public-address").getByRole("button", { name: "Save" }).click();
  await page.getByText(/^This server does not answer at that address/u).waitFor();
  await page.getByRole("row", { name: /Wrong passwords for one account/u }).waitFor();
});

/** Photographs the open page in four appearances. Returns what is wrong with it. @param height of a window that shows all of it */
async function shoot(name: string, height = 900): Promise<string[]> {
  const faults: string[] = [];
  for (const appearance of ["light", "dark", "phone", "mirrored"] as const) {
    await page.setViewportSize(appearance === "phone" ? { width: 390, height: Math.max(844, height) } : { width: 1440, height });
    await page.emulateMedia({ colorScheme: appearance === "dark" ? "dark" : "light" });
    await page.evaluate((direction) => document.documentElement.setAttribute("dir", direction), appearance === "mirrored" ? "rtl" : "ltr");
    await page.waitForFunction(
      (scheme) => document.documentElement.dataset["mantineColorScheme"] === scheme,
      appearance === "dark" ? "dark" : "light",
    );
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    await page.screenshot({ path: path.join(FOLDER, `administration-${name}-${appearance}.png`), fullPage: true });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (overflow > 0) faults.push(`${name}, ${appearance}: scrolls sideways by ${overflow} px`);
    for (const fault of await accessibilityFaults(page, appearance === "dark" ? "contrast" : "all"))
      faults.push(`${name}, ${appearance}: ${fault}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(() => document.documentElement.setAttribute("dir", "ltr"));
  return faults;
}

test("storage and server are accessible in light and dark, on a phone, and mirrored", async () => {
  const faults: string[] = [];
  for (const [name, height] of [
    ["storage", 1_200],
    ["server", 3_400],
    ["health", 1_500],
  ] as const) {
    await page.goto(`${stage.server.url}/admin/${name}`);
    await page.getByRole("heading", { level: 1, name: "Administration" }).waitFor();
    await page.waitForLoadState("networkidle");
    faults.push(...(await shoot(name, height)));
  }
  expect(faults).toEqual([]);
});
