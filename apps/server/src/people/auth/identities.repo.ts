import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { identities, users } from "../../platform/db/schema/index.ts";
import type { UserRow } from "./users.repo.ts";

export type IdentityRow = typeof identities.$inferSelect;

const isAt = (issuer: string, subject: string) => and(eq(identities.issuer, issuer), eq(identities.subject, subject));

/** Returns the account linked to an identity at a provider. */
export async function findUserByIdentity(db: Executor, issuer: string, subject: string): Promise<UserRow | undefined> {
  const rows = await db
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(isAt(issuer, subject), isNull(identities.unlinkedAt)));
  return rows[0]?.user;
}

/** Returns the linked identities of an account, oldest first. */
export async function listIdentities(db: Executor, userId: string): Promise<IdentityRow[]> {
  return db
    .select()
    .from(identities)
    .where(and(eq(identities.userId, userId), isNull(identities.unlinkedAt)))
    .orderBy(asc(identities.createdAt), asc(identities.id));
}

/** Links an identity, also one that was unlinked. Returns undefined when an account has it already. */
export async function linkIdentity(db: Executor, row: typeof identities.$inferInsert): Promise<IdentityRow | undefined> {
  const linked = await db
    .insert(identities)
    .values(row)
    .onConflictDoUpdate({
      target: [identities.issuer, identities.subject],
      set: { ...row, unlinkedAt: null },
      setWhere: isNotNull(identities.unlinkedAt),
    })
    .returning();
  return linked[0];
}

/** Unlinks an identity, and deletes its address. */
export async function unlinkIdentity(db: Executor, userId: string, id: string, unlinkedAt: Date): Promise<void> {
  await db
    .update(identities)
    .set({ unlinkedAt, email: "" })
    .where(and(eq(identities.id, id), eq(identities.userId, userId)));
}

/** Returns whether the user unlinked an identity. */
export async function wasUnlinked(db: Executor, userId: string, issuer: string, subject: string): Promise<boolean> {
  const own = and(isAt(issuer, subject), eq(identities.userId, userId), isNotNull(identities.unlinkedAt));
  return (await db.select({ id: identities.id }).from(identities).where(own)).length > 0;
}
