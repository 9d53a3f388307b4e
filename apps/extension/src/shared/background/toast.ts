import { advanceToast, hideToast, showToast, type ToastView } from "./toast.injected.ts";
import { startI18n, t } from "../data/i18n.ts";
import { readPreferences } from "../data/preferences.ts";
import { badgeRest, badgeRun } from "./badge.ts";
import { inPage } from "./page-scripts.ts";

/** Time that a badge replaces a toast on pages that allow none, in milliseconds. */
const BADGE_MS = 3_000;

/** Texts of a toast; the remaining properties are the same for all toasts. */
export type ToastWords = Pick<ToastView, "tone" | "title"> & Partial<Pick<ToastView, "text" | "note" | "actions" | "thumbnail" | "shape">>;

/** Shows a toast in a page. Returns false when the page accepts no script. */
export async function toastWords(tabId: number, words: () => ToastWords): Promise<boolean> {
  const { language, direction } = await startI18n((await readPreferences()).language);
  const view: ToastView = { language, direction, closeLabel: t("done.close"), text: "", actions: [], thumbnail: "", ...words() };
  try {
    await chrome.scripting.executeScript({ target: { tabId }, func: showToast, args: [view] });
    return true;
  } catch {
    // PDF viewer or browser page: the caller has a fallback.
    return false;
  }
}

/** Reports success with a toast, or with a tick on the icon when the page allows no toast. */
export async function toastDone(tabId: number, words: () => ToastWords): Promise<boolean> {
  if (await toastWords(tabId, words)) return true;
  await badgeRun("✓");
  setTimeout(() => void badgeRest(), BADGE_MS);
  return false;
}

/** Shows the progress of a toast, from 0 to 1. Returns false when it is no longer visible. */
export async function advance(tabId: number, part: number): Promise<boolean> {
  return (await inPage(tabId, advanceToast, [part])) === true;
}

/** Removes a visible toast, so that the next picture does not contain it. */
export async function clearToast(tabId: number): Promise<void> {
  await inPage(tabId, hideToast, []);
}
