import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { folders, members, users, workspaces } from "../../platform/db/schema/index.ts";

export type UserRow = typeof users.$inferSelect;

/** Key of the advisory lock for concurrent registrations, so that only one of them finds the installation empty. */
const FIRST_USER_LOCK = 0x5711_0001;

export async function findUser(db: Executor, id: string): Promise<UserRow | undefined> {
  return (await db.select().from(users).where(eq(users.id, id)))[0];
}

/** Returns the users whose confirmed addresses these are, by address. */
export async function findConfirmed(db: Executor, emailKeys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id: users.id, emailKey: users.emailKey })
    .from(users)
    .where(and(inArray(users.emailKey, [...emailKeys]), eq(users.emailVerified, true), isNull(users.suspendedAt)));
  return new Map(rows.map(({ id, emailKey }) => [emailKey, id]));
}

export async function findUserByEmail(db: Executor, emailKey: string): Promise<UserRow | undefined> {
  return (await db.select().from(users).where(eq(users.emailKey, emailKey)))[0];
}

/** Reads a user and locks the row until the transaction ends. */
export async function lockUser(db: Executor, id: string): Promise<UserRow | undefined> {
  return (await db.select().from(users).where(eq(users.id, id)).for("update"))[0];
}

/** Locks the active administrators in id order until the transaction ends, so that two of them cannot disappear at the same time. Returns their ids. */
export async function lockAdministrators(tx: Executor): Promise<string[]> {
  const isActiveAdministrator = and(eq(users.role, "admin"), isNull(users.suspendedAt));
  const rows = await tx.select({ id: users.id }).from(users).where(isActiveAdministrator).orderBy(users.id).for("no key update");
  return rows.map(({ id }) => id);
}

/** Returns whether there is an account besides this one. */
export async function hasOtherUsers(db: Executor, id: string): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).where(ne(users.id, id)).limit(1)).length > 0;
}

export async function hasUsers(db: Executor): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0;
}

/** Returns the role of a new account. The first account is the administrator, also with concurrent registrations. */
export async function roleOfNewUser(db: Executor): Promise<"user" | "admin"> {
  if (await hasUsers(db)) return "user";
  await db.execute(sql`select pg_advisory_xact_lock(${FIRST_USER_LOCK})`);
  return (await hasUsers(db)) ? "user" : "admin";
}

export async function insertUser(db: Executor, row: typeof users.$inferInsert): Promise<UserRow> {
  const made = (await db.insert(users).values(row).returning())[0];
  if (!made) throw new Error("the user was not inserted");
  return made;
}

export async function updateUser(db: Executor, id: string, change: Partial<typeof users.$inferInsert>): Promise<UserRow | undefined> {
  return (await db.update(users).set(change).where(eq(users.id, id)).returning())[0];
}

/** Marks the welcome mail as sent. Returns false when it was marked before. */
export async function markWelcomed(db: Executor, id: string, at: Date): Promise<boolean> {
  return (
    (
      await db
        .update(users)
        .set({ welcomedAt: at })
        .where(and(eq(users.id, id), sql`${users.welcomedAt} is null`))
        .returning({ id: users.id })
    ).length > 0
  );
}

/** Merges the given preferences into the stored ones in one statement. */
export async function mergePreferences(db: Executor, id: string, patch: Record<string, unknown>): Promise<UserRow | undefined> {
  return (
    await db
      .update(users)
      .set({ preferences: sql`${users.preferences} || ${JSON.stringify(patch)}::jsonb` })
      .where(eq(users.id, id))
      .returning()
  )[0];
}

/** Returns whether the folder is in the user's own workspace and can hold pictures. */
export async function hasCaptureFolder(db: Executor, userId: string, folderId: string): Promise<boolean> {
  const rows = await db
    .select({ id: folders.id })
    .from(folders)
    .innerJoin(workspaces, and(eq(workspaces.id, folders.workspaceId), eq(workspaces.personalOwnerId, userId)))
    .where(and(eq(folders.id, folderId), ne(folders.kind, "video")));
  return rows.length > 0;
}

/** Returns whether the user is a member of an existing team workspace. */
export async function isMember(db: Executor, userId: string, workspaceId: string): Promise<boolean> {
  const rows = await db
    .select({ id: workspaces.id })
    .from(members)
    .innerJoin(workspaces, and(eq(workspaces.id, members.workspaceId), eq(workspaces.kind, "team"), isNull(workspaces.deletedAt)))
    .where(and(eq(members.userId, userId), eq(members.workspaceId, workspaceId)));
  return rows.length > 0;
}

/**
 * Deletes the account and its dependent rows. Affected items are locked in id order, like everywhere, to avoid
 * deadlocks.
 */
export async function deleteUser(tx: Executor, id: string): Promise<void> {
  await tx.execute(sql`
    select id from items where id in (select item_id from likes where user_id = ${id}) or owner_id = ${id} order by id for no key update`);
  await tx.delete(users).where(eq(users.id, id));
}
