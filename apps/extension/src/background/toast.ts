import { hideToast, showToast, type ToastView } from "../overlay/toast.overlay.ts";
import type { CaptureFailure } from "../shared/capture-result.ts";
import { storedAppearance } from "../shared/account.ts";
import { FAILURE_KEYS } from "../shared/failure-keys.ts";
import { startI18n, t } from "../shared/i18n.ts";
import type { CopiedNotice } from "../shared/messages.ts";
import { onServer } from "../shared/server.ts";

/** How long a badge stands in for a toast that the page does not let us show, in milliseconds. */
const BADGE_MS = 3_000;

async function inject(tabId: number, view: ToastView): Promise<void> {
  try {
    await chrome.scripting.executeScript({ target: { tabId }, func: showToast, args: [view] });
  } catch {
    // Pages that take no script (the PDF viewer, the browser's own) get a sign on the icon instead.
    await chrome.action.setBadgeText({ text: view.tone === "error" ? "!" : "✓" });
    setTimeout(() => void chrome.action.setBadgeText({ text: "" }), BADGE_MS);
  }
}

/** Takes a standing toast off the page, so that it is no part of the next picture. */
export async function clearToast(tabId: number): Promise<void> {
  try {
    await chrome.scripting.executeScript({ target: { tabId }, func: hideToast });
  } catch {
    // A page that takes no script has no toast either.
  }
}

/** Says in the page that the link is on the clipboard. */
export async function toastCopied({ tabId, shareUrl, thumbnail }: CopiedNotice): Promise<void> {
  const { language, direction } = await startI18n((await storedAppearance()).language);
  await inject(tabId, {
    tone: "done",
    language,
    direction,
    title: t("done.linkCopied"),
    text: shareUrl.replace(/^https?:\/\//u, ""),
    action: { label: t("done.open"), url: shareUrl },
    closeLabel: t("done.close"),
    thumbnail,
  });
}

/** Says in the page why there is no link; offers the sign-in where that is the reason. */
export async function toastFailure(tabId: number, reason: CaptureFailure): Promise<void> {
  const { language, direction } = await startI18n((await storedAppearance()).language);
  const action = reason === "signed-out" ? { label: t("signedOut.signIn"), url: onServer("/auth/login") } : null;
  await inject(tabId, {
    tone: "error",
    language,
    direction,
    title: t(FAILURE_KEYS[reason]),
    text: "",
    action,
    closeLabel: t("done.close"),
    thumbnail: "",
  });
}
