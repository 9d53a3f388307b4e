import { serverUrl } from "../core/server.ts";

/** The portal's mirrored session. `idToken` may be empty or expired: the server then returns a new one. */
export interface Tokens {
  idToken: string;
  refreshToken: string;
}

interface Mirror extends Tokens {
  /** Last seen idToken cookie, to distinguish a newer cookie from one that our own refresh has replaced. */
  seenIdToken: string;
}

/** Names of the two session cookies, which are also the request header names. */
export const SESSION_COOKIES = ["idToken", "refreshToken"] as const;

/** Session storage keys that belong to the signed-in account and are removed with it. */
const OF_ACCOUNT = ["tokens", "account", "recent", "folders", "saveSpaces", "saveFolders", "saveServices"];

async function cookie(name: (typeof SESSION_COOKIES)[number]): Promise<string> {
  const found = await chrome.cookies.get({ url: `${serverUrl()}/`, name });
  return found?.value ?? "";
}

/** Deletes the mirrored session and its cached data. The portal's session is not affected. */
async function forgetSession(): Promise<void> {
  await chrome.storage.session.remove(OF_ACCOUNT);
}

/**
 * Returns the portal's current session, or null when the portal is signed out.
 *
 * The cookies are read every time, because the worker may have missed any change. They are mirrored to session storage,
 * which no page can read and which is empty after a browser restart.
 */
export async function readTokens(): Promise<Tokens | null> {
  const [idToken, refreshToken, stored] = await Promise.all([
    cookie("idToken"),
    cookie("refreshToken"),
    chrome.storage.session.get("tokens"),
  ]);
  const known = stored["tokens"] as Mirror | undefined;
  if (!refreshToken) {
    if (known) await forgetSession();
    return null;
  }
  if (known?.refreshToken === refreshToken && known.seenIdToken === idToken) return { idToken: known.idToken, refreshToken };
  const sameAccount = known?.refreshToken === refreshToken;
  if (known && !sameAccount) await forgetSession();
  await chrome.storage.session.set({ tokens: { idToken, refreshToken, seenIdToken: idToken } satisfies Mirror });
  return { idToken, refreshToken };
}

/** Stores the new idToken that the server returned for this refreshToken. */
export async function rememberIdToken(refreshToken: string, idToken: string): Promise<void> {
  const stored = await chrome.storage.session.get("tokens");
  const known = stored["tokens"] as Mirror | undefined;
  if (known?.refreshToken === refreshToken) await chrome.storage.session.set({ tokens: { ...known, idToken } });
}
