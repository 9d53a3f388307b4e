import type { TabTarget } from "../core/tab-target.ts";

/** Returns the active tab of the popup's window. */
export async function activeTab(): Promise<TabTarget | null> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id === undefined ? null : { tabId: tab.id, windowId: tab.windowId };
}
