import type { TabTarget } from "../core/tab-target.ts";

/** The tab in front, in the window that the popup belongs to. */
export async function activeTab(): Promise<TabTarget | null> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id === undefined ? null : { tabId: tab.id, windowId: tab.windowId };
}
