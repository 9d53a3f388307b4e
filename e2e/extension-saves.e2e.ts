import {
  type ClientResult,
  connectIntegration,
  EXTENSION_ID,
  type getPreferences,
  listNotifications,
  updatePreferences,
} from "@stillreel/contract";
import { startVendors } from "@stillreel/testing/vendors";
import type { ExtensionPopup } from "@stillreel/testing/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CaptureSite, startCaptureSite } from "./support/capture-site.ts";
import { ClosedShadowRoot } from "./support/closed-shadow-root.ts";
import { chooseInPopup, type ExtensionWorld, startExtensionWorld } from "./support/extension-world.ts";
import { titlesOf } from "./support/library-page.ts";
import { type Person, registerPerson, signIn } from "./support/people.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

type Preferences = ClientResult<typeof getPreferences>;

const vendors = await startVendors();
let server: RunningServer;
let site: CaptureSite;
let world: ExtensionWorld;
let mira: Person;

beforeAll(async () => {
  [server, site] = await Promise.all([startStoryServer(vendors.environment), startCaptureSite()]);
  world = await startExtensionWorld(server.url);
});
afterAll(async () => {
  await Promise.all([world?.close(), site?.stop(), vendors.close()]);
  await server?.stop();
});
beforeEach(async () => {
  vendors.google.files.clear();
  vendors.google.clearFaults();
  vendors.google.isFull = false;
  mira = await registerPerson(server.url, "Mira Halvorsen");
  await signIn(world.context, server.url, mira);
});

/** Connects Google Drive as the browser does: from the consent page back to the server. */
async function connectDrive(): Promise<void> {
  const { authorizeUrl } = await mira.client.call(connectIntegration, { params: { provider: "drive" }, body: {} });
  const page = await world.context.newPage();
  await page.goto(authorizeUrl);
  await page.getByRole("heading", { name: "Integrations" }).waitFor();
  await page.close();
}

const prefer = (preferences: Partial<Preferences>) => mira.client.call(updatePreferences, { body: preferences });

async function openSite(): Promise<Page> {
  const page = await world.context.newPage();
  await page.goto(`${site.url}/plain`);
  return page;
}

/** Captures the visible area with the preferences of the account, which an open popup has read. */
async function captureWith(page: Page, afterCapture: Preferences["afterCapture"]): Promise<void> {
  const popup = await world.openPopup(page);
  await popup.waitForText(afterCapture === "drive" ? "Save to Google Drive" : "Open the editor");
  await popup.click("Visible area");
}

/** Waits until the popup offers a step after a capture, which it learns from the server. */
async function untilOffered(popup: ExtensionPopup, value: string): Promise<void> {
  const find = `[...(document.querySelector('select[aria-label="After capture"]')?.options ?? [])].some((one) => one.value === "${value}")`;
  await expect.poll(() => popup.evaluate<boolean>(find), { timeout: 10_000 }).toBe(true);
}

const toast = (page: Page): ClosedShadowRoot => new ClosedShadowRoot(page, "stillreel-toast");
const textIn = async (page: Page, name: string): Promise<string | null> => (await toast(page).byClass(name))?.text ?? null;
/** Waits for the title of the page's toast. A failure says where the capture is and what the popup shows. */
async function untilTitled(page: Page, title: string): Promise<void> {
  try {
    await expect.poll(() => textIn(page, "title"), { timeout: 20_000 }).toBe(title);
  } catch (error) {
    const popup = await world.openPopup(page);
    const state = { library: await titlesOf(mira), drive: filesInDrive(), popup: await popup.evaluate<string>("document.body.innerText") };
    throw new Error(`${String(error)} ${JSON.stringify(state)}`, { cause: error });
  }
}
const filesInDrive = (): string[] =>
  [...vendors.google.files.values()].filter(({ mimeType }) => !mimeType.includes("folder")).map(({ name }) => name);

test("a capture is saved to Google Drive with its progress in the page, after the service was connected and chosen in the popup", async () => {
  const page = await openSite();
  const popup = await world.openPopup(page);
  const integrations = world.context.waitForEvent("page");
  await untilOffered(popup, "connect:drive");
  // The tab that opens closes the popup: its answer may not arrive, so the change comes after it.
  await popup.evaluate(`(() => {
    const select = document.querySelector('select[aria-label="After capture"]');
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(select, "connect:drive");
    setTimeout(() => select.dispatchEvent(new Event("change", { bubbles: true })), 100);
  })()`);
  expect((await integrations).url()).toBe(`${server.url}/integrations`);
  await (await integrations).close();
  await connectDrive();

  await page.bringToFront();
  const again = await world.openPopup(page);
  await untilOffered(again, "drive");
  await chooseInPopup(again, "After capture", "Save to Google Drive");
  vendors.google.failNext("/upload/drive", { kind: "delay", ms: 2_500 });
  await again.click("Visible area");
  await untilTitled(page, "Saving to Google Drive");
  await untilTitled(page, "Saved to Google Drive");
  expect(filesInDrive()).toEqual(["Plain totals.png"]);
  expect(await titlesOf(mira)).toEqual(["Plain totals"]);
  await page.close();
});

