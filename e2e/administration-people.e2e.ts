import { enableTwoFactor, getTwoFactor, setUpTwoFactor } from "@stillreel/contract";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs, toastSays, whenLive } from "./support/library-page.ts";
import { type Person, registerPerson, signInOnPage, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

/** Time within which a suspended user loses an open page, in milliseconds. */
const LOSS_MS = 5_000;

const stage = setStage({});
let admin: Person;
let lena: Person;
const pages: Page[] = [];
beforeAll(async () => {
  admin = await registerPerson(stage.server.url, "Root Admin");
  lena = await registerPerson(stage.server.url, "Lena Park");
  await registerPerson(stage.server.url, "Omar Haddad");
  await uploadPicture(lena, "Plan");
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

async function openPeople(): Promise<Page> {
  const page = await openAs(stage.browser, stage.server.url, admin);
  pages.push(page);
  await page.goto(`${stage.server.url}/admin/people`);
  await page.getByRole("table", { name: "People" }).waitFor();
  return page;
}

async function openPerson(page: Page, name: string) {
  await page.getByRole("rowheader", { name }).getByRole("button").click();
  const drawer = page.getByRole("dialog", { name });
  await drawer.getByRole("button", { name: "Reset password" }).waitFor();
  return drawer;
}

test("an administrator finds a user, suspends them, which signs them out elsewhere, and restores them", async () => {
  const theirs = await openAs(stage.browser, stage.server.url, lena);
  pages.push(theirs);
  const live = whenLive(theirs);
  await theirs.goto(`${stage.server.url}/images`);
  await live;

  const page = await openPeople();
  expect(await page.getByRole("row").count()).toBe(4);
  await page.getByRole("searchbox", { name: "Search names and e-mail addresses" }).fill("LENA p");
  await page.getByRole("row").filter({ hasText: "Omar Haddad" }).waitFor({ state: "detached" });
  expect(await page.getByRole("row").count()).toBe(2);

  const drawer = await openPerson(page, "Lena Park");
  await drawer.getByRole("list", { name: "Sessions" }).getByRole("listitem").first().waitFor();
  const startedAt = performance.now();
  await drawer.getByRole("button", { name: "Suspend" }).click();
  await toastSays(page, "Lena Park suspended and signed out");
  await theirs.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(performance.now() - startedAt).toBeLessThan(LOSS_MS);
  await signInOnPage(theirs, stage.server.url, lena.email, lena.password);
  await theirs.getByText("This account is suspended. Ask your administrator.").waitFor();

  await drawer.getByRole("button", { name: "Restore" }).click();
  await toastSays(page, "Lena Park restored");
  await signInOnPage(theirs, stage.server.url, lena.email, lena.password);
  await theirs.getByRole("heading", { name: "My images" }).waitFor();
});

test("a role is changed and undone, and a quota below the use is refused with the use", async () => {
  const page = await openPeople();
  const drawer = await openPerson(page, "Lena Park");
  await drawer.getByLabel("Role").selectOption("Administrator");
  await toastSays(page, "Lena Park is now Administrator");
  await page.getByRole("button", { name: "Undo" }).click();
  await drawer.getByText("Can use the server, not administer it.").waitFor();

  await drawer.getByLabel("Quota").selectOption("Own limit");
  await drawer.getByLabel("Gigabytes").fill("lots");
  await drawer.getByRole("button", { name: "Save quota" }).click();
  await drawer.getByText("Enter a number, such as 10 or 2.5.").waitFor();
  await drawer.getByLabel("Gigabytes").fill("5");
  await drawer.getByRole("button", { name: "Save quota" }).click();
  await toastSays(page, "Quota of Lena Park saved");
  await drawer.getByRole("meter", { name: "Storage used by Lena Park" }).waitFor();
});

test("the authenticator app of a user who lost it is turned off after its consequence was shown", async () => {
  const { client } = await registerPerson(stage.server.url, "Noor Vos");
  const { secret } = await client.call(setUpTwoFactor, { body: {} });
  await client.call(enableTwoFactor, { body: { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() } });
  const page = await openPeople();
  const drawer = await openPerson(page, "Noor Vos");
  await drawer.getByText("Authenticator app", { exact: true }).waitFor();
  await drawer.getByRole("button", { name: "Turn authenticator app off" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn the authenticator app of Noor Vos off?" });
  await dialog.getByText("Their password is then enough to sign in.").waitFor();
  expect(await dialog.getByRole("button", { name: "Cancel" }).evaluate((button) => button === document.activeElement)).toBe(true);
  await dialog.getByRole("button", { name: "Turn authenticator app off" }).click();
  await toastSays(page, "Authenticator app of Noor Vos turned off");
  await drawer.getByRole("button", { name: "Turn authenticator app off" }).waitFor({ state: "detached" });
  expect(await client.call(getTwoFactor)).toMatchObject({ enabledAt: null });
});

test("an account is deleted after its consequences were shown, and other users do not find the page", async () => {
  const page = await openPeople();
  const drawer = await openPerson(page, "Omar Haddad");
  await drawer.getByRole("button", { name: "Delete or transfer" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Omar Haddad" });
  await dialog.getByText("What they added to workspaces stays there.").waitFor();
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await toastSays(page, "Omar Haddad deleted");
  await page.getByRole("row").filter({ hasText: "Omar Haddad" }).waitFor({ state: "detached" });

  const theirs = await openAs(stage.browser, stage.server.url, lena);
  pages.push(theirs);
  await signInOnPage(theirs, stage.server.url, lena.email, lena.password);
  await theirs.getByRole("heading", { name: "My images" }).waitFor();
  await theirs.goto(`${stage.server.url}/admin/people`);
  await theirs.getByRole("heading", { level: 1 }).waitFor();
  expect(await theirs.getByRole("table", { name: "People" }).count()).toBe(0);
});

test("an administrator adds an account, whose user sets the password by the shown link and signs in", async () => {
  const page = await openPeople();
  await page.getByRole("button", { name: "Add account" }).click();
  const form = page.getByRole("dialog", { name: "Add account" });
  await form.getByRole("textbox", { name: "Name" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("textbox", { name: "Name" }).fill("Nora Added");
  await form.getByRole("textbox", { name: "E-mail" }).fill("nora.added@people.example");
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog", { name: "Account of Nora Added added" });
  const link = await shown.getByRole("textbox", { name: "Link to set the password" }).inputValue();
  expect(await accessibilityFaults(page)).toEqual([]);
  await shown.getByRole("button", { name: "Done" }).click();
  await page.getByRole("rowheader", { name: /Nora Added/u }).waitFor();

  const theirs = await stage.browser.newPage();
  pages.push(theirs);
  await theirs.goto(link);
  await theirs.getByRole("heading", { name: "Set a password" }).waitFor();
  await theirs.getByLabel("New password", { exact: true }).fill("quietharbour9");
  await theirs.getByLabel("Confirm new password").fill("quietharbour9");
  await theirs.getByRole("button", { name: "Set password" }).click();
  await theirs.waitForURL((url) => url.pathname === "/auth/login");
  await signInOnPage(theirs, stage.server.url, "nora.added@people.example", "quietharbour9");
  await theirs.getByRole("heading", { name: "My images" }).waitFor();
});
