import type { PartBox } from "@stillreel/recorder/types";
import type { ChooserView } from "../../shared/core/chooser-view.ts";
import type { RecordingPageView } from "../core/recording-page-view.ts";

/** What the scripts put into the page's isolated world. */
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
    // The browser's own pages, a page that was not invited or went away: badge and popup stand in for the bar.
    return null;
  }
}

/**
 * Puts the bar and all that belongs to it into a page, instead of one that stands there already. It connects to the recorder
 * by itself, shows what it hears, and leaves when the recording has ended. Asked for by the worker, at any moment of a recording.
 * @returns false when the page takes no script
 */
export async function layRecordingPage(tabId: number, view: RecordingPageView): Promise<boolean> {
  const laid = await run(tabId, "/recording-page.js", (given) => (globalThis as PageWorld).stillreelRecord?.(given), view);
  return laid !== null;
}

/** Puts camera and pens into a page that shows the bar and asks for them. */
export async function equipRecordingPage(tabId: number): Promise<void> {
  // A page that went away meanwhile needs them no more.
  await chrome.scripting.executeScript({ target: { tabId }, files: ["/recording-parts-page.js"] }).catch(() => undefined);
}

/**
 * Lets the person choose the part of a tab that is to be recorded, before the recording begins.
 * @returns the part, null when it was given up, or "refused" when the page takes no script
 */
export async function choosePart(tabId: number, view: ChooserView): Promise<PartBox | null | "refused"> {
  const chosen = await run(tabId, "/recording-area-page.js", (given) => (globalThis as PageWorld).stillreelChoosePart?.(given), view);
  return chosen ? (chosen.result ?? null) : "refused";
}
