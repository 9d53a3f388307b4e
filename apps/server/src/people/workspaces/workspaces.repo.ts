import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { favoriteFolders, folders, members, workspaces } from "../../platform/db/schema/index.ts";
import type { MemberRole } from "../../access/policies/items.policy.ts";

export type WorkspaceRow = typeof workspaces.$inferSelect;

/** Somebody's place in a workspace. */
export interface Place {
  workspace: WorkspaceRow;
  role: MemberRole;
}

/** Makes a personal space and its only member. */
export async function insertPersonal(db: Executor, row: { id: string; userId: string; at: Date }): Promise<void> {
  await db.insert(workspaces).values({ id: row.id, kind: "personal", name: "personal", personalOwnerId: row.userId, createdAt: row.at });
  await db.insert(members).values({ workspaceId: row.id, userId: row.userId, role: "owner", joinedAt: row.at });
}

/** Makes a workspace and its owner. */
export async function insertTeamWorkspace(db: Executor, row: { id: string; name: string; userId: string; at: Date }): Promise<void> {
  await db.insert(workspaces).values({ id: row.id, kind: "team", name: row.name, createdAt: row.at });
  await db.insert(members).values({ workspaceId: row.id, userId: row.userId, role: "owner", joinedAt: row.at });
}

/** The workspace and the user's role in it; undefined when they are no member, or it is deleted or does not exist. */
export async function findMembership(db: Executor, workspaceId: string, userId: string): Promise<Place | undefined> {
  const place = await findAnyMembership(db, workspaceId, userId);
  return place?.workspace.deletedAt === null ? place : undefined;
}

/** What of a place decides about most requests: led by a plan that each connection makes once, for every request begins with it. */
export interface PlaceHead {
  kind: WorkspaceRow["kind"];
  role: MemberRole;
  rightsVersion: number;
  foldersVersion: number;
}

/** The head of somebody's place; undefined as for {@link findMembership}. */
export async function findPlaceHead(pool: Pool, workspaceId: string, userId: string): Promise<PlaceHead | undefined> {
  const { rows } = await pool.query<{ kind: WorkspaceRow["kind"]; role: MemberRole; rights_version: string; folders_version: string }>({
    name: "workspaces-place",
    text: `select w.kind, m.role, w.rights_version, w.folders_version from members m join workspaces w on w.id = m.workspace_id and w.deleted_at is null
      where m.workspace_id = $1 and m.user_id = $2`,
    values: [workspaceId, userId],
  });
  const [row] = rows;
  if (!row) return undefined;
  return { kind: row.kind, role: row.role, rightsVersion: Number(row.rights_version), foldersVersion: Number(row.folders_version) };
}

/** The same, also where the workspace is deleted and not purged yet. */
export async function findAnyMembership(db: Executor, workspaceId: string, userId: string): Promise<Place | undefined> {
  const rows = await db
    .select({ workspace: workspaces, role: members.role })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
  return rows[0];
}

/** Team workspaces of the user, oldest first. */
export async function listTeamWorkspaces(db: Executor, userId: string): Promise<Place[]> {
  return db
    .select({ workspace: workspaces, role: members.role })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.userId, userId), eq(workspaces.kind, "team"), isNull(workspaces.deletedAt)))
    .orderBy(asc(workspaces.createdAt), asc(workspaces.id));
}

/** Workspaces that the user owned and that were deleted behind a time, the latest first. */
export async function listDeleted(db: Executor, userId: string, since: Date): Promise<{ workspace: WorkspaceRow; deletedAt: Date }[]> {
  return db
    .select({ workspace: workspaces, deletedAt: sql<Date>`${workspaces.deletedAt}`.mapWith(workspaces.deletedAt) })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.userId, userId), eq(members.role, "owner"), isNotNull(workspaces.deletedAt), gt(workspaces.deletedAt, since)))
    .orderBy(desc(workspaces.deletedAt), asc(workspaces.id));
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

/** A folder that somebody starred, and their place in its space. */
export interface StarredFolder {
  id: string;
  workspaceId: string;
  kind: "image" | "video" | "mixed";
  role: MemberRole;
  rightsVersion: number;
}

/** Folders that the user starred, in the spaces that they are in, in the order of starring. */
export async function listStarredFolders(db: Executor, userId: string): Promise<StarredFolder[]> {
  return db
    .select({
      id: folders.id,
      workspaceId: folders.workspaceId,
      kind: folders.kind,
      role: members.role,
      rightsVersion: workspaces.rightsVersion,
    })
    .from(favoriteFolders)
    .innerJoin(folders, eq(folders.id, favoriteFolders.folderId))
    .innerJoin(members, and(eq(members.workspaceId, folders.workspaceId), eq(members.userId, favoriteFolders.userId)))
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(favoriteFolders.userId, userId), isNull(workspaces.deletedAt)))
    .orderBy(asc(favoriteFolders.createdAt), asc(folders.id));
}

/**
 * Holds workspaces until the transaction ends, in the order of their ids: who is in them, their roles and their teams are changed
 * by one after the other. Whoever changes rights waits, too.
 */
export async function lockWorkspaces(tx: Executor, workspaceIds: readonly string[]): Promise<void> {
  await tx.execute(sql`select id from workspaces where id = any(${sql.param([...workspaceIds])}::uuid[]) order by id for no key update`);
}

/** Keeps a workspace from being changed or deleted until the transaction ends; many may do so at once. False when it is gone. */
export async function shareWorkspace(tx: Executor, workspaceId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt)))
    .for("share");
  return rows.length > 0;
}

/** What of a workspace changes; what is not given stays. */
export type WorkspaceChange = Partial<Pick<WorkspaceRow, "name" | "organizationName" | "avatarBlobId" | "thumbnailBlobId" | "deletedAt">>;

export async function updateWorkspace(tx: Executor, workspaceId: string, change: WorkspaceChange): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(workspaces).set(change).where(eq(workspaces.id, workspaceId));
}

/** The storage key of a picture that this workspace or one of its teams shows now. */
export async function findLogoKey(db: Executor, workspaceId: string, blobId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ storage_key: string }>(sql`
    select b.storage_key from blobs b where b.id = ${blobId}
      and (exists (select 1 from workspaces w where w.id = ${workspaceId} and b.id in (w.avatar_blob_id, w.thumbnail_blob_id))
        or exists (select 1 from teams t where t.workspace_id = ${workspaceId} and t.icon_blob_id = b.id))`);
  return rows[0]?.storage_key;
}
