/** Day of the newest entry of What's New. A literal, because the account menu must not load the entries. */
export const NEWEST_CHANGE = "2026-11-24";
const KEY = "stillreel-seen-changes";

/** Returns whether What's New has an entry that this browser has not shown. Without storage there is none, as it could never be dismissed. */
export function hasNewChanges(): boolean {
  try {
    return localStorage.getItem(KEY) !== NEWEST_CHANGE;
  } catch {
    return false;
  }
}

/** Stores that all present entries were shown. */
export function markChangesSeen(): void {
  try {
    localStorage.setItem(KEY, NEWEST_CHANGE);
  } catch {
    // The browser does not permit storage.
  }
}
