import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs, toastSays } from "./support/library-page.ts";
import { type Person, registerPerson } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const settings: Record<string, string> = {};
let vendors: Vendors;
let credentials: { id: string; secret: string };
beforeAll(async () => {
  vendors = await startVendors();
  // An administrator enters the credentials of Slack. Those of Trello are missing.
  const { SLACK_CLIENT_ID = "", SLACK_CLIENT_SECRET = "", TRELLO_CLIENT_ID: _trello, ...environment } = vendors.environment;
  credentials = { id: SLACK_CLIENT_ID, secret: SLACK_CLIENT_SECRET };
  Object.assign(settings, environment);
});
const stage = setStage(settings);
let administrator: Person;
let mira: Person;
beforeAll(async () => {
  administrator = await registerPerson(stage.server.url, "Ada Administrator");
  mira = await registerPerson(stage.server.url, "Mira Harbour");
});
afterAll(() => vendors.close());

const row = (page: Page, name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

test("an administrator enters the credentials of a service, tests them, and corrects them", async () => {
  const page = await openAs(stage.browser, stage.server.url, administrator);
  await page.goto(`${stage.server.url}/integrations`);
  await row(page, "Slack").getByRole("link", { name: "Set up Slack" }).click();
  await page.getByRole("heading", { name: "Integrations", level: 2 }).waitFor();
  await page.getByText("Slack", { exact: true }).click();
  const service = page.locator("details[open]");
  expect(await service.getByRole("textbox", { name: "Redirect address" }).inputValue()).toMatch(
    /^http:\/\/[^/]+\/api\/v1\/integrations\/slack\/callback$/u,
  );
  await service.getByRole("textbox", { name: "Client id" }).fill(credentials.id);
  await service.getByLabel("Client secret").fill("a wrong one");
  await service.getByRole("button", { name: "Save" }).click();
  await toastSays(page, "Settings saved");
  await service.getByRole("button", { name: "Test" }).click();
  await service.getByText("Slack did not accept the credentials. Check the client id and the client secret.").waitFor();
  await service.getByText("bad_client_secret").waitFor();
  await service.getByLabel("Client secret").fill(credentials.secret);
  await service.getByRole("button", { name: "Save" }).click();
  await service.getByRole("button", { name: "Test" }).click();
  await service.getByText("Slack accepted the credentials.").waitFor();
  await page.getByText("Set by the environment").first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("a person connects a service and disconnects it", async () => {
  const page = await openAs(stage.browser, stage.server.url, mira);
  await page.goto(`${stage.server.url}/images`);
  await page.getByRole("link", { name: "Integrations" }).click();
  await row(page, "Trello").getByText("Not configured on this server. Ask your administrator").waitFor();
  expect(await row(page, "Trello").getByRole("button").count()).toBe(0);
  await row(page, "Slack").getByRole("button", { name: "Connect Slack" }).click();
  await toastSays(page, "Slack is connected.");
  await page.waitForURL(`${stage.server.url}/integrations`);
  await row(page, "Slack").getByText("Softball Team").waitFor();
  await page.getByRole("heading", { name: "Connected" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await row(page, "Slack").getByRole("button", { name: "Disconnect Slack" }).click();
  const dialog = page.getByRole("dialog", { name: "Disconnect Slack?" });
  await dialog.getByText("You can no longer send captures to").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Keep connected" }).click();
  await row(page, "Slack").getByRole("button", { name: "Disconnect Slack" }).click();
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await toastSays(page, "Slack was disconnected.");
  await row(page, "Slack").getByRole("button", { name: "Connect Slack" }).waitFor();
  expect(vendors.slack.grants.all.every(({ isRevoked }) => isRevoked)).toBe(true);
});

test("a person who does not approve access reads why nothing was connected", async () => {
  const page = await openAs(stage.browser, stage.server.url, mira);
  vendors.grants.drive.declines = true;
  vendors.grants.jira.declines = true;
  await page.goto(`${stage.server.url}/integrations`);
  await row(page, "Google Drive").getByRole("button", { name: "Connect Google Drive" }).click();
  await toastSays(page, "Login with Google to use this Feature");
  await row(page, "Jira").getByRole("button", { name: "Connect Jira" }).click();
  await toastSays(page, "The user did not approve access.");
  vendors.grants.drive.declines = false;
  await row(page, "Google Drive").getByRole("button", { name: "Connect Google Drive" }).click();
  await toastSays(page, "Google Drive is connected.");
});
