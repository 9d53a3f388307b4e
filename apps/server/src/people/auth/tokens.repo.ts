import { and, eq, gt, inArray, isNull } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { tokens } from "../../platform/db/schema/index.ts";

export type TokenRow = typeof tokens.$inferSelect;

export async function insertToken(db: Executor, row: typeof tokens.$inferInsert): Promise<void> {
  await db.insert(tokens).values(row);
}

const alive = (kind: TokenRow["kind"], hash: Buffer, now: Date) =>
  and(eq(tokens.hash, hash), eq(tokens.kind, kind), isNull(tokens.usedAt), gt(tokens.expiresAt, now));

/** Returns a token that is still usable, or undefined when it was used or has expired. */
export async function findToken(db: Executor, kind: TokenRow["kind"], hash: Buffer, now: Date): Promise<TokenRow | undefined> {
  return (
    await db
      .select()
      .from(tokens)
      .where(alive(kind, hash, now))
  )[0];
}

/** Uses a token. Of several concurrent calls exactly one gets it. */
export async function useToken(db: Executor, kind: TokenRow["kind"], hash: Buffer, now: Date): Promise<TokenRow | undefined> {
  return (
    await db
      .update(tokens)
      .set({ usedAt: now })
      .where(alive(kind, hash, now))
      .returning()
  )[0];
}

/** Deletes what proves an earlier password or address of a user: reset links and sign-ins that wait for a code. */
export async function deleteProofs(db: Executor, userId: string): Promise<void> {
  await db.delete(tokens).where(and(eq(tokens.userId, userId), inArray(tokens.kind, ["reset-password", "two-factor"])));
}
