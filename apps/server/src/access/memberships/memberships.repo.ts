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

/** Returns the workspace and the user's role; undefined for non-members and for deleted or unknown workspaces. */
export async function findMembership(db: Executor, workspaceId: string, userId: string): Promise<JoinedWorkspace | undefined> {
  const membership = await findAnyMembership(db, workspaceId, userId);
  return membership?.workspace.deletedAt === null ? membership : undefined;
}

/** The part of a membership that most requests need. A prepared statement, because every request starts with it. */
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

/** Returns a membership, including those of deleted workspaces before their purge. */
export async function findAnyMembership(db: Executor, workspaceId: string, userId: string): Promise<JoinedWorkspace | undefined> {
  const rows = await db
    .select({ workspace: workspaces, role: members.role })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
  return rows[0];
}

/** Returns the user's team workspaces, oldest first. */
export async function listTeamWorkspaces(db: Executor, userId: string): Promise<JoinedWorkspace[]> {
  return db
    .select({ workspace: workspaces, role: members.role })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.userId, userId), eq(workspaces.kind, "team"), isNull(workspaces.deletedAt)))
    .orderBy(asc(workspaces.createdAt), asc(workspaces.id));
}

/** Returns the ids of all spaces of the user. */
export async function listWorkspaceIds(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: members.workspaceId })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.userId, userId), isNull(workspaces.deletedAt)));
  return rows.map((row) => row.id);
}

/**
 * Locks workspaces until the transaction ends, in id order: changes of members, roles and teams are serialised. Permission changes
 * wait too.
 */
export async function lockWorkspaces(tx: Executor, workspaceIds: readonly string[]): Promise<void> {
  await tx.execute(sql`select id from workspaces where id = any(${sql.param([...workspaceIds])}::uuid[]) order by id for no key update`);
}
