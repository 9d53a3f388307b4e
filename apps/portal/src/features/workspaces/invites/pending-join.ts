const KEY = "stillreel-joining";

/** Stores in this tab that the visitor signs in to join, so that joining continues automatically. */
export function rememberJoining(inviteId: string): void {
  try {
    sessionStorage.setItem(KEY, inviteId);
  } catch {
    // Storage is blocked: the visitor clicks the button again.
  }
}

/** Returns whether joining this invite was pending; true only for the first call. */
export function takeJoining(inviteId: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== inviteId) return false;
    sessionStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
}
