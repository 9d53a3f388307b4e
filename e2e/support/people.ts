import { createClient, type Client } from "@stillreel/client";
import { API_BASE, register, uploadImage } from "@stillreel/contract";
import type { BrowserContext, Page } from "playwright-core";
import { stripedPng } from "./pictures.ts";

/** A user with an account, and the user's API client. */
export interface Person {
  name: string;
  email: string;
  password: string;
  /** API client with the session of this user. */
  client: Client;
  /** The session, as in the portal's cookies. */
  tokens: { idToken: string; refreshToken: string };
}

/** Identifies the worker process: test files of several workers use the same server. */
const WORKER = process.pid.toString(36);
let people = 0;

/** Creates a name, an address and a password that are unique in this run. */
export function newPerson(name: string): Pick<Person, "name" | "email" | "password"> {
  people += 1;
  return {
    name,
    email: `${name.toLowerCase().replace(/\W+/gu, ".")}.${WORKER}.${people}@people.example`,
    password: `northharbour${people}`,
  };
}

/** Registers a user through the API: the fast variant for tests that do not test registration. */
export async function registerPerson(serverUrl: string, name: string): Promise<Person> {
  const person = newPerson(name);
  const session = await createClient({ baseUrl: serverUrl + API_BASE }).call(register, {
    body: { email: person.email, password: person.password, username: person.name },
  });
  const tokens = { idToken: session.idToken, refreshToken: session.refreshToken };
  return { ...person, tokens, client: createClient({ baseUrl: serverUrl + API_BASE, headers: () => tokens }) };
}

/** Signs a browser in as a user, as if the portal had done it. */
export async function signIn(context: BrowserContext, serverUrl: string, { tokens }: Person): Promise<void> {
  await context.addCookies(
    Object.entries(tokens).map(([name, value]) => ({
      name,
      value,
      url: serverUrl,
      httpOnly: true,
      sameSite: "Lax" as const,
      expires: Math.floor(Date.now() / 1_000) + 86_400,
    })),
  );
}

/** Uploads an image through the API and returns the item's id. */
export async function uploadPicture(
  { client }: Person,
  title: string,
  colour: readonly [number, number, number] = [40, 90, 140],
  { folderId, pageUrl }: { folderId?: string; pageUrl?: string } = {},
): Promise<string> {
  const body = new FormData();
  body.append("title", title);
  if (folderId !== undefined) body.append("folderId", folderId);
  if (pageUrl !== undefined) body.append("pageUrl", pageUrl);
  body.append("file", new Blob([new Uint8Array(stripedPng(640, 400, colour))], { type: "image/png" }), `${title}.png`);
  const item = await client.call(uploadImage, { params: { workspaceId: "personal" }, body });
  return item.id;
}

/** Creates an account in the portal from its start page, as a user does. */
export async function signUpInPortal(page: Page, serverUrl: string, person: Pick<Person, "name" | "email" | "password">): Promise<void> {
  await page.goto(serverUrl);
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  const terms = page.getByRole("checkbox");
  if (await terms.count()) await terms.first().check();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "My images" }).waitFor();
}

/** Signs in on the portal's sign-in page. */
export async function signInOnPage(page: Page, serverUrl: string, email: string, password: string): Promise<void> {
  await page.goto(`${serverUrl}/auth/login`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
