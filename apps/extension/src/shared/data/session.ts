import { serverUrl } from "../core/server.ts";

/** The portal's session, mirrored. `idToken` may be empty or stale: the server answers with a fresh one. */
export interface Tokens {
  idToken: string;
  refreshToken: string;
}

interface Mirror extends Tokens {
  /** The idToken cookie as last seen, to tell a newer cookie from one that our own refresh has outlived. */
  seenIdToken: string;
}

/** Names of the two session cookies, which are also the names of the two request headers. */
export const SESSION_COOKIES = ["idToken", "refreshToken"] as const;

/** Everything in session storage that belongs to the signed-in account and goes with it. */
const OF_ACCOUNT = ["tokens", "account", "recent", "folders", "saveSpaces", "saveFolders"];

async function cookie(name: (typeof SESSION_COOKIES)[number]): Promise<string> {
  const found = await chrome.cookies.get({ url: `${serverUrl()}/`, name });
  return found?.value ?? "";
}

/** Forgets the mirrored session and all that was shown for it. The portal's own session is not touched. */
export async function forgetSession(): Promise<void> {
  await chrome.storage.session.remove(OF_ACCOUNT);
}

/**
 * The portal's session as it stands now, or null when the portal is signed out.
 *
 * The cookies are read every time (they are the truth; the worker may have slept through any change),
 * and mirrored to session storage, which no page can read and which is empty after a browser restart.
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

/** Keeps the fresh idToken that the server sent for this refreshToken. */
export async function rememberIdToken(refreshToken: string, idToken: string): Promise<void> {
  const stored = await chrome.storage.session.get("tokens");
  const known = stored["tokens"] as Mirror | undefined;
  if (known?.refreshToken === refreshToken) await chrome.storage.session.set({ tokens: { ...known, idToken } });
}
