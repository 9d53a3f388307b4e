import { and, count, desc, eq } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { accessTokens } from "../../platform/db/schema/index.ts";
import { loadStatement } from "../../platform/db/statement.ts";

export type AccessTokenRow = typeof accessTokens.$inferSelect;

/** A valid access token with the user data that every request needs. */
export interface LiveAccessToken {
  id: string;
  userId: string;
  scope: "read" | "write";
  lastUsedAt: Date | null;
  role: "user" | "admin";
  /** The own quota of the account. PostgreSQL sends large numbers as text. */
  quotaBytes: string | null;
  personalWorkspaceId: string;
}

const LIVE = loadStatement<LiveAccessToken, [hash: Buffer, now: Date]>(import.meta.url, "./sql/access-token-live.sql");

export async function findLive(pool: Pool, hash: Buffer, now: Date): Promise<LiveAccessToken | undefined> {
  return (await LIVE.run(pool, [hash, now]))[0];
}

/** Returns the tokens of a user, newest first. */
export function listTokens(db: Executor, userId: string): Promise<AccessTokenRow[]> {
  return db.select().from(accessTokens).where(eq(accessTokens.userId, userId)).orderBy(desc(accessTokens.createdAt), desc(accessTokens.id));
}

export async function countTokens(db: Executor, userId: string): Promise<number> {
  const [row] = await db.select({ existing: count() }).from(accessTokens).where(eq(accessTokens.userId, userId));
  return row?.existing ?? 0;
}

export async function insertToken(db: Executor, row: typeof accessTokens.$inferInsert): Promise<AccessTokenRow> {
  const [inserted] = await db.insert(accessTokens).values(row).returning();
  if (!inserted) throw new Error("the access token was not stored");
  return inserted;
}

export async function markUsed(db: Executor, id: string, lastUsedAt: Date): Promise<void> {
  await db.update(accessTokens).set({ lastUsedAt }).where(eq(accessTokens.id, id));
}

/** Deletes a token of the user. Returns it, or undefined when the user has none with that id. */
export async function deleteToken(db: Executor, userId: string, id: string): Promise<AccessTokenRow | undefined> {
  return (
    await db
      .delete(accessTokens)
      .where(and(eq(accessTokens.id, id), eq(accessTokens.userId, userId)))
      .returning()
  )[0];
}

/** Deletes all tokens of a user. */
export async function deleteTokens(db: Executor, userId: string): Promise<void> {
  await db.delete(accessTokens).where(eq(accessTokens.userId, userId));
}
