/** Pages about signing in, to which signing in does not lead back. */
const SIGN_IN_PAGES = ["/auth/", "/terms", "/privacy"];
/** Pages that anybody may see; all others lead to the login page when nobody is signed in. */
const OPEN = [...SIGN_IN_PAGES, "/invite/"];

const isAmong = (pages: readonly string[], path: string): boolean => pages.some((page) => path.startsWith(page));

/** True when a page needs a session, so that losing it must lead to the login page. */
export const pathForLogin = (path: string): boolean => !isAmong(OPEN, path);

/**
 * Where to go after signing in: a path of this very site, else the library.
 * An address of another site (also `//host` and `/\host`) is refused, so that a link cannot send people away.
 */
export function safeNext(next: unknown, origin: string = location.origin): string {
  if (typeof next !== "string" || !next.startsWith("/")) return "/images";
  let url: URL;
  try {
    url = new URL(next, origin);
  } catch {
    // Not an address at all.
    return "/images";
  }
  if (url.origin !== origin || isAmong(SIGN_IN_PAGES, url.pathname)) return "/images";
  return url.pathname + url.search + url.hash;
}
