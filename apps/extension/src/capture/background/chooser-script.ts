import { inPage } from "../../shared/background/page-scripts.ts";
import type { OverlayView } from "../core/capture-chooser.ts";

/** Shows the chooser over a page. False when the page takes no script. */
export async function layOverlay(tabId: number, file: "/area-page.js" | "/element-page.js", view: OverlayView): Promise<boolean> {
  try {
    await chrome.scripting.executeScript({ target: { tabId }, files: [file] });
  } catch {
    return false;
  }
  const laid = await inPage(
    tabId,
    (given: OverlayView) => {
      (globalThis as unknown as { stillreelChoose: (given: OverlayView) => void }).stillreelChoose(given);
      return true;
    },
    [view],
  );
  return laid === true;
}

/** Removes the chooser from a page, if there is one. */
export async function liftOverlay(tabId: number): Promise<void> {
  await inPage(tabId, () => (globalThis as { stillreelSurface?: { leave(): Promise<void> } }).stillreelSurface?.leave(), []);
}
