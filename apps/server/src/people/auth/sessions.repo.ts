import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { sessions } from "../../platform/db/schema/index.ts";

export type SessionRow = typeof sessions.$inferSelect;

/** A live session with what every request needs to know of its user. */
export interface LiveSession {
  id: string;
  userId: string;
  role: "user" | "admin";
  personalWorkspaceId: string;
  remember: boolean;
  authenticatedAt: Date;
  lastSeenAt: Date;
}

/** One statement for each way in, prepared once a connection: this runs on every call of the API. */
const LIVE = (column: string): string => `
  select s.id, s.user_id as "userId", u.role, w.id as "personalWorkspaceId", s.remember,
         s.authenticated_at as "authenticatedAt", s.last_seen_at as "lastSeenAt"
  from sessions s
  join users u on u.id = s.user_id
  join workspaces w on w.personal_owner_id = s.user_id
  where s.${column} = $1 and s.expires_at > $2`;
const LIVE_BY_ID = LIVE("id");
const LIVE_BY_TOKEN = LIVE("token_hash");

export async function findLiveById(pool: Pool, id: string, now: Date): Promise<LiveSession | undefined> {
  const { rows } = await pool.query<LiveSession>({ name: "session-by-id", text: LIVE_BY_ID, values: [id, now] });
  return rows[0];
}

export async function findLiveByToken(pool: Pool, tokenHash: Buffer, now: Date): Promise<LiveSession | undefined> {
  const { rows } = await pool.query<LiveSession>({ name: "session-by-token", text: LIVE_BY_TOKEN, values: [tokenHash, now] });
  return rows[0];
}

export async function insertSession(db: Executor, row: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(row);
}

/** Notes that the session is in use; `expiresAt` moves along when given. */
export async function touchSession(db: Executor, id: string, change: { lastSeenAt: Date; expiresAt?: Date }): Promise<void> {
  await db.update(sessions).set(change).where(eq(sessions.id, id));
}

export async function markAuthenticated(db: Executor, id: string, authenticatedAt: Date): Promise<void> {
  await db.update(sessions).set({ authenticatedAt }).where(eq(sessions.id, id));
}

/** Live sessions of a user, last used first. */
export async function listSessions(db: Executor, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(200);
}

/** Ends one session of the user; false when they have none of that id. */
export async function deleteSession(db: Executor, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return gone.length > 0;
}

/** Ends all sessions of the user, but for the one to keep. */
export async function deleteSessions(db: Executor, userId: string, keepId?: string): Promise<void> {
  await db.delete(sessions).where(keepId ? and(eq(sessions.userId, userId), ne(sessions.id, keepId)) : eq(sessions.userId, userId));
}
