import { getSettings, getShare, type ServerResult, updateSettings, uploadVideo } from "@stillreel/contract";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import { type MailServer, startMailServer } from "@stillreel/testing/mail";
import { video } from "@stillreel/testing/video";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newPerson, type Person, registerPerson } from "./support/people.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

type Registration = ServerResult<typeof getSettings>["registration"]["value"];

let mailServer: MailServer;
let server: RunningServer;
let browser: Browser;
let owner: Person;
let slug: string;

// The registration of the server is changed, and its first user must be known.
beforeAll(async () => {
  let bytes: Buffer;
  mailServer = await startMailServer();
  [browser, bytes] = await Promise.all([sharedBrowser(), video({ seconds: 8 })]);
  server = await startStoryServer({ SMTP_URL: mailServer.url, MAIL_FROM: "Shots <shots@example.test>" });
  owner = await registerPerson(server.url, "Mira Halvorsen");
  const body = new FormData();
  body.append("title", "Release 4.12");
  body.append("file", new Blob([new Uint8Array(bytes)], { type: "video/mp4" }), "release.mp4");
  const { id: itemId } = await owner.client.call(uploadVideo, { params: { workspaceId: "personal" }, body });
  ({ slug } = await owner.client.call(getShare, { params: { workspaceId: "personal", itemId } }));
});
afterAll(async () => {
  await closeContexts(browser);
  await server?.stop();
  await mailServer?.close();
});

async function allow(value: Registration): Promise<void> {
  const { registration } = await owner.client.call(getSettings);
  await owner.client.call(updateSettings, { body: { registration: { value, version: registration.version } } });
}

/** Opens the video without an account at its third second, and asks to like it. */
async function askToLike(): Promise<{ page: Page; form: Locator }> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(`${server.url}/s/${slug}?t=3`);
  await page.locator("#like").getByRole("button").click();
  return { page, form: page.getByRole("dialog", { name: "Sign up to like" }) };
}

async function fill(form: Locator, { name, email, password }: Pick<Person, "name" | "email" | "password">): Promise<void> {
  await form.getByLabel("Your name").fill(name);
  await form.getByLabel("E-mail").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Create account and like" }).click();
}

test("an address of another organization is refused beside the player, and one of the organization gets an account and the welcome mail", async () => {
  await allow({ mode: "domains", domains: ["corp.test"] });
  const { page, form } = await askToLike();
  const person = newPerson("Ingrid Bech");
  await fill(form, { ...person, email: "ingrid@elsewhere.test" });
  await form.getByText("You can't sign up with this e-mail address. Use the one from your organization.").waitFor();
  await fill(form, { ...person, email: "ingrid@corp.test" });
  await form.waitFor({ state: "detached" });
  await page.locator("#like").getByRole("button", { name: "Like, 1 so far" }).waitFor();
  expect(await page.locator("#video").evaluate((element) => (element as HTMLVideoElement).currentTime)).toBeCloseTo(3, 0);
  await vi.waitUntil(() => mailServer.inbox.some(({ mail }) => mail.subject?.includes("Welcome to Stillreel")), { timeout: 20_000 });
});

test("without an invite, the form says that one is needed", async () => {
  await allow({ mode: "invite", domains: [] });
  const { form } = await askToLike();
  await fill(form, newPerson("Oskar Lind"));
  await form.getByText("You need an invite to create an account on this server.").waitFor();
});

test("a closed server offers only to sign in, and says why", async () => {
  await allow({ mode: "closed", domains: [] });
  const { page, form } = await askToLike();
  await form.getByText("New accounts can't be created on this server. Ask its administrator for an account.").waitFor();
  expect(await form.getByLabel("Your name").count()).toBe(0);
  await form.getByLabel("E-mail").fill(owner.email);
  await form.getByLabel("Password", { exact: true }).fill(owner.password);
  await form.getByRole("button", { name: "Sign in and like" }).click();
  await form.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Open my library" }).waitFor();
});
