import type { FoundInPage } from "../core/sensitive-boxes.ts";

/** A page may be slow or stuck; a picture does not wait for it longer than this. */
const PATIENCE_MS = 2_500;

/** Asks a page where something private stands, at the moment of its capture. Null when the page takes no script. */
export async function findSensitive(tabId: number): Promise<FoundInPage | null> {
  const found = chrome.scripting
    .executeScript({ target: { tabId }, files: ["/sensitive-page.js"] })
    .then(([frame]) => (frame?.result as FoundInPage | undefined) ?? null)
    .catch(() => null);
  const waited = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return Promise.race([found, waited]);
}
