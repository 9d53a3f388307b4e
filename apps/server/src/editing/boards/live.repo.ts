import { and, eq, gt, inArray, isNull, or } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { accessTokens, sessions, users } from "../../platform/db/schema/index.ts";

/** Returns which of these sessions and access tokens have not expired. */
export async function listActiveSessions(db: Executor, ids: readonly string[], now: Date): Promise<Set<string>> {
  const active = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, [...ids]), gt(sessions.expiresAt, now)));
  const tokens = await db
    .select({ id: accessTokens.id })
    .from(accessTokens)
    .where(and(inArray(accessTokens.id, [...ids]), or(isNull(accessTokens.expiresAt), gt(accessTokens.expiresAt, now))));
  return new Set([...active, ...tokens].map(({ id }) => id));
}

/** Returns what others see of a user. */
export async function findPerson(db: Executor, userId: string): Promise<{ id: string; name: string; avatar: string | null } | undefined> {
  const [row] = await db
    .select({ id: users.id, name: users.displayName, avatar: users.avatarBlobId })
    .from(users)
    .where(eq(users.id, userId));
  return row;
}
