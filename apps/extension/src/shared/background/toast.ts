import { hideToast, showToast, type ToastView } from "./toast.injected.ts";
import { startI18n, t } from "../data/i18n.ts";
import { readPreferences } from "../data/preferences.ts";
import { badgeRest, badgeRun } from "./badge.ts";
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
export async function toastDone(tabId: number, words: () => ToastWords): Promise<boolean> {
  if (await toastWords(tabId, words)) return true;
  await badgeRun("✓");
  setTimeout(() => void badgeRest(), BADGE_MS);
  return false;
}

/** Takes a standing toast off the page, so that it is no part of the next picture. */
export async function clearToast(tabId: number): Promise<void> {
  await inPage(tabId, hideToast, []);
}
