import { and, desc, eq, gt, inArray, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { audit, members, sessions, twoFactors, users, workspaces } from "../../platform/db/schema/index.ts";

/** Maximum number of workspaces and sessions of one account that are shown. */
const SHOWN_MAX = 200;
/** Number of sign-ins of one account that are shown. */
const SIGN_INS = 10;

/** An account with the totals of its personal library. PostgreSQL sends large numbers as text. */
export interface ManagedRow extends Record<string, unknown> {
  id: string;
  email: string;
  emailVerified: boolean;
  displayName: string;
  avatarBlobId: string | null;
  provider: "password" | "google" | "oidc";
  role: "user" | "admin";
  suspendedAt: string | null;
  quotaBytes: string | null;
  createdAt: string;
  lastSeenAt: string | null;
  storageBytes: string;
  itemCount: string;
}

/** Filter of the list. */
export interface PeopleFilter {
  q: string;
  role: "user" | "admin" | undefined;
  state: "active" | "suspended" | undefined;
  /** Only members of this workspace. */
  workspaceId: string | undefined;
}

/** Where a page ended. */
export interface PeoplePosition {
  at: Date;
  id: string;
}

const contains = (q: string): string => `%${q.toLowerCase().replaceAll(/[\\%_]/gu, "\\$&")}%`;

/**
 * Selects accounts with their totals. The accounts are chosen first, so that totals and sessions are read for those of the page only.
 * The totals are those of the counters, so that their cost does not depend on the number of items.
 */
const withTotals = (chosen: SQL): SQL => sql`
  with chosen as materialized (${chosen})
  select c.id, c.email, c.email_verified as "emailVerified", c.display_name as "displayName", c.avatar_blob_id as "avatarBlobId",
    c.provider, c.role, c.suspended_at as "suspendedAt", c.quota_bytes as "quotaBytes", c.created_at as "createdAt",
    (select max(s.last_seen_at) from sessions s where s.user_id = c.id) as "lastSeenAt",
    coalesce(t.bytes, 0) as "storageBytes", coalesce(t.items, 0) as "itemCount"
  from chosen c
    left join workspaces w on w.personal_owner_id = c.id
    left join lateral (
      select sum(n.stored_bytes) as bytes, sum(n.images + n.videos) as items from space_counts n where n.workspace_id = w.id
    ) t on true
  order by c.created_at desc, c.id desc`;

/** Returns a page of accounts, newest first, in one statement. */
export async function list(
  db: Executor,
  { q, role, state, workspaceId }: PeopleFilter,
  after: PeoplePosition | null,
  limit: number,
): Promise<ManagedRow[]> {
  const conditions = [
    q === "" ? undefined : sql`(lower(u.display_name) || ' ' || u.email_key) like ${contains(q)}`,
    role === undefined ? undefined : sql`u.role = ${role}`,
    state === undefined ? undefined : sql`(u.suspended_at is not null) = ${state === "suspended"}`,
    workspaceId === undefined ? undefined : sql`u.id in (select m.user_id from members m where m.workspace_id = ${workspaceId})`,
    after ? sql`(u.created_at, u.id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)` : undefined,
  ].filter((condition) => condition !== undefined);
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  const chosen = sql`select u.* from users u ${where} order by u.created_at desc, u.id desc limit ${limit}`;
  return (await db.execute<ManagedRow>(withTotals(chosen))).rows;
}

/** Returns one account. */
export async function find(db: Executor, id: string): Promise<ManagedRow | undefined> {
  return (await db.execute<ManagedRow>(withTotals(sql`select u.* from users u where u.id = ${id}`))).rows[0];
}

/** Returns the id of the account with a normalized e-mail address. */
export async function findIdByEmail(db: Executor, emailKey: string): Promise<string | undefined> {
  return (await db.select({ id: users.id }).from(users).where(eq(users.emailKey, emailKey)))[0]?.id;
}

/** Returns whether an account asks for the codes of an authenticator app. */
export async function hasTwoFactor(db: Executor, userId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: twoFactors.userId })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.enabledAt)));
  return rows.length > 0;
}

export async function listWorkspaces(db: Executor, userId: string) {
  return db
    .select({ id: workspaces.id, name: workspaces.name, role: members.role })
    .from(members)
    .innerJoin(workspaces, and(eq(workspaces.id, members.workspaceId), eq(workspaces.kind, "team"), isNull(workspaces.deletedAt)))
    .where(eq(members.userId, userId))
    .orderBy(workspaces.name, workspaces.id)
    .limit(SHOWN_MAX);
}

export async function listSessions(db: Executor, userId: string, now: Date) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ip: sessions.ip,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(SHOWN_MAX);
}

/** Returns the last sign-ins of an account and those that were refused, newest first. Uses the index `audit_user`. */
export async function listSignIns(db: Executor, userId: string) {
  return db
    .select({ at: audit.at, action: audit.action, ip: audit.ip })
    .from(audit)
    .where(and(eq(audit.userId, userId), inArray(audit.action, ["auth.signed-in", "auth.sign-in-refused"])))
    .orderBy(desc(audit.at))
    .limit(SIGN_INS);
}