test("a full Google Drive is named in the page, the capture is in the library, and Retry saves it", async () => {
  await connectDrive();
  await prefer({ afterCapture: "drive" });
  vendors.google.isFull = true;
  const page = await openSite();
  await captureWith(page, "drive");
  await untilTitled(page, "Google Drive is full.");
  expect(await textIn(page, "note")).toBe("Not saved to Google Drive. Your capture is in your library.");
  expect(await titlesOf(mira)).toEqual(["Plain totals"]);
  vendors.google.isFull = false;
  const retry = await toast(page).byClass("act");
  expect(retry?.text).toBe("Retry");
  await page.mouse.click((retry?.x ?? 0) + 10, (retry?.y ?? 0) + 10);
  await untilTitled(page, "Saved to Google Drive");
  expect(filesInDrive()).toEqual(["Plain totals.png"]);
  await page.close();
});

test("without a connection the page asks for the sign-in with Google, and the capture is in the library", async () => {
  await prefer({ afterCapture: "drive" });
  const inside = await world.context.newPage();
  await inside.goto(`chrome-extension://${EXTENSION_ID}/options.html`);
  const menu = inside.getByRole("combobox", { name: "After capture" });
  await menu.locator("option", { hasText: "Connect Dropbox" }).waitFor({ state: "attached" });
  expect(await menu.inputValue()).toBe("drive");
  const page = await openSite();
  // The click grants access to the tab. The next step is that of a shortcut, which has no popup for messages.
  await (await world.openPopup(page)).close();
  await inside.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
    if (tab?.id === undefined) throw new Error("There is no tab in front.");
    const request = { tabId: tab.id, windowId: tab.windowId, kind: "visible", seconds: 3, isWhole: false };
    await chrome.runtime.sendMessage({ to: "background", name: "capture.start", request });
  });
  await untilTitled(page, "Login with Google to use this Feature");
  expect((await toast(page).byClass("act"))?.text).toBe("Connect");
  expect(await titlesOf(mira)).toEqual(["Plain totals"]);
  expect(filesInDrive()).toEqual([]);
  await inside.close();
  await page.close();
});

test("a capture that the server could not take is saved to Google Drive when it is back", async () => {
  await connectDrive();
  await prefer({ afterCapture: "drive" });
  const page = await openSite();
  const popup = await world.openPopup(page);
  await untilOffered(popup, "drive");
  await server.pause();
  await popup.click("Visible area");
  await popup.waitForText("1 capture is waiting to be sent.");
  await popup.close();
  expect(filesInDrive()).toEqual([]);
  await server.resume();
  await expect.poll(filesInDrive, { timeout: 30_000 }).toEqual(["Plain totals.png"]);
  expect(await titlesOf(mira)).toEqual(["Plain totals"]);
  // No page followed this save, so its end is in the bell.
  const kinds = async () => (await mira.client.call(listNotifications, {})).items.map(({ kind, job }) => [kind, job]);
  await expect.poll(kinds, { timeout: 40_000 }).toEqual([["job-done", "save"]]);
  await page.close();
}, 120_000);

test("who is asked where to save chooses the folder on the page of the item", async () => {
  await connectDrive();
  await prefer({ afterCapture: "drive", askWhereToSave: true });
  const page = await openSite();
  const opened = world.context.waitForEvent("page", (one) => one.url().includes("/images/"));
  await captureWith(page, "drive");
  const dialog = (await opened).getByRole("dialog", { name: "Save to Google Drive" });
  await dialog.getByRole("button", { name: "New folder" }).click();
  await dialog.getByRole("textbox", { name: "Name of the new folder" }).fill("Captures");
  await (await opened).keyboard.press("Enter");
  await dialog.getByText("Saves to Captures").waitFor();
  await dialog.getByRole("button", { name: "Save to Google Drive" }).click();
  await expect.poll(filesInDrive, { timeout: 20_000 }).toEqual(["Plain totals.png"]);
  // A reload does not open the dialog again.
  expect((await opened).url()).not.toContain("save-to");
  await (await opened).close();
  await page.close();
});
