import { getUserData } from "@stillreel/contract";
import { isOwnedBy, ownerNow, rememberOwner } from "../../shared/data/owner.ts";
import { api } from "../../shared/data/api.ts";
import { serverUrl } from "../../shared/core/server.ts";
import { readTokens } from "../../shared/data/session.ts";

/** How long a recording waits for the server to say whose it is, in milliseconds; it begins all the same. */
const ASK_MS = 2_000;

/** Whom a recording goes to. */
export interface RecordingOwner {
  url: string;
  userId: string;
}

/** Who is signed in, as recordings are marked; null when nobody is. The server is asked once a session. */
export async function recordingOwner(): Promise<RecordingOwner | null> {
  const owner = await ownerNow();
  if (!owner) return null;
  const url = serverUrl();
  if (owner.marks.length > 1) return { url, userId: owner.mark };
  try {
    const { id } = await api.call(getUserData, {}, { signal: AbortSignal.timeout(ASK_MS) });
    await rememberOwner(owner.mark, id);
    return { url, userId: id };
  } catch {
    // Not reached: the session itself is the mark, which is as good until somebody else signs in.
    return { url, userId: owner.mark };
  }
}

/** Everything under which this person's recordings may lie on this machine. */
export async function recordingMarks(): Promise<string[]> {
  return [...((await ownerNow())?.marks ?? [])];
}

/** Headers that sign in as one person; null while that is not who is signed in. */
export async function headersOf(userId: string): Promise<Record<string, string> | null> {
  const [tokens, owner] = await Promise.all([readTokens(), ownerNow()]);
  if (!tokens || !isOwnedBy(userId, owner)) return null;
  return { refreshToken: tokens.refreshToken, ...(tokens.idToken && { idToken: tokens.idToken }) };
}
