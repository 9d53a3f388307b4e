import { connectIntegration, createSave, listNotifications } from "@stillreel/contract";
import { startVendors } from "@stillreel/testing/vendors";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs, openLibrary } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const vendors = await startVendors();
const stage = setStage(vendors.environment);
afterAll(() => vendors.close());

let owner: Person;
let page: Page;
beforeEach(async () => {
  owner = await registerPerson(stage.server.url, "Mira Halvorsen");
  page = await openAs(stage.browser, stage.server.url, owner);
});
afterEach(() => page.context().close());

test("an image is saved to a new folder of Google Drive, and its link is copied", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const id = await uploadPicture(owner, "Totals disagree");
  await page.goto(`${stage.server.url}/images/${id}`);
  await page.getByRole("button", { name: "Save to Google Drive Connect" }).click();

  // The dialog returns as it was after the visit of the consent page.
  await page.getByRole("dialog", { name: "Save to Google Drive" }).getByRole("button", { name: "Connect" }).click();
  const dialog = page.getByRole("dialog", { name: "Save to Google Drive" });
  await dialog.getByText("Ann Example").waitFor();
  await dialog.getByRole("button", { name: "New folder" }).click();
  await dialog.getByRole("textbox", { name: "Name of the new folder" }).fill("Captures");
  await page.keyboard.press("Enter");
  await dialog.getByText("Saves to Captures").waitFor();
  await dialog.getByRole("switch", { name: "Get a shareable link" }).check({ force: true });
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save to Google Drive" }).click();

  const list = page.getByRole("complementary", { name: "Saves" });
  await list.getByText("Link copied").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const [file] = [...vendors.google.files.values()].filter(({ isShared }) => isShared);
  expect(file?.name).toMatch(/\.png$/u);
  const clipboard = await page.evaluate(() => navigator.clipboard.readText());
  expect(clipboard).toBe(`https://drive.google.com/file/d/${file?.id}/view?usp=drivesdk`);

  // The name of a second save is shown before it begins.
  await page.getByRole("button", { name: "Save to Google Drive" }).first().click();
  await dialog.getByRole("option", { name: /Captures/u }).click();
  await dialog.getByText("The new one is saved as: Totals disagree (2).png").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  // The list outlives a reload.
  await page.reload();
  await list.getByText("1 file saved", { exact: true }).first().waitFor();
  await list.getByRole("button", { name: "Close the list" }).click();
  await list.waitFor({ state: "detached" });
});

test("several images are saved to Dropbox from the bar, and a full account can be tried again", async () => {
  await uploadPicture(owner, "First");
  await uploadPicture(owner, "Second");
  vendors.dropbox.isFull = true;
  await openLibrary(page, `${stage.server.url}/images`);
  await page.keyboard.press("ControlOrMeta+a");
  await page.getByRole("toolbar").getByRole("button", { name: "Save to" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("2 files").or(dialog.getByText("Connect your Google Drive")).first().waitFor();
  await dialog.getByText("Dropbox", { exact: true }).click();
  await dialog.getByRole("button", { name: "Connect" }).click();
  const returned = page.getByRole("dialog", { name: "Save to Dropbox" });
  await returned.getByText("2 files").waitFor();
  await returned.getByRole("button", { name: "Save to Dropbox" }).click();
  const list = page.getByRole("complementary", { name: "Saves" });
  await list.getByText("Dropbox is full.").first().waitFor();
  vendors.dropbox.isFull = false;
  await list
    .getByRole("button", { name: /^Retry/u })
    .first()
    .click();
  await list.getByText("2 files saved", { exact: true }).first().waitFor();
  expect([...vendors.dropbox.files.keys()]).toHaveLength(2);
});

test("a save that fails after its page was left is in the bell, and Retry shows it in the list", async () => {
  const id = await uploadPicture(owner, "Left alone");
  const { authorizeUrl } = await owner.client.call(connectIntegration, { params: { provider: "dropbox" }, body: {} });
  await page.goto(authorizeUrl);
  await page.getByRole("heading", { name: "Integrations" }).waitFor();
  vendors.dropbox.isFull = true;
  await owner.client.call(createSave, { params: { provider: "dropbox" }, body: { itemIds: [id] } });
  const bell = page.getByRole("button", { name: /^Notifications/u });
  await expect.poll(async () => (await owner.client.call(listNotifications, {})).unread, { timeout: 40_000 }).toBe(1);
  vendors.dropbox.isFull = false;
  await bell.click();
  const dialog = page.getByRole("dialog", { name: "Notifications" });
  await dialog.getByText("Your save failed").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Retry: Left alone" }).click();
  const list = page.getByRole("complementary", { name: "Saves" });
  await list.getByText("1 file saved", { exact: true }).first().waitFor({ timeout: 20_000 });
}, 90_000);
