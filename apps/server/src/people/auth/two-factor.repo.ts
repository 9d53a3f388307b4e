import { and, count, eq, isNotNull, isNull, lt } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { recoveryCodes, twoFactors } from "../../platform/db/schema/index.ts";

export type TwoFactorRow = typeof twoFactors.$inferSelect;

export async function findTwoFactor(db: Executor, userId: string): Promise<TwoFactorRow | undefined> {
  return (await db.select().from(twoFactors).where(eq(twoFactors.userId, userId)))[0];
}

/** Stores a key that waits for its first code. Replaces an earlier one that waits. Returns false when the account has an enabled one. */
export async function putPending(db: Executor, row: { userId: string; secret: string; createdAt: Date }): Promise<boolean> {
  const { secret, createdAt } = row;
  const stored = await db
    .insert(twoFactors)
    .values(row)
    .onConflictDoUpdate({ target: twoFactors.userId, set: { secret, createdAt, lastStep: 0 }, setWhere: isNull(twoFactors.enabledAt) })
    .returning({ userId: twoFactors.userId });
  return stored.length > 0;
}

/** Accepts a time step, once: of several concurrent calls exactly one gets true. */
export async function useStep(db: Executor, userId: string, step: number): Promise<boolean> {
  const used = await db
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(twoFactors.userId, userId), lt(twoFactors.lastStep, step)))
    .returning({ userId: twoFactors.userId });
  return used.length > 0;
}

/** Makes the sign-in ask for codes. */
export async function markEnabled(db: Executor, userId: string, enabledAt: Date): Promise<void> {
  await db.update(twoFactors).set({ enabledAt }).where(eq(twoFactors.userId, userId));
}

/** Deletes an enabled key with its recovery codes. Returns false when there is none. */
export async function deleteTwoFactor(db: Executor, userId: string): Promise<boolean> {
  const gone = await db
    .delete(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.enabledAt)))
    .returning({ userId: twoFactors.userId });
  return gone.length > 0;
}

export async function countRecoveryCodes(db: Executor, userId: string): Promise<number> {
  return (await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)))[0]?.left ?? 0;
}

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(db: Executor, userId: string, hashes: Buffer[]): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })));
}

/** Uses a recovery code, once. Returns false for an unknown or used one. */
export async function useRecoveryCode(db: Executor, userId: string, hash: Buffer): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash)))
    .returning({ userId: recoveryCodes.userId });
  return used.length > 0;
}
