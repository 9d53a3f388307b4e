import { readTokens } from "./session.ts";

/** The signed-in user: identified by the account once the server has answered, until then by the session. */
export interface Owner {
  /** Owner mark of new captures. */
  mark: string;
  /** All owner marks that this user's captures can have. */
  marks: readonly string[];
}

/** Account of a session; persisted, so that it is known without the server. */
interface KnownOwner {
  session: string;
  userId: string;
}

/** Storage key of the accounts of the sessions. */
export const KNOWN_OWNERS = "captureOwner";
/** Number of sessions whose account is stored: those of users who take turns on one machine. */
const KNOWN_MAX = 8;

async function sessionMark(refreshToken: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(refreshToken)));
  return `session:${Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the signed-in user as known on this machine, or null. Sends no request. */
export async function ownerNow(): Promise<Owner | null> {
  const tokens = await readTokens();
  if (!tokens) return null;
  const session = await sessionMark(tokens.refreshToken);
  const known = (await knownOwners()).find((each) => each.session === session);
  if (!known) return { mark: session, marks: [session] };
  return { mark: known.userId, marks: [known.userId, session] };
}

/** Returns the known sessions, newest first. Earlier versions stored only one. */
async function knownOwners(): Promise<KnownOwner[]> {
  const stored = (await chrome.storage.local.get(KNOWN_OWNERS)) as { [KNOWN_OWNERS]?: KnownOwner | KnownOwner[] };
  return [stored[KNOWN_OWNERS] ?? []].flat();
}

/**
 * Stores which account the session belongs to, once the server has answered. Returns false and stores nothing when the session has
 * changed since the request: the answer can be about the new one.
 */
export async function rememberOwner(session: string, userId: string): Promise<boolean> {
  const tokens = await readTokens();
  if (!tokens || (await sessionMark(tokens.refreshToken)) !== session) return false;
  const earlier = (await knownOwners()).filter((each) => each.session !== session);
  const known: KnownOwner[] = [{ session, userId }, ...earlier].slice(0, KNOWN_MAX);
  await chrome.storage.local.set({ [KNOWN_OWNERS]: known });
  return true;
}

/** Returns whether a user may see and send a capture with this mark. Captures made while signed out belong to every user. */
export const isOwnedBy = (mark: string | null, owner: Owner | null): boolean =>
  mark === null || (owner !== null && owner.marks.includes(mark));
