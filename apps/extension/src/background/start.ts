import type { CaptureResult } from "../shared/capture-result.ts";
import { serve, type TabTarget } from "../shared/messages.ts";
import { captureVisible, retryKept } from "./capture-visible.ts";
import { copyOffscreen, popupIsOpen } from "./clipboard.ts";
import { syncSession, watchSession } from "./session-watch.ts";
import { toastCopied, toastFailure } from "./toast.ts";

/** Gets a link onto the clipboard when the popup that asked for it has closed meanwhile, and says so in the page. */
async function finishWithoutPopup(target: TabTarget, result: CaptureResult): Promise<CaptureResult> {
  if (!result.ok) {
    await toastFailure(target.tabId, result.reason);
    return result;
  }
  await copyOffscreen(result.shareUrl);
  await toastCopied({ tabId: target.tabId, shareUrl: result.shareUrl, thumbnail: result.thumbnail });
  return { ...result, copied: true };
}

async function handleCapture(target: TabTarget): Promise<CaptureResult> {
  const result = await captureVisible(target);
  return (await popupIsOpen()) ? result : finishWithoutPopup(target, result);
}

async function handleCommand(command: string, tab: chrome.tabs.Tab | undefined): Promise<void> {
  if (command !== "capture-visible" || tab?.id === undefined) return;
  const target = { tabId: tab.id, windowId: tab.windowId };
  await finishWithoutPopup(target, await captureVisible(target));
}

/** Wires the worker. Every listener is set at once on each wake; nothing is remembered between two of them. */
export function startBackground(): void {
  serve("background", {
    "capture.visible": handleCapture,
    "capture.retry": retryKept,
    "capture.copied": async (notice) => {
      await toastCopied(notice);
      return null;
    },
    "clipboard.copy": async ({ text }) => {
      await copyOffscreen(text);
      return null;
    },
  });
  chrome.commands.onCommand.addListener((command, tab) => void handleCommand(command, tab));
  // Only the own server's pages may ask (externally_connectable): the install guide wants to know that it worked.
  chrome.runtime.onMessageExternal.addListener((_message, _sender, respond) => {
    respond({ installed: true, version: chrome.runtime.getManifest().version });
  });
  watchSession();
  void syncSession();
}
