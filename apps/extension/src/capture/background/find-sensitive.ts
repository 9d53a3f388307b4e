import type { FoundInPage } from "../core/sensitive-boxes.ts";

/** Maximum wait for a slow page, in milliseconds; the capture does not wait longer. */
const WAIT_MAX_MS = 2_500;

/** Asks a page for its sensitive boxes at the time of a capture. Null when the page accepts no script. */
export async function findSensitive(tabId: number): Promise<FoundInPage | null> {
  const found = chrome.scripting
    .executeScript({ target: { tabId }, files: ["/sensitive-page.js"] })
    .then(([frame]) => (frame?.result as FoundInPage | undefined) ?? null)
    .catch(() => null);
  const waited = new Promise<null>((resolve) => setTimeout(() => resolve(null), WAIT_MAX_MS));
  return Promise.race([found, waited]);
}
