import { createTeam, listMembers, revokeInvite, updateMember } from "@stillreel/contract";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openAs, toastSays, whenLive } from "./support/library-page.ts";
import { newPerson, type Person, registerPerson } from "./support/people.ts";
import { noisyPng, stripedPng } from "./support/pictures.ts";
import { setStage } from "./support/stage.ts";
import { makeWorkspace } from "./support/workspace-screens.ts";

const LOGO_MAX = 30 * 1024;
/** Time within which a change of one user must be visible to another, in milliseconds. */
const SOON_MS = 3_000;

const stage = setStage();
let owner: Person;
const pages: Page[] = [];
beforeEach(async () => {
  owner = await registerPerson(stage.server.url, "Olga Owner");
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

async function open(person: Person, path: string): Promise<Page> {
  const page = await openAs(stage.browser, stage.server.url, person, { permissions: ["clipboard-read", "clipboard-write"] });
  pages.push(page);
  await page.goto(stage.server.url + path);
  return page;
}

/** Opens an address as a visitor without an account. */
async function openStranger(address: string): Promise<Page> {
  const context = await stage.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  pages.push(page);
  await page.goto(address);
  return page;
}

async function register(page: Page, person: Pick<Person, "name" | "email" | "password">): Promise<void> {
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Create account" }).click();
}

test("a workspace is created, joined by a link without an account, assigns a role and a team, and is left", async () => {
  const here = await open(owner, "/images");
  await here.getByRole("link", { name: "Create workspace" }).click();
  await here.getByLabel("Workspace name").fill("Lumen Transit");
  await here.getByRole("button", { name: "Create workspace" }).click();
  await here.getByRole("heading", { level: 1, name: "Lumen Transit" }).waitFor();
  await here.getByRole("navigation", { name: "Workspaces" }).getByRole("link", { name: "Lumen Transit" }).waitFor();

  await here.getByRole("button", { name: "Copy invite link" }).click();
  await toastSays(here, "Invite link copied");
  const link = await here.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toMatch(/^\/invite\/[\w-]{22,}$/u);

  // A visitor without an account opens the link, signs up, and has joined without another click.
  const there = await openStranger(link);
  await there.getByRole("heading", { name: "Join Lumen Transit" }).waitFor();
  await there.getByText("Olga Owner invited you.").waitFor();
  await there.getByRole("link", { name: "Sign up" }).click();
  const nina = newPerson("Nina New");
  await register(there, nina);
  await there.getByRole("heading", { level: 1, name: "Lumen Transit" }).waitFor();
  await toastSays(there, "You joined Lumen Transit");
  expect(await there.getByRole("button", { name: /^Role of/u }).count()).toBe(0);

  // The owner's page shows the new member automatically. The owner makes her an admin.
  await here
    .getByRole("link", { name: /^Members/u })
    .first()
    .click();
  // The overview lists her, too, without her address.
  const row = here.getByRole("row").filter({ hasText: nina.email });
  await row.waitFor({ timeout: SOON_MS });
  await row.getByRole("button", { name: "Role of Nina New: Member. Change" }).click();
  await here.getByRole("menuitemradio", { name: /^Admin/u }).click();
  await toastSays(here, "Role of Nina New changed to Admin");
  await there.getByRole("link", { name: "Activity" }).waitFor({ timeout: SOON_MS });

  // A team that includes her.
  await here
    .getByRole("link", { name: /^Teams/u })
    .first()
    .click();
  await here.getByRole("button", { name: "New team" }).click();
  const dialog = here.getByRole("dialog", { name: "New team" });
  await dialog.getByLabel("Team name").fill("Design");
  await dialog.getByRole("checkbox", { name: /Nina New/u }).check();
  await dialog.getByRole("button", { name: "Create team" }).click();
  await toastSays(here, "Design created");
  await there.getByRole("button", { name: "Leave Design" }).waitFor({ timeout: SOON_MS });
  await there.getByRole("button", { name: "Leave Design" }).click();
  await toastSays(there, "You left Design");
  await here.getByText("1 member", { exact: false }).first().waitFor({ timeout: SOON_MS });

  // She leaves, and the page of the owner shows it.
  await there.getByRole("button", { name: "Workspace menu" }).click();
  await there.getByRole("menuitem", { name: "Leave workspace" }).click();
  await there.getByRole("dialog").getByRole("button", { name: "Leave workspace" }).click();
  await there.getByRole("heading", { name: "Create a workspace for your team" }).waitFor();
  await here
    .getByRole("link", { name: /^Members/u })
    .first()
    .click();
  await here.getByRole("row", { name: /Nina New/u }).waitFor({ state: "detached", timeout: SOON_MS });
});

test("a person with an account signs in first and returns to the invite; a revoked invite has expired", async () => {
  const { id, inviteId } = await makeWorkspace(owner, "Harbour Collective");
  const sam = await registerPerson(stage.server.url, "Sam Second");
  const page = await openStranger(`${stage.server.url}/invite/${inviteId}`);
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await page.getByLabel("E-mail").fill(sam.email);
  await page.getByLabel("Password", { exact: true }).fill(sam.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Harbour Collective" }).waitFor();

  await page.goto(`${stage.server.url}/invite/${inviteId}`);
  await page.getByRole("heading", { name: "You are in Harbour Collective" }).waitFor();

  await owner.client.call(revokeInvite, { params: { id } });
  const late = await openStranger(`${stage.server.url}/invite/${inviteId}`);
  await late.getByRole("heading", { name: "This invite has expired" }).waitFor();
  expect(await late.getByRole("link", { name: "Ask for a new invite" }).getAttribute("href")).toContain("mailto:");
  await late.getByRole("link", { name: "Sign in", exact: true }).waitFor();
});

test("addresses are invited by e-mail, each with its result, and invited people are listed until withdrawn", async () => {
  const sam = await registerPerson(stage.server.url, "Sam Second");
  const { id } = await makeWorkspace(owner, "Harbour Collective", [sam]);
  const page = await open(owner, `/w/${id}/members`);
  await page.getByRole("button", { name: "Invite people" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("By e-mail").fill(`new.one@people.example, ${sam.email}`);
  await dialog.getByRole("button", { name: "Send invites" }).click();
  const answers = dialog.getByRole("list", { name: "Results" });
  await answers.getByText("new.one@people.example").waitFor();
  expect(await answers.getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringMatching(/new\.one@people\.example\s*Invited/u),
    expect.stringMatching(/sam\.second.*\s*Already a member/u),
  ]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const pending = page.getByRole("list", { name: "Pending invites" });
  await pending.getByText("new.one@people.example").waitFor();
  await pending.getByRole("button", { name: "Withdraw the invite of new.one@people.example" }).click();
  await toastSays(page, "Invite of new.one@people.example withdrawn");
  await pending.waitFor({ state: "detached" });
});

test("a logo that is too large is resized in the browser; an SVG named PNG is refused", async () => {
  const { id } = await makeWorkspace(owner, "Harbour Collective");
  const page = await open(owner, `/w/${id}/settings`);
  const avatar = page.getByRole("group", { name: "Avatar" });
  await avatar.locator("input[type=file]").setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
  });
  await avatar.getByText("This file type is not supported.").waitFor();

  const big = noisyPng(900, 700);
  expect(big.length).toBeGreaterThan(LOGO_MAX);
  await avatar.locator("input[type=file]").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: big });
  await avatar.getByText("The file exceeds the maximum size of 30 KB.").waitFor();
  const dialog = page.getByRole("dialog", { name: "Resize the image?" });
  await dialog.getByText(/^1\.8 MB$/u).waitFor();
  const sent = page.waitForRequest((request) => request.url().endsWith(`/workspace/${id}/avatar`));
  await dialog.getByRole("button", { name: "Use the resized image" }).click();
  // The multipart headers are added to the size of the image.
  expect(Number((await (await sent).allHeaders())["content-length"])).toBeLessThanOrEqual(LOGO_MAX + 600);
  await toastSays(page, "Image replaced");
  const shown = page.getByRole("navigation", { name: "Workspaces" }).locator("img");
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(32);

  // An image within the limit is sent unchanged.
  const small = stripedPng(200, 200, [200, 80, 40]);
  expect(small.length).toBeLessThanOrEqual(LOGO_MAX);
  await page
    .getByRole("group", { name: "Cover image" })
    .locator("input[type=file]")
    .setInputFiles({ name: "wide.png", mimeType: "image/png", buffer: small });
  await expect.poll(() => page.getByRole("group", { name: "Cover image" }).locator("img").count()).toBe(1);
});

test("the only owner transfers ownership before leaving; a deleted workspace disappears for all members and is restored", async () => {
  const sam = await registerPerson(stage.server.url, "Sam Second");
  const { id } = await makeWorkspace(owner, "Harbour Collective", [sam]);
  const here = await open(owner, `/w/${id}/settings`);
  await here.getByRole("button", { name: "Leave workspace" }).click();
  const dialog = here.getByRole("dialog", { name: "Leave Harbour Collective?" });
  await dialog.getByText("A workspace needs an owner", { exact: false }).waitFor();
  await dialog.getByRole("button", { name: "Hand over and leave" }).click();
  await here.getByRole("heading", { name: "Create a workspace for your team" }).waitFor();
  const { items } = await sam.client.call(listMembers, { params: { workspaceId: id }, query: {} });
  expect(items.map(({ email, role }) => [email, role])).toEqual([[sam.email, "owner"]]);

  const there = await open(sam, `/w/${id}/settings`);
  await there.getByRole("button", { name: "Delete workspace" }).click();
  const sure = there.getByRole("dialog", { name: "Delete Harbour Collective?" });
  await sure.getByRole("textbox").fill("Harbour Collective");
  await sure.getByRole("button", { name: "Delete workspace" }).click();
  const deleted = there.getByRole("list", { name: "Recently deleted" });
  await deleted.getByRole("button", { name: "Restore Harbour Collective" }).click();
  await toastSays(there, "Harbour Collective restored");
  await there.getByRole("navigation", { name: "Workspaces" }).getByRole("link", { name: "Harbour Collective" }).click();
  await there.getByRole("heading", { level: 1, name: "Harbour Collective" }).waitFor();
});

test("the audit log is listed for owners, filtered, and exported as CSV", async () => {
  const sam = await registerPerson(stage.server.url, "Sam Second");
  const { id } = await makeWorkspace(owner, "Harbour Collective", [sam]);
  const { items } = await owner.client.call(listMembers, { params: { workspaceId: id }, query: {} });
  const samId = items.find(({ email }) => email === sam.email)?.id ?? "";
  await owner.client.call(updateMember, { params: { workspaceId: id, userId: samId }, body: { role: "viewer" } });
  await owner.client.call(createTeam, { params: { workspaceId: id }, body: { name: "Design" } });

  const page = await open(owner, `/w/${id}/activity`);
  await page.getByText("created the team").waitFor();
  const logEntries = async (): Promise<string[]> =>
    (await page.locator("section li").allInnerTexts()).map((text) => text.replaceAll(/\s+/gu, " ").replace(/ \d+:\d+.*$/u, ""));
  expect(await logEntries()).toEqual([
    expect.stringContaining("Olga Owner created the team Design"),
    expect.stringContaining("Olga Owner changed the role of Sam Second Member → Viewer"),
    expect.stringContaining("Sam Second joined"),
    expect.stringContaining("Olga Owner created an invite link to Harbour Collective"),
    expect.stringContaining("Olga Owner created the workspace Harbour Collective"),
  ]);
  await page.getByLabel("What").selectOption("member.");
  await expect.poll(logEntries).toHaveLength(2);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await (await download).createReadStream();
  let csv = "";
  for await (const part of file) csv += String(part);
  expect(csv.trim().split("\n")).toHaveLength(3);
  expect(csv).toContain("member.joined");

  // A member has no access to this page.
  const other = await open(sam, `/w/${id}/members`);
  await other.getByRole("table", { name: "Members" }).waitFor();
  expect(await other.getByRole("link", { name: "Activity" }).count()).toBe(0);
});

test("a removed member sees it immediately, and G with a number opens a workspace", async () => {
  const sam = await registerPerson(stage.server.url, "Sam Second");
  const { id } = await makeWorkspace(owner, "Harbour Collective", [sam]);
  const context = await openAs(stage.browser, stage.server.url, sam);
  pages.push(context);
  const live = whenLive(context);
  await context.goto(`${stage.server.url}/images`);
  await context.getByRole("navigation", { name: "Workspaces" }).getByRole("link", { name: "Harbour Collective" }).waitFor();
  await context.keyboard.press("g");
  await context.keyboard.press("1");
  await context.getByRole("heading", { level: 1, name: "Harbour Collective" }).waitFor();
  await live;

  const here = await open(owner, `/w/${id}/members`);
  await here.getByRole("button", { name: "More about Sam Second" }).click();
  await here.getByRole("menuitem", { name: "Remove from workspace" }).click();
  await here.getByRole("dialog").getByRole("button", { name: "Remove member" }).click();
  await toastSays(here, "Sam Second removed");
  await context.getByRole("heading", { level: 1, name: "Harbour Collective" }).waitFor({ state: "detached", timeout: SOON_MS });
  await context
    .getByRole("navigation", { name: "Workspaces" })
    .getByRole("link", { name: "Harbour Collective" })
    .waitFor({ state: "detached" });
});
