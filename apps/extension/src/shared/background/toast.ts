import { hideToast, showToast, type ToastView } from "./toast.injected.ts";
import type { CaptureFailure } from "../../capture/core/capture-result.ts";
import { failureKey } from "../../capture/core/failure-keys.ts";
import { startI18n, t } from "../data/i18n.ts";
import type { CopiedNotice } from "../data/messages.ts";
import { readPreferences } from "../data/preferences.ts";
import { type Stopped, writeCaptureState } from "../../capture/data/capture-state.ts";
import { onServer } from "../core/server.ts";
import { lostText } from "../data/lost-target-text.ts";
import { settleLost } from "../data/save-targets.ts";
import { badgeRest, badgeRun, badgeTrouble } from "./badge.ts";
import { inPage } from "./page-scripts.ts";

/** How long a badge stands in for a toast that the page does not let us show, in milliseconds. */
const BADGE_MS = 3_000;

/** What a toast says; all else is the same for all of them. */
export type ToastWords = Pick<ToastView, "tone" | "title"> & Partial<Pick<ToastView, "text" | "note" | "actions" | "thumbnail" | "shape">>;

/** Shows the toast in a page; false when the page takes no script. */
export async function toastWords(tabId: number, words: () => ToastWords): Promise<boolean> {
  const { language, direction } = await startI18n((await readPreferences()).language);
  const view: ToastView = { language, direction, closeLabel: t("done.close"), text: "", actions: [], thumbnail: "", ...words() };
  try {
    await chrome.scripting.executeScript({ target: { tabId }, func: showToast, args: [view] });
    return true;
  } catch {
    // The PDF viewer, the browser's own pages: the caller has another way to say it.
    return false;
  }
}

/** Says that something is done; where no toast can be shown, a tick on the icon does. */
async function done(tabId: number, words: () => ToastWords): Promise<boolean> {
  if (await toastWords(tabId, words)) return true;
  await badgeRun("✓");
  setTimeout(() => void badgeRest(), BADGE_MS);
  return false;
}

/** Takes a standing toast off the page, so that it is no part of the next picture. */
export async function clearToast(tabId: number): Promise<void> {
  await inPage(tabId, hideToast, []);
}

const annotate = (captureId: string) => ({ label: t("overlay.annotate"), say: { name: "page.annotate", request: { captureId } } });

/** Says in the page that the link is on the clipboard, and where the capture is, if it is not where it should have gone (`lost`). */
export async function toastCopied({ tabId, captureId, shareUrl, thumbnail }: CopiedNotice, lost: string | null = null): Promise<void> {
  const isSaid = await done(tabId, () => ({
    tone: "done",
    title: t("done.linkCopied"),
    text: shareUrl.replace(/^https?:\/\//u, ""),
    ...(lost !== null && { note: lostText(lost, "images") }),
    actions: [annotate(captureId), { label: t("done.open"), url: shareUrl }],
    thumbnail,
  }));
  // Once is enough: the popup need not say it again.
  if (isSaid && lost !== null) await settleLost();
}

/** Says in the page that the picture is on the clipboard. */
export async function toastPicture(tabId: number, captureId: string, thumbnail: string): Promise<void> {
  await done(tabId, () => ({ tone: "done", title: t("done.pictureCopied"), actions: [annotate(captureId)], thumbnail }));
}

/** Says in the page that the file is in the downloads. */
export async function toastFile(tabId: number, captureId: string, fileName: string, thumbnail: string): Promise<void> {
  await done(tabId, () => ({ tone: "done", title: t("done.downloaded"), text: fileName, actions: [annotate(captureId)], thumbnail }));
}

/** Says in the page where a whole page stopped, and offers the rest. */
export async function toastStopped({ tabId, limitPx, canMore }: Stopped): Promise<void> {
  await done(tabId, () => ({
    tone: "done",
    title: t("stopped.text", { limit: limitPx }),
    actions: canMore ? [{ label: t("stopped.more"), say: { name: "page.more", request: {} } }] : [],
  }));
}

/** Says why there is no picture or no link: in the page, or, where that takes no script, in the popup, which opens for it. */
export async function tellFailure(tabId: number, reason: CaptureFailure, kept: boolean): Promise<void> {
  if (reason === "cancelled") return;
  // A toast would be in the picture that is being taken.
  const isShown = reason !== "busy" && (await toastWords(tabId, () => failure(reason, kept)));
  if (isShown) return;
  await writeCaptureState({ notice: { reason, kept } });
  await badgeTrouble();
  // Older browsers open no popup by themselves; the badge stays until somebody does.
  await chrome.action.openPopup?.().catch(() => undefined);
}

function failure(reason: CaptureFailure, kept: boolean): ToastWords {
  const actions = reason === "signed-out" ? [{ label: t("signedOut.signIn"), url: onServer("/auth/login") }] : [];
  return { tone: "error", title: t(failureKey({ reason, kept })), actions };
}
