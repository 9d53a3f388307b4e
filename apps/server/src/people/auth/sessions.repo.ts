import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { sessions, users } from "../../platform/db/schema/index.ts";
import { loadVariants } from "../../platform/db/statement.ts";

export type SessionRow = typeof sessions.$inferSelect;

/** An active session with the user data that every request needs. */
export interface LiveSession {
  id: string;
  userId: string;
  role: "user" | "admin";
  /** The own quota of the account. PostgreSQL sends large numbers as text. */
  quotaBytes: string | null;
  personalWorkspaceId: string;
  remember: boolean;
  authenticatedAt: Date;
  lastSeenAt: Date;
}

const LIVE = loadVariants<LiveSession, [key: string | Buffer, now: Date], "by-id" | "by-token">(import.meta.url, "./sql/session-live.sql", {
  "by-id": { key: "id" },
  "by-token": { key: "token_hash" },
});

export async function findLiveById(pool: Pool, id: string, now: Date): Promise<LiveSession | undefined> {
  const [session] = await LIVE["by-id"].run(pool, [id, now]);
  return session;
}

export async function findLiveByToken(pool: Pool, tokenHash: Buffer, now: Date): Promise<LiveSession | undefined> {
  const [session] = await LIVE["by-token"].run(pool, [tokenHash, now]);
  return session;
}

export async function insertSession(db: Executor, row: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(row);
}

/** Records that the session is in use. Extends `expiresAt` when it is given. Returns its user agent, undefined when it has ended. */
export async function touchSession(db: Executor, id: string, change: { lastSeenAt: Date; expiresAt?: Date }): Promise<string | undefined> {
  const [touched] = await db.update(sessions).set(change).where(eq(sessions.id, id)).returning({ userAgent: sessions.userAgent });
  return touched?.userAgent;
}

export async function markAuthenticated(db: Executor, id: string, authenticatedAt: Date): Promise<void> {
  await db.update(sessions).set({ authenticatedAt }).where(eq(sessions.id, id));
}

/** Returns the active sessions of a user, most recently used first. */
export async function listSessions(db: Executor, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(200);
}

/** Returns whether a session of the user is open. */
export async function hasSession(db: Executor, userId: string, id: string, now: Date): Promise<boolean> {
  const own = and(eq(sessions.id, id), eq(sessions.userId, userId), gt(sessions.expiresAt, now));
  return (await db.select({ id: sessions.id }).from(sessions).where(own)).length > 0;
}

/** Deletes one session of the user. Returns false when the user has no session with that id. */
export async function deleteSession(db: Executor, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return gone.length > 0;
}

/** Returns whether an account is active, and prevents its suspension until the transaction ends. */
export async function holdActive(tx: Executor, userId: string): Promise<boolean> {
  const [user] = await tx.select({ suspendedAt: users.suspendedAt }).from(users).where(eq(users.id, userId)).for("share");
  return user?.suspendedAt === null;
}

/** Deletes all sessions of the user except `exceptId`. Returns their number. */
export async function deleteSessions(db: Executor, userId: string, exceptId?: string): Promise<number> {
  const isOne = eq(sessions.userId, userId);
  const gone = await db.delete(sessions).where(exceptId ? and(isOne, ne(sessions.id, exceptId)) : isOne);
  return gone.rowCount ?? 0;
}
