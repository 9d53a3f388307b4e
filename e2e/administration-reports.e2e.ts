import { getShare } from "@stillreel/contract";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs, toastSays } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const stage = setStage({});
let admin: Person;
let lena: Person;
let itemId: string;
let slug: string;
const pages: Page[] = [];

beforeAll(async () => {
  admin = await registerPerson(stage.server.url, "Root Admin");
  lena = await registerPerson(stage.server.url, "Lena Park");
  itemId = await uploadPicture(lena, "Secret plan");
  slug = (await lena.client.call(getShare, { params: { workspaceId: "personal", itemId } })).slug;
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

async function visitOnPhone(): Promise<Page> {
  const page = await (await stage.browser.newContext(PHONE)).newPage();
  pages.push(page);
  await page.goto(`${stage.server.url}/s/${slug}`);
  return page;
}

async function openAdministration(tab: string): Promise<Page> {
  const page = await openAs(stage.browser, stage.server.url, admin);
  pages.push(page);
  await page.goto(`${stage.server.url}/admin/${tab}`);
  return page;
}

test("a visitor reports a link on a phone, an administrator removes it, and restores it", async () => {
  const phone = await visitOnPhone();
  // The form is loaded with the first press only.
  const scripts: string[] = [];
  phone.on("request", (request) => void scripts.push(request.url()));
  await phone.getByRole("button", { name: "Like" }).waitFor();
  expect(scripts.some((url) => url.includes("report-dialog"))).toBe(false);
  await phone.getByRole("button", { name: "Report" }).tap();
  const form = phone.getByRole("dialog", { name: "Report this link" });
  await form.getByRole("button", { name: "Send report" }).tap();
  await form.getByText("Choose a reason.").waitFor();
  await form.getByLabel("Private or confidential content").check();
  await form.getByLabel("Details (optional)").fill("This is our price list.");
  await form.getByLabel("Your e-mail for questions (optional)").fill("nobody");
  await form.getByRole("button", { name: "Send report" }).tap();
  await form.getByText("Enter an e-mail address like name@company.com.").waitFor();
  expect(await accessibilityFaults(phone)).toEqual([]);
  await form.getByLabel("Your e-mail for questions (optional)").fill("lee@example.test");
  await form.getByRole("button", { name: "Send report" }).tap();
  await phone.getByText("Report sent. Thank you.").waitFor();

  const page = await openAdministration("people");
  await page.getByRole("button", { name: /^Notifications/u }).click();
  await page.getByRole("link", { name: /A visitor reported a link/u }).click();
  await page.getByRole("table", { name: "Reports" }).waitFor();
  await page.getByRole("rowheader", { name: "Secret plan" }).getByRole("button").click();
  const drawer = page.getByRole("dialog", { name: "Secret plan" });
  await drawer.getByText("This is our price list.").waitFor();
  await drawer.getByRole("link", { name: "lee@example.test" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await drawer.getByRole("button", { name: "Remove link" }).click();
  await toastSays(page, "Link removed");
  await drawer.getByText("Removed", { exact: true }).waitFor();

  await phone.reload();
  await phone.getByRole("heading", { name: "This link was removed" }).waitFor();
  expect((await phone.request.get(`${stage.server.url}/s/${slug}`)).status()).toBe(410);

  const theirs = await openAs(stage.browser, stage.server.url, lena);
  pages.push(theirs);
  await theirs.goto(`${stage.server.url}/images/${itemId}`);
  await theirs.getByText("An administrator removed this link").waitFor();

  await drawer.getByRole("button", { name: "Restore link" }).click();
  await toastSays(page, "Link works again");
  await phone.reload();
  await phone.getByRole("heading", { name: "Secret plan" }).waitFor();
  await drawer.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByText("No open reports. Visitors can report links on their pages.").waitFor();
});

test("the audit log is filtered by a person who is found while typing, and the filter is in the address", async () => {
  const page = await openAdministration("audit");
  const person = page.getByRole("combobox", { name: "Person" });
  await person.fill("lena");
  await page.getByRole("option", { name: /Lena Park/u }).waitFor();
  await person.press("Enter");
  await page.waitForURL(/userId=/u);
  await page.getByRole("listitem").filter({ hasText: "Root Admin" }).first().waitFor({ state: "detached" });
  await page.getByRole("listitem").filter({ hasText: "Lena Park" }).first().waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Clear Person" }).waitFor();
  await vi.waitFor(async () => expect(await person.inputValue()).toBe("Lena Park"), { timeout: 5_000 });
  expect(await page.getByRole("link", { name: /CSV/u }).getAttribute("href")).toContain("userId=");
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("an account is deleted, and its items are transferred to another account", async () => {
  const omar = await registerPerson(stage.server.url, "Omar Haddad");
  await uploadPicture(omar, "Kept plan");
  const page = await openAdministration("people");
  await page.getByRole("rowheader", { name: "Omar Haddad" }).getByRole("button").click();
  await page.getByRole("button", { name: "Delete or transfer" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Omar Haddad" });
  await dialog.getByLabel(/Transfer the items to another account/u).check();
  await dialog.getByRole("button", { name: "Transfer and delete account" }).click();
  await dialog.getByText("Choose an account.").waitFor();
  const receiver = dialog.getByRole("combobox", { name: "Account that receives the items" });
  await receiver.fill("lena");
  await dialog.getByRole("option", { name: /Lena Park/u }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Transfer and delete account" }).click();
  await toastSays(page, "Omar Haddad deleted, items transferred to Lena Park");
  const theirs = await openAs(stage.browser, stage.server.url, lena);
  pages.push(theirs);
  await theirs.goto(`${stage.server.url}/images`);
  await theirs
    .getByRole("link", { name: /From Omar Haddad/u })
    .first()
    .click();
  await theirs.getByText("Kept plan").first().waitFor();
});

test("the security contact has a page, which the help links", async () => {
  const page = await openAdministration("server");
  await page.goto(`${stage.server.url}/help`);
  await page.getByRole("link", { name: "Security contact" }).click();
  await page.getByRole("heading", { name: "Security contact" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});
