import type { FolderKind } from "@stillreel/contract";
import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { favoriteFolders, folders, members, workspaces } from "../../platform/db/schema/index.ts";
import type { WorkspaceRow } from "../../access/memberships/index.ts";
import type { MemberRole } from "../../access/policies/items.policy.ts";

/** Creates a personal space with its only member. */
export async function insertPersonal(db: Executor, row: { id: string; userId: string; at: Date }): Promise<void> {
  await db.insert(workspaces).values({ id: row.id, kind: "personal", name: "personal", personalOwnerId: row.userId, createdAt: row.at });
  await db.insert(members).values({ workspaceId: row.id, userId: row.userId, role: "owner", joinedAt: row.at });
}

/** Creates a workspace with its owner. */
export async function insertTeamWorkspace(db: Executor, row: { id: string; name: string; userId: string; at: Date }): Promise<void> {
  await db.insert(workspaces).values({ id: row.id, kind: "team", name: row.name, createdAt: row.at });
  await db.insert(members).values({ workspaceId: row.id, userId: row.userId, role: "owner", joinedAt: row.at });
}

/** Returns workspaces owned by the user that were deleted after a time, newest first. */
export async function listDeleted(db: Executor, userId: string, since: Date): Promise<{ workspace: WorkspaceRow; deletedAt: Date }[]> {
  return db
    .select({ workspace: workspaces, deletedAt: sql<Date>`${workspaces.deletedAt}`.mapWith(workspaces.deletedAt) })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.userId, userId), eq(members.role, "owner"), isNotNull(workspaces.deletedAt), gt(workspaces.deletedAt, since)))
    .orderBy(desc(workspaces.deletedAt), asc(workspaces.id));
}

/** A starred folder with the user's membership in its space. */
export interface StarredFolder {
  id: string;
  workspaceId: string;
  kind: FolderKind;
  role: MemberRole;
  rightsVersion: number;
}

/** Returns the user's starred folders in accessible spaces, in starring order. */
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

/** Takes a shared lock on a workspace, which prevents changes and deletion until the transaction ends. Returns false when it is deleted. */
export async function shareWorkspace(tx: Executor, workspaceId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt)))
    .for("share");
  return rows.length > 0;
}

/** Changes of a workspace; undefined properties stay unchanged. */
export type WorkspaceChange = Partial<Pick<WorkspaceRow, "name" | "organizationName" | "avatarBlobId" | "thumbnailBlobId" | "deletedAt">>;

export async function updateWorkspace(tx: Executor, workspaceId: string, change: WorkspaceChange): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(workspaces).set(change).where(eq(workspaces.id, workspaceId));
}

/** Returns the storage key of a picture that this workspace or one of its teams currently uses. */
export async function findLogoKey(db: Executor, workspaceId: string, blobId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ storage_key: string }>(sql`
    select b.storage_key from blobs b where b.id = ${blobId}
      and (exists (select 1 from workspaces w where w.id = ${workspaceId} and b.id in (w.avatar_blob_id, w.thumbnail_blob_id))
        or exists (select 1 from teams t where t.workspace_id = ${workspaceId} and t.icon_blob_id = b.id))`);
  return rows[0]?.storage_key;
}
