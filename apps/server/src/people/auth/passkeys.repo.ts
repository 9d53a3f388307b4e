import { and, asc, count, eq, gt, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { passkeys } from "../../platform/db/schema/index.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;

const isActive = isNull(passkeys.removedAt);

export async function listPasskeys(db: Executor, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), isActive))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function countPasskeys(db: Executor, userId: string): Promise<number> {
  return (
    (
      await db
        .select({ existing: count() })
        .from(passkeys)
        .where(and(eq(passkeys.userId, userId), isActive))
    )[0]?.existing ?? 0
  );
}

export async function findPasskey(db: Executor, credentialId: string): Promise<PasskeyRow | undefined> {
  return (
    await db
      .select()
      .from(passkeys)
      .where(and(eq(passkeys.credentialId, credentialId), isActive))
  )[0];
}

/** Inserts a passkey, also one that the user has removed before. Returns undefined when an account has it already. */
export async function insertPasskey(db: Executor, row: typeof passkeys.$inferInsert): Promise<PasskeyRow | undefined> {
  const isRemoved = and(eq(passkeys.credentialId, row.credentialId), eq(passkeys.userId, row.userId), isNotNull(passkeys.removedAt));
  await db.delete(passkeys).where(isRemoved);
  return (await db.insert(passkeys).values(row).onConflictDoNothing().returning())[0];
}

/** Records a use. Returns false when the passkey was removed, or its counter did not grow although the authenticator counts. */
export async function markUsed(db: Executor, id: string, counter: number, lastUsedAt: Date): Promise<boolean> {
  const grew = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`));
  const used = await db
    .update(passkeys)
    .set({ counter, lastUsedAt })
    .where(and(eq(passkeys.id, id), isActive, grew))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

/** Marks a passkey of the user as removed and returns it; undefined when the user has none with that id. */
export async function markRemoved(
  db: Executor,
  { userId, sessionId, id }: { userId: string; sessionId: string; id: string },
  removedAt: Date,
): Promise<PasskeyRow | undefined> {
  const removed = await db
    .update(passkeys)
    .set({ removedAt, removedBySession: sessionId })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId), isActive))
    .returning();
  return removed[0];
}

/** Restores a passkey that the session removed after `since`, and returns it; undefined when there is none. */
export async function restorePasskey(
  db: Executor,
  { userId, sessionId, id }: { userId: string; sessionId: string; id: string },
  since: Date,
): Promise<PasskeyRow | undefined> {
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId), eq(passkeys.removedBySession, sessionId));
  const restored = await db
    .update(passkeys)
    .set({ removedAt: null, removedBySession: null })
    .where(and(isOwn, gt(passkeys.removedAt, since)))
    .returning();
  return restored[0];
}
