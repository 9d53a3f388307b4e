import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { grants, members, users } from "../../platform/db/schema/index.ts";
import type { MemberRole } from "../../access/policies/items.policy.ts";
import { loadFragment, loadStatement } from "../../platform/db/statement.ts";

/** A member as other members see them. */
export interface MemberRow {
  id: string;
  display_name: string;
  email: string;
  avatar_blob_id: string | null;
  role: MemberRole;
  joined_at: Date;
  /** Last use of the newest session; null without a session. */
  last_seen_at: Date | null;
}

const MEMBER_SLOTS = { memberColumns: loadFragment(import.meta.url, "./sql/member-columns.sql") };

const MEMBERS_ALL = loadStatement<MemberRow, [workspaceId: string]>(import.meta.url, "./sql/members-all.sql", { slots: MEMBER_SLOTS });

/** Returns all members, by membership duration. */
export async function listMembers(pool: Pool, workspaceId: string): Promise<MemberRow[]> {
  return MEMBERS_ALL.run(pool, [workspaceId]);
}

const MEMBERS_ONE = loadStatement<MemberRow, [workspaceId: string, userId: string]>(import.meta.url, "./sql/members-one.sql", {
  slots: MEMBER_SLOTS,
});

export async function findMember(pool: Pool, workspaceId: string, userId: string): Promise<MemberRow | undefined> {
  const [row] = await MEMBERS_ONE.run(pool, [workspaceId, userId]);
  return row;
}

const MEMBERS_PAGE = loadStatement<
  MemberRow & { sort_key: string },
  [workspaceId: string, q: string, afterKey: string | null, afterId: string | null, limit: number]
>(import.meta.url, "./sql/members-page.sql", { slots: MEMBER_SLOTS });

/** Returns members by name after a position; filtered by name or address with `q`. `sort_key` is the normalised name. */
export async function pageMembers(
  pool: Pool,
  query: { workspaceId: string; q: string; after: { key: string; id: string } | null; limit: number },
): Promise<(MemberRow & { sort_key: string })[]> {
  return MEMBERS_PAGE.run(pool, [query.workspaceId, query.q, query.after?.key ?? null, query.after?.id ?? null, query.limit]);
}

/** Returns the role of a user; undefined for non-members. */
export async function findRole(db: Executor, workspaceId: string, userId: string): Promise<MemberRole | undefined> {
  const rows = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
  return rows[0]?.role;
}

/** Returns the names of those users who are members. */
export async function listNames(db: Executor, workspaceId: string, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.displayName })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.workspaceId, workspaceId), inArray(members.userId, [...userIds])));
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Returns the name of a user; empty when deleted. */
export async function nameOf(db: Executor, userId: string): Promise<string> {
  const rows = await db.select({ name: users.displayName }).from(users).where(eq(users.id, userId));
  return rows[0]?.name ?? "";
}

/** Returns whether another owner exists. */
export async function hasOtherOwner(db: Executor, workspaceId: string, userId: string): Promise<boolean> {
  const others = and(eq(members.workspaceId, workspaceId), eq(members.role, "owner"), ne(members.userId, userId));
  return (await db.select({ id: members.userId }).from(members).where(others).limit(1)).length > 0;
}

/** Adds a member. Returns false for existing members, who stay unchanged. */
export async function insertMember(tx: Executor, row: typeof members.$inferInsert): Promise<boolean> {
  return (await tx.insert(members).values(row).onConflictDoNothing().returning({ id: members.userId })).length > 0;
}

export async function setRole(tx: Executor, workspaceId: string, userId: string, role: MemberRole): Promise<void> {
  await tx
    .update(members)
    .set({ role })
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
}

/** Makes a user the only owner, as a new member if necessary. The former owners become admins. */
export async function setOnlyOwner(tx: Executor, workspaceId: string, userId: string, at: Date): Promise<void> {
  await tx
    .update(members)
    .set({ role: "admin" })
    .where(and(eq(members.workspaceId, workspaceId), eq(members.role, "owner"), ne(members.userId, userId)));
  if (!(await insertMember(tx, { workspaceId, userId, role: "owner", joinedAt: at }))) await setRole(tx, workspaceId, userId, "owner");
}

/** Removes a user from workspaces and their teams. */
export async function deleteMember(tx: Executor, workspaceIds: readonly string[], userId: string): Promise<void> {
  await tx.delete(members).where(and(inArray(members.workspaceId, [...workspaceIds]), eq(members.userId, userId)));
}

/**
 * Deletes the entries of a member or team, and prevents new ones until the transaction ends. A foreign key would delete them too; the
 * explicit deletion before the workspace lock takes locks in the common order of permission changes: the principal's entries (see
 * `entries.repo.ts`), single entries, then the workspace.
 */
export async function dropGrants(tx: Executor, workspaceIds: readonly string[], principalId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`entries:${principalId}`}, 0))`);
  await tx.delete(grants).where(and(inArray(grants.workspaceId, [...workspaceIds]), eq(grants.principalId, principalId)));
}

/** Returns the user's workspaces with other members, including deleted ones, and whether the user is the only owner. */
export async function listShared(db: Executor, userId: string): Promise<{ id: string; name: string; isSoleOwner: boolean }[]> {
  const { rows } = await db.execute<{ id: string; name: string; is_sole_owner: boolean }>(sql`
    select w.id, w.name, m.role = 'owner' and not exists (
      select 1 from members o where o.workspace_id = w.id and o.user_id <> m.user_id and o.role = 'owner') as is_sole_owner
    from members m join workspaces w on w.id = m.workspace_id and w.kind = 'team'
    where m.user_id = ${userId} order by w.id`);
  return rows.map((row) => ({ id: row.id, name: row.name, isSoleOwner: row.is_sole_owner }));
}

/** Returns the member who inherits a workspace: the longest-serving admin, otherwise the longest-serving member. */
export async function findSuccessor(
  db: Executor,
  workspaceId: string,
  leavingUserId: string,
): Promise<{ id: string; name: string } | undefined> {
  const rows = await db
    .select({ id: members.userId, name: users.displayName })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.workspaceId, workspaceId), ne(members.userId, leavingUserId)))
    .orderBy(sql`case ${members.role} when 'admin' then 0 when 'member' then 1 else 2 end`, asc(members.joinedAt), asc(members.userId))
    .limit(1);
  return rows[0];
}
