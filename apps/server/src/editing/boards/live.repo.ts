import { and, eq, gt, inArray, isNull, or } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { accessTokens, items, sessions, users } from "../../platform/db/schema/index.ts";

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

/** Returns which of these boards are in a workspace, without those in the trash. */
export async function listBoardsIn(db: Executor, workspaceId: string, boardIds: readonly string[]): Promise<string[]> {
  if (boardIds.length === 0) return [];
  const rows = await db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.workspaceId, workspaceId), inArray(items.id, [...boardIds]), isNull(items.trashedAt)));
  return rows.map(({ id }) => id);
}
