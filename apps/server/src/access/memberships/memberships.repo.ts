import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { members, workspaces } from "../../platform/db/schema/index.ts";
import { loadStatement } from "../../platform/db/statement.ts";
import type { MemberRole } from "../policies/items.policy.ts";

export type WorkspaceRow = typeof workspaces.$inferSelect;

/** A workspace with the role of one of its members. */
export interface JoinedWorkspace {
  workspace: WorkspaceRow;
  role: MemberRole;
}

/** The workspace and the user's role in it; undefined when they are no member, or it is deleted or does not exist. */
export async function findMembership(db: Executor, workspaceId: string, userId: string): Promise<JoinedWorkspace | undefined> {
  const place = await findAnyMembership(db, workspaceId, userId);
  return place?.workspace.deletedAt === null ? place : undefined;
}

/** What of a place decides about most requests: led by a plan that each connection makes once, for every request begins with it. */
export interface MembershipHead {
  kind: WorkspaceRow["kind"];
  role: MemberRole;
  rightsVersion: number;
  foldersVersion: number;
}

const MEMBERSHIP_HEAD = loadStatement<
  { kind: WorkspaceRow["kind"]; role: MemberRole; rights_version: string; folders_version: string },
  [workspaceId: string, userId: string]
>(import.meta.url, "./sql/membership-head.sql");

/** Finds the head of a membership; undefined as for {@link findMembership}. */
export async function findMembershipHead(pool: Pool, workspaceId: string, userId: string): Promise<MembershipHead | undefined> {
  const [row] = await MEMBERSHIP_HEAD.run(pool, [workspaceId, userId]);
  if (!row) return undefined;
  return { kind: row.kind, role: row.role, rightsVersion: Number(row.rights_version), foldersVersion: Number(row.folders_version) };
}

/** The same, also where the workspace is deleted and not purged yet. */
export async function findAnyMembership(db: Executor, workspaceId: string, userId: string): Promise<JoinedWorkspace | undefined> {
  const rows = await db
    .select({ workspace: workspaces, role: members.role })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
  return rows[0];
}

/** Team workspaces of the user, oldest first. */
export async function listTeamWorkspaces(db: Executor, userId: string): Promise<JoinedWorkspace[]> {
  return db
    .select({ workspace: workspaces, role: members.role })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.userId, userId), eq(workspaces.kind, "team"), isNull(workspaces.deletedAt)))
    .orderBy(asc(workspaces.createdAt), asc(workspaces.id));
}

/** Ids of every space that the user is in. */
export async function listWorkspaceIds(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: members.workspaceId })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.userId, userId), isNull(workspaces.deletedAt)));
  return rows.map((row) => row.id);
}

/**
 * Holds workspaces until the transaction ends, in the order of their ids: who is in them, their roles and their teams are changed
 * by one after the other. Whoever changes rights waits, too.
 */
export async function lockWorkspaces(tx: Executor, workspaceIds: readonly string[]): Promise<void> {
  await tx.execute(sql`select id from workspaces where id = any(${sql.param([...workspaceIds])}::uuid[]) order by id for no key update`);
}
