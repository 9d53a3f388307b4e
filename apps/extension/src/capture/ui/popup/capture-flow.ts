import { activeTab } from "../../../shared/ui/active-tab.ts";
import { copyText } from "../../../shared/ui/copy-text.ts";
import type { CaptureKind } from "../../core/capture-order.ts";
import type { CaptureResult } from "../../core/capture-result.ts";
import { send } from "../../core/messages.ts";

/** Finishes here what the worker left to an open popup: the clipboard, which the popup reaches faster. */
async function finish(result: CaptureResult, tabId: number): Promise<CaptureResult> {
  if (!result.ok || result.did !== "link") return result;
  await copyText(result.shareUrl);
  // The toast is a courtesy to the page: the popup has told already, and need not wait for it.
  void send("capture.copied", { tabId, captureId: result.id, shareUrl: result.shareUrl, thumbnail: result.thumbnail });
  return result;
}

/** Captures the active tab, or a screen; a link is on the clipboard afterwards. */
export async function captureActiveTab(kind: CaptureKind, seconds: number): Promise<CaptureResult> {
  const target = await activeTab();
  if (!target) return { ok: false, reason: "not-capturable", isStored: false };
  return finish(await send("capture.start", { ...target, kind, seconds, isWhole: false }), target.tabId);
}

/** Takes the page that stopped at its limit again, as far as there is any. */
export async function captureMore(tabId: number): Promise<CaptureResult> {
  return finish(await send("capture.more", {}), tabId);
}
