import { and, desc, eq, getTableColumns, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
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
 * Returns audit entries, newest first. A filter by one value, or by an exact action with other values, is one scan of an index that has
 * the order of the list. Every other combination is merged from one scan for each action.
 */
export async function list(db: Executor, filter: AuditFilter, after: AuditPosition | null, limit: number): Promise<AuditedRow[]> {
  const { action, workspaceId, userId } = filter;
  const isMerged = action === undefined ? workspaceId !== undefined && userId !== undefined : isGroup(action);
  if (isMerged) return listMerged(db, filter, after, limit);
  const matches = and(...conditionsOf(filter, after), action === undefined ? undefined : eq(audit.action, action));
  return present(db, newestOf(db, matches, limit).as("audit"), limit);
}

const NEWEST = [desc(audit.at), desc(audit.id)];
const newestOf = (db: Executor, matches: SQL | undefined, limit: number, order = NEWEST) =>
  db
    .select()
    .from(audit)
    .where(matches)
    .orderBy(...order)
    .limit(limit);

/** Adds the names to selected rows, newest first. The selection has the name of the table, so the columns are the same. */
function present(db: Executor, rows: ReturnType<ReturnType<typeof newestOf>["as"]>, limit: number): Promise<AuditedRow[]> {
  return db
    .select(COLUMNS)
    .from(rows)
    .leftJoin(users, eq(users.id, audit.userId))
    .leftJoin(workspaces, and(eq(workspaces.id, audit.workspaceId), isNull(workspaces.personalOwnerId)))
    .orderBy(...NEWEST)
    .limit(limit);
}

/**
 * Returns the recorded actions of a group, or all of them, within a person and a workspace. It costs one access to the index for each
 * action: `audit_action`, `audit_user_action`, `audit_workspace_action` or `audit_user_workspace`.
 */
async function actionsOf(db: Executor, { action: group, userId, workspaceId }: AuditFilter): Promise<string[]> {
  const scope = [
    group === undefined ? sql`true` : sql`action ~>=~ ${group} and action ~<~ ${`${group.slice(0, -1)}/`}`,
    userId === undefined ? sql`true` : sql`user_id = ${userId}`,
    workspaceId === undefined ? sql`true` : sql`workspace_id = ${workspaceId}`,
  ];
  const next = (above: SQL): SQL =>
    sql`(select action from audit where ${sql.join([...scope, above], sql` and `)} order by action using ~<~ limit 1)`;
  const { rows } = await db.execute<{ action: string }>(sql`
    with recursive actions as (
      select ${next(sql`true`)} as action
      union all select ${next(sql`action ~>~ actions.action`)} from actions where actions.action is not null
    )
    select action from actions where action is not null`);
  return rows.map(({ action }) => action);
}

/**
 * Returns the entries of several actions. A rare combination would be searched for among all rows, so the newest rows of each of its
 * actions are read and merged. The action is a value of the join: a statement with a part for each action would be planned for each
 * action and partition. Its range and the order by it exclude the indexes without the action, which a rare one would read as a whole.
 */
async function listMerged(db: Executor, filter: AuditFilter, after: AuditPosition | null, limit: number): Promise<AuditedRow[]> {
  const actions = await actionsOf(db, filter);
  if (actions.length === 0) return [];
  const ofAction = sql`${audit.action} ~>=~ wanted.action and ${audit.action} ~<=~ wanted.action`;
  const order = [sql`${audit.action} using ~<~`, ...NEWEST];
  const newest = newestOf(db, and(...conditionsOf(filter, after), ofAction), limit, order).as("audit");
  const merged = db
    .select(getTableColumns(audit))
    .from(sql`unnest(${sql.param(actions)}::text[]) as wanted(action)`)
    .crossJoinLateral(newest)
    .orderBy(...NEWEST)
    .limit(limit);
  return present(db, merged.as("audit"), limit);
}
