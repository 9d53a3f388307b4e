import type { PartBox } from "@stillreel/recorder/types";
import type { ChooserView } from "../../shared/core/chooser-view.ts";
import type { RecordingPageView } from "../core/recording-page-view.ts";

/** Globals of our scripts in the page's isolated world. */
interface PageWorld {
  stillreelRecord?: (view: RecordingPageView) => void;
  stillreelChoosePart?: (view: ChooserView) => Promise<PartBox | null>;
}

async function run<A, R>(tabId: number, file: string, func: (given: A) => R, given: A): Promise<{ result: Awaited<R> } | null> {
  try {
    await chrome.scripting.executeScript({ target: { tabId }, files: [file] });
    const [frame] = await chrome.scripting.executeScript({ target: { tabId }, func, args: [given] });
    return frame ? { result: frame.result as Awaited<R> } : null;
  } catch {
    // Browser page, page without access, or closed page: badge and popup replace the bar.
    return null;
  }
}

/**
 * Injects the bar into a page and replaces an existing one. It connects to the recorder, shows its state, and removes itself
 * at the end of the recording. The worker may call this at any time during a recording.
 * @returns false when the page accepts no script
 */
export async function layRecordingPage(tabId: number, view: RecordingPageView): Promise<boolean> {
  const laid = await run(tabId, "/recording-page.js", (given) => (globalThis as PageWorld).stillreelRecord?.(given), view);
  return laid !== null;
}

/** Injects camera and drawing tools into a page whose bar requests them. */
export async function equipRecordingPage(tabId: number): Promise<void> {
  // A page that closed meanwhile does not need them.
  await chrome.scripting.executeScript({ target: { tabId }, files: ["/recording-parts-page.js"] }).catch(() => undefined);
}

/**
 * Lets the user choose the part of a tab to record before the recording starts.
 * @returns the part, null when cancelled, or "refused" when the page accepts no script
 */
export async function choosePart(tabId: number, view: ChooserView): Promise<PartBox | null | "refused"> {
  const chosen = await run(tabId, "/recording-area-page.js", (given) => (globalThis as PageWorld).stillreelChoosePart?.(given), view);
  return chosen ? (chosen.result ?? null) : "refused";
}
