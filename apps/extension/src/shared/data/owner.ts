import { readTokens } from "./session.ts";

/** Who is signed in: by account once the server has told, by the session alone until then. */
export interface Owner {
  /** What a new capture is marked with. */
  mark: string;
  /** All marks under which this person's captures may lie. */
  marks: readonly string[];
}

/** Which account a session belongs to; kept over restarts, so that it is known without the server. */
interface KnownOwner {
  session: string;
  userId: string;
}

async function sessionMark(refreshToken: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(refreshToken)));
  return `session:${Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Who is signed in, as far as this machine knows; null when nobody is. Asks no server. */
export async function ownerNow(): Promise<Owner | null> {
  const tokens = await readTokens();
  if (!tokens) return null;
  const session = await sessionMark(tokens.refreshToken);
  const { captureOwner } = (await chrome.storage.local.get("captureOwner")) as { captureOwner?: KnownOwner };
  if (captureOwner?.session !== session) return { mark: session, marks: [session] };
  return { mark: captureOwner.userId, marks: [captureOwner.userId, session] };
}

/** Keeps which account the session belongs to, once the server has told. */
export async function rememberOwner(session: string, userId: string): Promise<void> {
  await chrome.storage.local.set({ captureOwner: { session, userId } satisfies KnownOwner });
}

/** May this person see and send a capture with that mark? What was taken while nobody was signed in is everybody's on this machine. */
export const isOwnedBy = (mark: string | null, owner: Owner | null): boolean =>
  mark === null || (owner !== null && owner.marks.includes(mark));
