import { activeTab } from "../../../shared/ui/active-tab.ts";
import { copyText } from "../../../shared/ui/copy-text.ts";
import type { CaptureAlternative, CaptureKind } from "../../core/capture-order.ts";
import type { CaptureResult } from "../../core/capture-result.ts";
import { send } from "../../core/messages.ts";
import { readCaptureState } from "../../data/capture-state.ts";

/** Completes the work that the worker leaves to an open popup: the clipboard, which the popup reaches faster. */
async function finish(result: CaptureResult, tabId: number): Promise<CaptureResult> {
  if (!result.ok || result.did !== "link") return result;
  await copyText(result.shareUrl);
  // The popup has already shown the result and does not wait for the toast in the page.
  const isIncomplete = (await readCaptureState()).incomplete?.captureId === result.id;
  void send("capture.copied", { tabId, captureId: result.id, shareUrl: result.shareUrl, thumbnail: result.thumbnail, isIncomplete });
  return result;
}

/** Captures the active tab or a screen. */
export async function captureActiveTab(kind: CaptureKind, seconds: number): Promise<CaptureResult> {
  const target = await activeTab();
  if (!target) return { ok: false, reason: "not-capturable", isStored: false };
  return finish(await send("capture.start", { ...target, kind, seconds, isWhole: false }), target.tabId);
}

/** Captures the page of an incomplete capture in another manner. */
export async function captureInstead(kind: CaptureAlternative, tabId: number): Promise<CaptureResult> {
  return finish(await send("capture.instead", { kind }), tabId);
}

/** Captures a page that exceeded the limit again, as far as possible. */
export async function captureMore(tabId: number): Promise<CaptureResult> {
  return finish(await send("capture.more", {}), tabId);
}
