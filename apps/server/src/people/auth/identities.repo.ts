import { and, asc, eq } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { identities, users } from "../../platform/db/schema/index.ts";
import type { UserRow } from "./users.repo.ts";

export type IdentityRow = typeof identities.$inferSelect;

/** Returns the account linked to an identity at a provider. */
export async function findUserByIdentity(db: Executor, issuer: string, subject: string): Promise<UserRow | undefined> {
  const rows = await db
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return rows[0]?.user;
}

/** Returns the identities of an account, oldest first. */
export async function listIdentities(db: Executor, userId: string): Promise<IdentityRow[]> {
  return db.select().from(identities).where(eq(identities.userId, userId)).orderBy(asc(identities.createdAt), asc(identities.id));
}

/** Inserts an identity. Returns undefined when an account has it already. */
export async function insertIdentity(db: Executor, row: typeof identities.$inferInsert): Promise<IdentityRow | undefined> {
  return (await db.insert(identities).values(row).onConflictDoNothing().returning())[0];
}

export async function deleteIdentity(db: Executor, userId: string, id: string): Promise<void> {
  await db.delete(identities).where(and(eq(identities.id, id), eq(identities.userId, userId)));
}
