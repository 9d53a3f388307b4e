import { activeTab } from "../../../shared/ui/active-tab.ts";
import { copyText } from "../../../shared/ui/copy-text.ts";
import type { CaptureKind } from "../../core/capture-order.ts";
import type { CaptureResult } from "../../core/capture-result.ts";
import { send } from "../../core/messages.ts";

/** Completes the work that the worker leaves to an open popup: the clipboard, which the popup reaches faster. */
async function finish(result: CaptureResult, tabId: number): Promise<CaptureResult> {
  if (!result.ok || result.did !== "link") return result;
  await copyText(result.shareUrl);
  // The popup has already shown the result and does not wait for the toast in the page.
  void send("capture.copied", { tabId, captureId: result.id, shareUrl: result.shareUrl, thumbnail: result.thumbnail });
  return result;
}

/** Captures the active tab or a screen. */
export async function captureActiveTab(kind: CaptureKind, seconds: number): Promise<CaptureResult> {
  const target = await activeTab();
  if (!target) return { ok: false, reason: "not-capturable", isStored: false };
  return finish(await send("capture.start", { ...target, kind, seconds, isWhole: false }), target.tabId);
}

/** Captures a page that exceeded the limit again, as far as possible. */
export async function captureMore(tabId: number): Promise<CaptureResult> {
  return finish(await send("capture.more", {}), tabId);
}
