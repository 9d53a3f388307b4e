import { EXTENSION_ID } from "../../apps/extension/src/shared/core/identity.ts";
import {
  ExtensionPopup,
  type ExtensionBrowser,
  launchWithExtension,
  type ProfileChoice,
  unpackExtension,
} from "@stillreel/testing/browser";
import type { BrowserContext, Page } from "playwright-core";

/** A browser with the extension that a server provides. */
export interface ExtensionWorld {
  context: BrowserContext;
  /** Clicks the toolbar button while `page` is active. */
  openPopup(page: Page): Promise<ExtensionPopup>;
  /** Opens the popup's page as a tab, which stays open when another tab becomes active. */
  openPopupTab(): Promise<Page>;
  close(): Promise<void>;
}

/** Downloads the extension from a server, unpacks it, and starts Chromium with it and with optional flags. */
export async function startExtensionWorld(
  serverUrl: string,
  switches: readonly string[] = [],
  choice?: ProfileChoice,
): Promise<ExtensionWorld> {
  const browser: ExtensionBrowser = await launchWithExtension(await unpackExtension(serverUrl), undefined, switches, choice);
  const { context } = browser;
  return {
    context,
    openPopup: (page) => ExtensionPopup.open(context, page, EXTENSION_ID),
    async openPopupTab() {
      const tab = await context.newPage();
      await tab.goto(`chrome-extension://${EXTENSION_ID}/popup.html`);
      return tab;
    },
    close: () => browser.close(),
  };
}

/** Chooses an option of one of the popup's menus, by the names of the menu and the option. */
export async function chooseInPopup(popup: ExtensionPopup, menu: string, entry: string): Promise<void> {
  await popup.evaluate(`(() => {
    const select = document.querySelector('select[aria-label=${JSON.stringify(menu)}]');
    const option = [...select.options].find(({ text }) => text.trim() === ${JSON.stringify(entry)});
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(select, option.value);
    const kept = new Promise((resolve) => chrome.storage.local.onChanged.addListener(({ preferences }) => preferences && resolve(true)));
    select.dispatchEvent(new Event("change", { bubbles: true }));
    return kept;
  })()`);
  await popup.waitForText(entry);
}

/** Returns the text that a paste would insert, read in a page as its user. */
export async function readClipboard(page: Page): Promise<string> {
  await page.bringToFront();
  return page.evaluate(() => navigator.clipboard.readText());
}
