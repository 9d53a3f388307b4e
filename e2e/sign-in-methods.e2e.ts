import { listOutbox } from "@stillreel/contract";
import { startIdentityProvider, type IdentityProvider } from "@stillreel/testing/oidc";
import pg from "pg";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { toastSays } from "./support/library-page.ts";
import { type Person, registerPerson, signInOnPage } from "./support/people.ts";
import { setStage } from "./support/stage.ts";
import { freshDatabase } from "./support/start-server.ts";

const PEOPLE = {
  mira: { email: "mira@corp.example", email_verified: true, name: "Mira Harbour" },
  jonas: { email: "jonas@corp.example", email_verified: true, name: "Jonas Weber" },
};
/** Google's button: it makes a credential with the nonce of the page. */
const GOOGLE_BUTTON = `window.google = { accounts: { id: {
  initialize(options) { this.options = options; },
  renderButton(container) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Continue with Google";
    button.onclick = async () => this.options.callback({ credential: await window.mintCredential(this.options.nonce) });
    container.replaceChildren(button);
  },
} } };`;

const settings: Record<string, string> = {};
let idp: IdentityProvider;
let pool: pg.Pool;
beforeAll(async () => {
  idp = await startIdentityProvider(PEOPLE);
  const DATABASE_URL = await freshDatabase();
  pool = new pg.Pool({ connectionString: DATABASE_URL, max: 1 });
  Object.assign(settings, {
    DATABASE_URL,
    OIDC_ISSUER: idp.issuer,
    OIDC_CLIENT_ID: idp.clientId,
    OIDC_CLIENT_SECRET: idp.clientSecret,
    OIDC_NAME: "Corp",
    GOOGLE_CLIENT_ID: idp.clientId,
    GOOGLE_ISSUERS: "https://accounts.google.com",
    GOOGLE_JWKS_URI: idp.jwksUri,
    ALLOW_INSECURE_UPSTREAM: "true",
    // Mail is stored in the outbox, where its links are read.
    SMTP_URL: "smtp://127.0.0.1:9",
  });
});
const stage = setStage(settings);
let administrator: Person;
let site: string;
beforeAll(async () => {
  administrator = await registerPerson(stage.server.url, "Ada Administrator");
  // The server's public address. The provider is at another one, so that its redirects cross sites.
  site = stage.server.url.replace("127.0.0.1", "localhost");
  idp.allowRedirect(`${site}/api/v1/auth/oidc/callback`);
});
afterAll(async () => {
  await pool.end();
  await idp.close();
});

/** Makes the last sign-ins of all sessions too old for a change of the account. */
const makeOld = (): Promise<unknown> => pool.query("update sessions set authenticated_at = now() - interval '1 hour'");

/** Returns the link in the newest mail to an address. */
async function linkMailedTo(address: string, path: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const { items } = await administrator.client.call(listOutbox, { query: {} });
        const texts = items.filter((mail) => mail.to === address).map(({ text }) => text);
        link = texts.map((text) => new RegExp(`https?://\\S+${path}\\?code=[\\w.-]+`, "u").exec(text)?.[0]).find(Boolean);
        return link;
      },
      { timeout: 15_000 },
    )
    .toBeTruthy();
  return link ?? "";
}

/** Opens a browser in which a person of the provider has created an account. */
async function signUpAtProvider(subject: keyof typeof PEOPLE): Promise<Page> {
  const context = await stage.browser.newContext();
  const page = await context.newPage();
  await page.route("https://accounts.google.com/gsi/client", (route) =>
    route.fulfill({ contentType: "text/javascript", body: GOOGLE_BUTTON }),
  );
  await page.exposeFunction("mintCredential", (nonce: string) =>
    idp.mint({
      subject: `google-${subject}`,
      issuer: "https://accounts.google.com",
      claims: { email: `${subject}@gmail.com`, email_verified: true, name: subject, nonce },
    }),
  );
  idp.choose(subject);
  await page.goto(`${site}/auth/login`);
  await page.getByRole("link", { name: "Continue with Corp" }).click();
  await page.getByRole("heading", { name: "My images" }).waitFor();
  return page;
}

const dialog = (page: Page) => page.getByRole("dialog");

