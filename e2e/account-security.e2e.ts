import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type Person, registerPerson, signInOnPage } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage({});
let person: Person;
let site: string;

beforeAll(async () => {
  person = await registerPerson(stage.server.url, "Mira Harbour");
  // Browsers permit passkeys on names, not on addresses; the server's public address is this one.
  site = stage.server.url.replace("127.0.0.1", "localhost");
});

/** Gives a page an authenticator that verifies its user, as the sensor of a laptop does. */
async function withAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await session.send("WebAuthn.addVirtualAuthenticator", { options: { ...options, automaticPresenceSimulation: true } });
}

const library = (page: Page) => page.getByRole("heading", { name: "My images" }).waitFor();

async function signOut(page: Page): Promise<void> {
  await page.goto(`${site}/account`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/auth/login");
}

test("an account is protected by an authenticator app and entered with a code, a recovery code and a passkey", async () => {
  const page = await stage.browser.newPage();
  await withAuthenticator(page);
  await signInOnPage(page, site, person.email, person.password);
  await library(page);

  await page.goto(`${site}/account/security`);
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  const secret = (await dialog.locator("code").innerText()).replaceAll(/\s/gu, "");
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const used = totp.generate();
  await dialog.getByLabel("Code from the app").fill(used);
  await dialog.getByRole("heading", { name: "Save your recovery codes" }).waitFor();
  const codes = await dialog.getByRole("listitem").allInnerTexts();
  expect(codes).toHaveLength(10);
  await dialog.getByRole("button", { name: "I saved them" }).click();
  await page.getByText("10 of 10 recovery codes left").waitFor();

  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByLabel("Name").fill("Laptop");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Remove Laptop" }).waitFor();

  await signOut(page);
  await signInOnPage(page, site, person.email, person.password);
  await page.getByRole("heading", { name: "Enter your code" }).waitFor();
  await page.getByLabel("Code", { exact: true }).fill(used);
  await page.getByText("That code is not correct, or it was already used.").waitFor();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await library(page);

  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await library(page);
  await page.goto(`${site}/account/security`);
  await page.getByText("9 of 10 recovery codes left").waitFor();
  await page.getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByText("No passkeys yet.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Laptop restored").waitFor();
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await library(page);
  await page.goto(`${site}/account/security`);
  await page.getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByText("No passkeys yet.").waitFor();
});

test("a common password is refused at its field, and all other devices are signed out together", async () => {
  const olga = await registerPerson(stage.server.url, "Olga Reef");
  const [page, other] = [await stage.browser.newPage(), await (await stage.browser.newContext()).newPage()];
  for (const one of [page, other]) {
    await signInOnPage(one, site, olga.email, olga.password);
    await library(one);
  }
  await page.goto(`${site}/account/security`);
  await page.getByLabel("Current password").fill(olga.password);
  await page.getByLabel("New password", { exact: true }).fill("Qwerty123");
  await page.getByLabel("Confirm new password").fill("Qwerty123");
  await page.getByRole("button", { name: "Update password" }).click();
  await page.getByText("This is one of the most common passwords").waitFor();
  await page.getByRole("button", { name: /^Sign out all \d+ other devices$/u }).click();
  await page.getByText(/other devices? signed out/u).waitFor();
  await other.goto(`${site}/images`);
  await other.waitForURL((url) => url.pathname === "/auth/login");
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/auth/preferences") && answer.request().method() === "PUT");
  await page.getByRole("switch", { name: "E-mail me about new devices" }).press("Space");
  await saved;
  await page.reload();
  expect(await page.getByRole("switch", { name: "E-mail me about new devices" }).isChecked()).toBe(false);
});
