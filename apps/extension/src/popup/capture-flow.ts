import type { CaptureResult } from "../shared/capture-result.ts";
import { send, type TabTarget } from "../shared/messages.ts";

/** Puts a text on the clipboard: by itself while the popup is in front, through the offscreen page otherwise. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The popup has lost the focus (a click beside it); the offscreen page needs none.
    await send("clipboard.copy", { text });
  }
}

async function activeTab(): Promise<TabTarget | null> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id === undefined ? null : { tabId: tab.id, windowId: tab.windowId };
}

/** Captures what the active tab shows; on success the link is on the clipboard and the page says so. */
export async function captureActiveTab(): Promise<CaptureResult> {
  const target = await activeTab();
  if (!target) return { ok: false, reason: "not-capturable", kept: false };
  const result = await send("capture.visible", target);
  if (!result.ok || result.copied) return result;
  await copyText(result.shareUrl);
  // The toast is a courtesy to the page: the popup has told already, and need not wait for it.
  void send("capture.copied", { tabId: target.tabId, shareUrl: result.shareUrl, thumbnail: result.thumbnail });
  return { ...result, copied: true };
}

/** Sends what waits; on success the last one's link is on the clipboard. */
export async function retryCaptures(): Promise<CaptureResult> {
  const result = await send("capture.retry", {});
  if (!result.ok) return result;
  await copyText(result.shareUrl);
  return { ...result, copied: true };
}