test("an account of the company's sign-on links and unlinks methods, changes its e-mail address and sets a password", async () => {
  const page = await signUpAtProvider("mira");
  await page.goto(`${site}/account/security`);
  await page.getByText("Your only way to sign in.").waitFor();
  expect(await page.getByRole("button", { name: "Unlink Corp" }).isDisabled()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);

  // The session is too old: the provider proves the user, and the page continues with the link.
  await makeOld();
  await page.getByRole("button", { name: "Link Google" }).click();
  await dialog(page).getByRole("button", { name: "Continue", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Continue with Corp" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Continue with Corp" }).click();
  await toastSays(page, "Confirmed. You can continue now.");
  expect(new URL(page.url()).search).toBe("");
  await dialog(page).getByRole("button", { name: "Continue", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Continue with Google" }).click();
  await toastSays(page, "Sign-in method linked");

  await page.getByRole("button", { name: "Unlink Corp" }).click();
  await dialog(page).getByRole("button", { name: "Unlink" }).click();
  await toastSays(page, "Corp unlinked");
  expect(await page.getByRole("button", { name: "Unlink Google" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Link Corp" }).click();
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Unlink Corp" }).waitFor();

  // The typed address is still there after the proof.
  await makeOld();
  await page.goto(`${site}/profile`);
  const address = page.getByRole("textbox", { name: "E-mail" });
  await address.fill("mira@harbour.example");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("button", { name: "Continue with Corp" }).click();
  await toastSays(page, "Confirmed. You can continue now.");
  expect(await address.inputValue()).toBe("mira@harbour.example");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByText(/We sent a link to mira@harbour\.example/u).waitFor();
  await page.goto(await linkMailedTo("mira@harbour.example", "/auth/email"));
  await page.getByRole("button", { name: "Confirm e-mail address" }).click();
  await page.waitForURL((url) => url.pathname === "/profile");
  expect(await address.inputValue()).toBe("mira@harbour.example");

  await page.goto(`${site}/account/security`);
  await page.getByRole("button", { name: "Set a password" }).click();
  await page.getByText(/We sent a link to mira@harbour\.example/u).waitFor();
  await page.goto(await linkMailedTo("mira@harbour.example", "/auth/reset"));
  await page.getByRole("heading", { name: "Set a password" }).waitFor();
  await page.getByLabel("New password", { exact: true }).fill("southharbour8");
  await page.getByLabel("Confirm new password").fill("southharbour8");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.waitForURL((url) => url.pathname === "/auth/login");
  await signInOnPage(page, site, "mira@harbour.example", "southharbour8");
  await page.getByRole("heading", { name: "My images" }).waitFor();
  await page.context().close();
});

test("an account without a password is deleted after a new sign-in at its provider", async () => {
  const page = await signUpAtProvider("jonas");
  await makeOld();
  await page.goto(`${site}/account`);
  await page.getByRole("button", { name: "Delete account" }).click();
  await dialog(page).getByRole("textbox").fill("delete my account");
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await dialog(page).getByLabel("E-mail").fill(PEOPLE.jonas.email);
  await dialog(page).getByRole("button", { name: "Delete account" }).click();

  // Another person at the provider is no proof.
  idp.choose("mira");
  await dialog(page).getByRole("button", { name: "Continue with Corp" }).click();
  await toastSays(page, "You signed in with something that isn't linked to this account.");
  await page.getByRole("button", { name: "Delete account" }).click();
  await dialog(page).getByRole("textbox").fill("delete my account");
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await dialog(page).getByLabel("E-mail").fill(PEOPLE.jonas.email);
  await dialog(page).getByRole("button", { name: "Delete account" }).click();
  idp.choose("jonas");
  await dialog(page).getByRole("button", { name: "Continue with Corp" }).click();

  await toastSays(page, "Confirmed. You can continue now.");
  await dialog(page).getByLabel("E-mail").fill(PEOPLE.jonas.email);
  await dialog(page).getByRole("button", { name: "Delete account" }).click();
  await page.waitForURL((url) => url.pathname === "/auth/login");
  const { rows } = await pool.query("select 1 from users where email = $1", [PEOPLE.jonas.email]);
  expect(rows).toEqual([]);
  await page.context().close();
});

test("a passkey proves an older session of an account with a password", async () => {
  const person = await registerPerson(stage.server.url, "Lena Park");
  const page = await stage.browser.newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const authenticator = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true } as const;
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...authenticator, isUserVerified: true, automaticPresenceSimulation: true },
  });
  await signInOnPage(page, site, person.email, person.password);
  await page.getByRole("heading", { name: "My images" }).waitFor();
  await page.goto(`${site}/account/security`);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await toastSays(page, "Passkey added");

  await makeOld();
  await page.getByRole("button", { name: /^Remove / }).click();
  await dialog(page).getByRole("button", { name: "Remove" }).click();
  await dialog(page).getByLabel("Current password").fill("wrong harbour 1");
  await dialog(page).getByRole("button", { name: "Remove" }).click();
  await dialog(page).getByText("That password is not correct.").waitFor();
  await dialog(page).getByRole("button", { name: "Use a passkey" }).click();
  await toastSays(page, "Passkey removed");
  await page.getByText("No passkeys yet.").waitFor();
  await page.context().close();
});
