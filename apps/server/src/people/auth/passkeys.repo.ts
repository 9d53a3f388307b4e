import { and, asc, count, eq, lt, or, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { passkeys } from "../../platform/db/schema/index.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;

export async function listPasskeys(db: Executor, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function countPasskeys(db: Executor, userId: string): Promise<number> {
  return (await db.select({ existing: count() }).from(passkeys).where(eq(passkeys.userId, userId)))[0]?.existing ?? 0;
}

export async function findPasskey(db: Executor, credentialId: string): Promise<PasskeyRow | undefined> {
  return (await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)))[0];
}

/** Inserts a passkey. Returns undefined when an account has it already. */
export async function insertPasskey(db: Executor, row: typeof passkeys.$inferInsert): Promise<PasskeyRow | undefined> {
  return (await db.insert(passkeys).values(row).onConflictDoNothing().returning())[0];
}

/** Records a use. Returns false when the passkey was removed, or its counter did not grow although the authenticator counts. */
export async function markUsed(db: Executor, id: string, counter: number, lastUsedAt: Date): Promise<boolean> {
  const grew = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`));
  const used = await db
    .update(passkeys)
    .set({ counter, lastUsedAt })
    .where(and(eq(passkeys.id, id), grew))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

/** Deletes a passkey of the user and returns it; undefined when the user has none with that id. */
export async function deletePasskey(db: Executor, userId: string, id: string): Promise<PasskeyRow | undefined> {
  return (
    await db
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning()
  )[0];
}
