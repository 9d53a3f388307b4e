import { FULL_PAGE_LIMIT_MAX } from "@stillreel/contract";
import type { TakeOutcome } from "../core/capture-result.ts";
import { takeCapture } from "./take-capture.ts";
import type { CaptureAlternative, CaptureOrder } from "../core/capture-order.ts";
import type { CaptureResult } from "../core/capture-result.ts";
import type { TabTarget } from "../../shared/core/tab-target.ts";
import { readPreferences } from "../../shared/data/preferences.ts";
import { readCaptureState, type Stopped, writeCaptureState } from "../data/capture-state.ts";
import { copyOffscreen, popupIsOpen } from "../../shared/background/clipboard.ts";
import { runCapture, type RunOutcome, untilTidied } from "./run-capture.ts";
import { toastSave } from "./save-toasts.ts";
import { reportFailure, toastCopied, toastFile, toastPicture, toastStopped } from "./capture-toasts.ts";

/** Shows the result of a capture in the page when no popup is open. */
async function toastOutcome({ tabId }: TabTarget, outcome: TakeOutcome, isIncomplete: boolean): Promise<void> {
  if (!outcome.ok) return reportFailure(tabId, outcome.reason, outcome.isStored);
  if (outcome.did === "copy") return toastPicture({ tabId, captureId: outcome.id, thumbnail: outcome.thumbnail, isIncomplete });
  if (outcome.did === "download")
    return toastFile({ tabId, captureId: outcome.id, thumbnail: outcome.thumbnail, isIncomplete }, outcome.fileName);
  if (outcome.did === "save") return toastSave(tabId, outcome);
  if (outcome.did !== "link") return;
  try {
    await copyOffscreen(outcome.shareUrl);
    const { id: captureId, shareUrl, thumbnail, lost } = outcome;
    await toastCopied({ tabId, captureId, shareUrl, thumbnail, isIncomplete }, lost);
  } catch {
    // The link exists and is listed; only the clipboard write failed.
    await reportFailure(tabId, "failed", true);
  }
}

/** Stores where a full-page capture stopped, for popup, editor and toast, and offers to capture the rest. */
async function reportStopped(target: TabTarget, limitPx: number, outcome: TakeOutcome): Promise<void> {
  if (!("id" in outcome)) return;
  const stopped: Stopped = { ...target, limitPx, canMore: limitPx < FULL_PAGE_LIMIT_MAX, captureId: outcome.id };
  await writeCaptureState({ stopped });
  if (!(await popupIsOpen())) await toastStopped(stopped);
}

/** Delivers a picture according to the user's preference and reports the result. */
async function finish(target: TabTarget, run: RunOutcome): Promise<CaptureResult> {
  if (run.kind === "started") return { ok: true, did: "started" };
  if (run.kind === "failed") {
    if (!(await popupIsOpen())) await reportFailure(target.tabId, run.reason, false);
    return { ok: false, reason: run.reason, isStored: false };
  }
  const action = run.action ?? (await readPreferences()).afterCapture;
  const outcome = await takeCapture(run.taken, action);
  await untilTidied();
  const isIncomplete = run.taken.record.incomplete === true;
  if (isIncomplete && "id" in outcome) await writeCaptureState({ incomplete: { ...target, captureId: outcome.id } });
  // An open popup shows the result, but not the progress of a save.
  const isFollowed = outcome.ok && outcome.did === "save" && outcome.save.ok;
  if (isFollowed || !(await popupIsOpen())) await toastOutcome(target, outcome, isIncomplete);
  if (run.stoppedAt !== null) await reportStopped(target, run.stoppedAt, outcome);
  return outcome;
}

/** Runs the requested capture and finishes it: link, editor, clipboard or file. Never throws. */
export async function handleOrder(order: CaptureOrder): Promise<CaptureResult> {
  return finish(order, await runCapture(order));
}

/** Finishes a capture whose area or element the user chose in the page. */
export async function finishChosen({ target, outcome }: { target: TabTarget; outcome: RunOutcome }): Promise<void> {
  await finish(target, outcome);
}

/** Captures a tab that may be in the background: activates it first. */
async function captureIn({ tabId, windowId }: TabTarget, order: Pick<CaptureOrder, "kind" | "isWhole">): Promise<CaptureResult> {
  const tab = await chrome.tabs.update(tabId, { active: true }).catch(() => null);
  if (!tab) {
    await writeCaptureState({ stopped: null, incomplete: null });
    return { ok: false, reason: "tab-closed", isStored: false };
  }
  await chrome.windows.update(windowId, { focused: true });
  return handleOrder({ tabId, windowId, seconds: 3, ...order });
}

/** Captures a page that exceeded the limit again, with the highest limit. */
export async function captureMore(): Promise<CaptureResult> {
  const { stopped } = await readCaptureState();
  return stopped ? captureIn(stopped, { kind: "full-page", isWhole: true }) : { ok: false, reason: "failed", isStored: false };
}

/** Captures the page of the last incomplete capture in another manner. */
export async function captureInstead(kind: CaptureAlternative): Promise<CaptureResult> {
  const { incomplete } = await readCaptureState();
  return incomplete ? captureIn(incomplete, { kind, isWhole: false }) : { ok: false, reason: "failed", isStored: false };
}
