/** Signed-out pages that are no target after sign-in. */
const SIGN_IN_PAGES = ["/auth/", "/terms", "/privacy"];
/** Public pages; all others redirect to the login page without a session. */
const OPEN = [...SIGN_IN_PAGES, "/invite/", "/help"];

const isAmong = (pages: readonly string[], path: string): boolean => pages.some((page) => path.startsWith(page));

/** Returns whether a page needs a session. */
export const pathForLogin = (path: string): boolean => !isAmong(OPEN, path);

/**
 * Returns the target after sign-in: a path of this site, otherwise the library. Addresses of other sites (also `//host` and
 * `/\host`) are refused to prevent open redirects.
 */
export function safeNext(next: unknown, origin: string = location.origin): string {
  if (typeof next !== "string" || !next.startsWith("/")) return "/images";
  let url: URL;
  try {
    url = new URL(next, origin);
  } catch {
    // Not a valid address.
    return "/images";
  }
  if (url.origin !== origin || isAmong(SIGN_IN_PAGES, url.pathname)) return "/images";
  return url.pathname + url.search + url.hash;
}

/** Returns whether the server said with this page that the browser has no session (cookie `signedOut`). */
export const isSignedOut = (cookies: string = document.cookie): boolean => /(?:^|;\s*)signedOut=1/u.test(cookies);
