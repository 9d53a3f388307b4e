import { getUserData } from "@stillreel/contract";
import { isOwnedBy, ownerNow, rememberOwner } from "../../shared/data/owner.ts";
import { api } from "../../shared/data/api.ts";
import { serverUrl } from "../../shared/core/server.ts";
import { readTokens } from "../../shared/data/session.ts";

/** Time limit for the server to identify the owner, in milliseconds. The recording starts regardless. */
const ASK_MS = 2_000;

/** Owner of a recording. */
export interface RecordingOwner {
  url: string;
  userId: string;
}

/** Whether these marks leave out recordings of the current user, because the server has not said yet whose session it is. */
export const areIncomplete = (marks: readonly string[]): boolean => marks.length === 1;

/** Requests the account of a session and stores it. */
async function identify(session: string): Promise<void> {
  try {
    const { id } = await api.call(getUserData, {}, { signal: AbortSignal.timeout(ASK_MS) });
    await rememberOwner(session, id);
  } catch {
    // The server was not reached: the session identifies the owner until another user signs in.
  }
}

/** Returns the owner mark of the signed-in user, or null when signed out. The server is queried once per session. */
export async function recordingOwner(): Promise<RecordingOwner | null> {
  const before = await ownerNow();
  if (before && areIncomplete(before.marks)) await identify(before.mark);
  const owner = await ownerNow();
  return owner && { url: serverUrl(), userId: owner.mark };
}

/**
 * Returns every owner mark that the current user's recordings on this machine can have. A new session does not say whose it is, so the
 * server is asked: recordings of an earlier session have the mark of the account.
 */
export async function recordingMarks(): Promise<string[]> {
  await recordingOwner();
  return [...((await ownerNow())?.marks ?? [])];
}

/** Returns the authentication headers of a user, or null when that user is not signed in. */
export async function headersOf(userId: string): Promise<Record<string, string> | null> {
  const [tokens, owner] = await Promise.all([readTokens(), ownerNow()]);
  if (!tokens || !isOwnedBy(userId, owner)) return null;
  return { refreshToken: tokens.refreshToken, ...(tokens.idToken && { idToken: tokens.idToken }) };
}
