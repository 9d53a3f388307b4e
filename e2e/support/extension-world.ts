import { EXTENSION_ID } from "../../apps/extension/src/shared/identity.ts";
import { ExtensionPopup, type ExtensionBrowser, launchWithExtension, unpackExtension } from "@stillreel/testing/browser";
import type { BrowserContext, Page } from "playwright-core";

/** A browser with the extension that a server hands out. */
export interface ExtensionWorld {
  context: BrowserContext;
  /** Clicks the toolbar button while `page` is in front. */
  openPopup(page: Page): Promise<ExtensionPopup>;
  /** The popup's page as a tab, which stays open when another tab comes to the front. */
  openPopupTab(): Promise<Page>;
  close(): Promise<void>;
}

/** Downloads the extension from a server, unpacks it, and starts Chromium with it. */
export async function startExtensionWorld(serverUrl: string): Promise<ExtensionWorld> {
  const browser: ExtensionBrowser = await launchWithExtension(await unpackExtension(serverUrl));
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

/** What a paste would insert, read in a page as the person in front of it. */
export async function readClipboard(page: Page): Promise<string> {
  await page.bringToFront();
  return page.evaluate(() => navigator.clipboard.readText());
}
