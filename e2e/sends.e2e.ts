import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs, toastSays } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const settings: Record<string, string> = {};
let vendors: Vendors;
beforeAll(async () => {
  vendors = await startVendors();
  Object.assign(settings, vendors.environment);
});
const stage = setStage(settings);
let mira: Person;
let page: Page;
let address: string;
beforeAll(async () => {
  mira = await registerPerson(stage.server.url, "Mira Harbour");
  const id = await uploadPicture(mira, "Night board", undefined, { pageUrl: "https://board.example/night" });
  address = `${stage.server.url}/images/${id}`;
  page = await openAs(stage.browser, stage.server.url, mira, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(address);
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByRole("button", { name: "Slack", exact: true }).waitFor();
});
beforeEach(() => page.goto(address));
afterAll(() => vendors.close());

const dialog = (name: string): Locator => page.getByRole("dialog", { name });

test("an image goes to a Slack channel; its connection is made on the way, and renewed without loss of the text", async () => {
  await page.getByRole("button", { name: "Slack", exact: true }).click();
  const slack = dialog("Send to Slack");
  await slack.getByText("Connect Slack first.").waitFor();
  await slack.getByRole("button", { name: "Connect Slack" }).click();
  await slack.getByRole("radio", { name: /general/u }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await slack.getByRole("button", { name: "Send", exact: true }).click();
  await slack.getByText("Please select a channel.").waitFor();
  await slack.getByRole("searchbox", { name: "Find a channel" }).fill("rand");
  await slack.getByRole("radio", { name: /random/u }).check();
  await slack.getByRole("textbox", { name: "Message" }).fill("The night boards start at 4:05.");
  await slack.getByRole("switch", { name: "Include the file" }).check({ force: true });
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const grant of vendors.slack.grants.all) grant.isRevoked = true;
  await slack.getByRole("button", { name: "Send to #random" }).click();
  await slack.getByText("Slack no longer accepts the connection.").waitFor();
  await slack.getByRole("button", { name: "Connect Slack" }).click();
  await expect.poll(() => slack.getByRole("textbox", { name: "Message" }).inputValue()).toBe("The night boards start at 4:05.");
  await slack.getByRole("button", { name: "Send to #random" }).click();
  await toastSays(page, "Sent to #random.");
  const message = vendors.slack.messages.at(-1);
  expect(message?.text).toContain("*Mira Harbour*: The night boards start at 4:05.");
  expect(message?.fileIds).toHaveLength(1);
  await page.getByRole("button", { name: "Slack", exact: true }).click();
  await expect.poll(() => slack.getByRole("radio", { name: /random/u }).isChecked()).toBe(true);
  await page.keyboard.press("Escape");
});

test("an image becomes a Jira issue with the fields that its type requires", async () => {
  await page.getByRole("button", { name: /Create Jira issue/u }).click();
  const jira = dialog("Create Jira issue");
  await jira.getByRole("button", { name: "Connect Jira" }).click();
  await jira.getByRole("combobox", { name: "Issue type" }).waitFor();
  await expect.poll(() => jira.getByRole("combobox", { name: "Project" }).inputValue()).toBe("10000");
  await jira.getByRole("button", { name: "Create issue" }).click();
  await jira.getByText("Please select all options.").first().waitFor();
  await jira.getByRole("combobox", { name: "Issue type" }).selectOption({ label: "Bug" });
  await jira.getByRole("combobox", { name: "Severity" }).waitFor();
  await jira.getByRole("textbox", { name: "Description" }).fill("Totals disagree.");
  await jira.getByRole("button", { name: "Create issue" }).click();
  await jira.getByText("Severity is required.").first().waitFor();
  await jira.getByRole("combobox", { name: "Severity" }).selectOption({ label: "High" });
  expect(await accessibilityFaults(page)).toEqual([]);
  await jira.getByRole("button", { name: "Create issue" }).click();
  await toastSays(page, "EX-1 was created.");
  expect(vendors.atlassian.issues.get("EX-1")?.attachments).toHaveLength(1);
});

test("an image becomes a Trello card, and an account without boards reads so", async () => {
  await page.getByRole("button", { name: /Create Trello card/u }).click();
  const trello = dialog("Create Trello card");
  await trello.getByRole("button", { name: "Connect Trello" }).click();
  await trello.getByRole("combobox", { name: "List" }).selectOption({ label: "Done" });
  await trello.getByRole("textbox", { name: "Title" }).fill("Check the night board");
  await trello.getByRole("button", { name: "Create card" }).click();
  await toastSays(page, "The card was created.");
  expect([...vendors.trello.cards.values()].at(-1)).toMatchObject({ name: "Check the night board" });
  vendors.trello.deleteBoard(vendors.trello.boards[0]?.id ?? "");
  await page.reload();
  await page.getByRole("button", { name: /Create Trello card/u }).click();
  await trello.getByText("No card-board boards found.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
});

test("WhatsApp opens with the link, after the number is right", async () => {
  await page.context().route(/wa\.me/u, (route) => route.fulfill({ contentType: "text/html", body: "WhatsApp" }));
  await page.getByRole("button", { name: "WhatsApp", exact: true }).click();
  const whatsapp = dialog("Send on WhatsApp");
  const number = whatsapp.getByRole("textbox", { name: "Phone number" });
  const open = whatsapp.getByRole("button", { name: "Open WhatsApp" });
  for (const [typed, problem] of [
    ["", "Please enter a phone number."],
    ["020123456", "Start with the country code, not with 0."],
    ["4917012345678", "At most 12 digits."],
    ["call me", "Use digits only."],
  ] as const) {
    await number.fill(typed);
    await open.click();
    await whatsapp.getByText(problem).waitFor();
  }
  expect(await accessibilityFaults(page)).toEqual([]);
  await number.fill("+45 20 12 34 56");
  await whatsapp.getByRole("textbox", { name: "Message" }).fill("How it works");
  const [chat] = await Promise.all([page.context().waitForEvent("page"), open.click()]);
  await chat.waitForURL(/wa\.me/u);
  expect(chat.url()).toMatch(/^https:\/\/wa\.me\/4520123456\?text=How%20it%20works%0Ahttp/u);
  await chat.close();
});
