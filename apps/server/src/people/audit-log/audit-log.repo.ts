import { and, desc, eq, gte, inArray, isNull, like, lte, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { audit, users, workspaces } from "../../platform/db/schema/index.ts";

/** An audit entry with the current name of its user. */
export interface AuditedRow {
  id: string;
  at: Date;
  action: string;
  details: Record<string, unknown>;
  userId: string | null;
  /** Null for users whose account was deleted. */
  userName: string | null;
  userAvatar: string | null;
  ip: string;
  /** Null outside of workspaces, in personal libraries, and for workspaces that were deleted. */
  workspaceId: string | null;
  workspaceName: string | null;
}

/** Filter for audit entries. */
export interface AuditFilter {
  /** Absent for the entries of the whole installation. */
  workspaceId: string | undefined;
  /** An action, or the prefix of a group of actions with its dot: `member.`. */
  action: string | undefined;
  userId: string | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

/** Where a page ended. */
export interface AuditPosition {
  at: Date;
  id: string;
}

const COLUMNS = {
  id: audit.id,
  at: audit.at,
  action: audit.action,
  details: audit.details,
  userId: users.id,
  userName: users.displayName,
  userAvatar: users.avatarBlobId,
  ip: audit.ip,
  workspaceId: workspaces.id,
  workspaceName: workspaces.name,
};

const isGroup = (action: string): boolean => action.endsWith(".");
const actionIs = (action: string): SQL =>
  isGroup(action) ? like(audit.action, `${action.replaceAll(/[\\%_]/gu, "\\$&")}%`) : eq(audit.action, action);

/** Returns the conditions other than the action. */
function conditionsOf({ workspaceId, userId, from, to }: AuditFilter, after: AuditPosition | null): (SQL | undefined)[] {
  return [
    workspaceId === undefined ? undefined : eq(audit.workspaceId, workspaceId),
    userId === undefined ? undefined : eq(audit.userId, userId),
    from === undefined ? undefined : gte(audit.at, from),
    to === undefined ? undefined : lte(audit.at, to),
    // The timestamp alone lets the index scan start at the end of the previous page.
    after ? lte(audit.at, after.at) : undefined,
    after ? sql`(${audit.at}, ${audit.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)` : undefined,
  ];
}

/**
 * Returns audit entries, newest first. Uses the index of the workspace, the user, the action, or `audit_newest`, which have the order of
 * the list.
 */
export async function list(db: Executor, filter: AuditFilter, after: AuditPosition | null, limit: number): Promise<AuditedRow[]> {
  const { action, workspaceId, userId } = filter;
  if (action !== undefined && isGroup(action) && workspaceId === undefined && userId === undefined)
    return listGroup(db, action, filter, after, limit);
  const matches = and(...conditionsOf(filter, after), action === undefined ? undefined : actionIs(action));
  return pageOf(db, matches, limit);
}

function pageOf(db: Executor, matches: SQL | undefined, limit: number): Promise<AuditedRow[]> {
  return db
    .select(COLUMNS)
    .from(audit)
    .leftJoin(users, eq(users.id, audit.userId))
    .leftJoin(workspaces, and(eq(workspaces.id, audit.workspaceId), isNull(workspaces.personalOwnerId)))
    .where(matches)
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(limit);
}

/** Returns the recorded actions of a group, with one access to the index `audit_action` for each. */
async function actionsOf(db: Executor, group: string): Promise<string[]> {
  const end = `${group.slice(0, -1)}/`;
  const next = (above: SQL): SQL =>
    sql`(select action from audit where action ~>=~ ${group} and action ~<~ ${end} and ${above} order by action using ~<~ limit 1)`;
  const { rows } = await db.execute<{ action: string }>(sql`
    with recursive actions as (
      select ${next(sql`true`)} as action
      union all select ${next(sql`action ~>~ actions.action`)} from actions where actions.action is not null
    )
    select action from actions where action is not null`);
  return rows.map(({ action }) => action);
}

/**
 * Returns the entries of a group of actions in the whole installation. A rare group would be searched for among all rows, so the newest
 * rows of each of its actions are read and merged. The actions are constants of the statement: the database knows how frequent each one is
 * and chooses its index accordingly.
 */
async function listGroup(
  db: Executor,
  group: string,
  filter: AuditFilter,
  after: AuditPosition | null,
  limit: number,
): Promise<AuditedRow[]> {
  const actions = await actionsOf(db, group);
  if (actions.length === 0) return [];
  const newest = actions.map((action) => {
    const matches = and(...conditionsOf(filter, after), eq(audit.action, action)) ?? sql`true`;
    return sql`(select audit.id, audit.at from audit where ${matches} order by audit.at desc, audit.id desc limit ${limit})`;
  });
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from (${sql.join(newest, sql` union all `)}) newest order by at desc, id desc limit ${limit}`,
  );
  if (rows.length === 0) return [];
  return pageOf(
    db,
    inArray(
      audit.id,
      rows.map(({ id }) => id),
    ),
    limit,
  );
}
