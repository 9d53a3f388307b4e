const KEY = "stillreel-joining";

/** Remembers, in this tab, that somebody goes to sign in because they want to join: then they need not press the button again. */
export function rememberJoining(inviteId: string): void {
  try {
    sessionStorage.setItem(KEY, inviteId);
  } catch {
    // Storage is blocked: they press the button once more.
  }
}

/** Whether this invite was on its way to being joined; only the first one who asks is told so. */
export function takeJoining(inviteId: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== inviteId) return false;
    sessionStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
}
