import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import {
  blobs,
  favoriteFolders,
  folders,
  itemCounts,
  items,
  members,
  pictureDetails,
  renditions,
  searchWords,
  shareLinks,
  users,
  workspaces,
} from "../../db/schema/index.ts";

export type WorkspaceRow = typeof workspaces.$inferSelect;
export type MemberRole = (typeof members.$inferSelect)["role"];

/** Makes a personal space and its only member. */
export async function insertPersonal(db: Executor, row: { id: string; userId: string; at: Date }): Promise<void> {
  await db.insert(workspaces).values({ id: row.id, kind: "personal", name: "personal", personalOwnerId: row.userId, createdAt: row.at });
  await db.insert(members).values({ workspaceId: row.id, userId: row.userId, role: "owner", joinedAt: row.at });
}

/** The workspace and the user's role in it; undefined when they are no member or it does not exist. */
export async function findMembership(
  db: Executor,
  workspaceId: string,
  userId: string,
): Promise<{ workspace: WorkspaceRow; role: MemberRole } | undefined> {
  const rows = await db
    .select({ workspace: workspaces, role: members.role })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
  return rows[0];
}

/** Team workspaces of the user, oldest first. */
export async function listTeamWorkspaces(db: Executor, userId: string): Promise<{ workspace: WorkspaceRow; role: MemberRole }[]> {
  return db
    .select({ workspace: workspaces, role: members.role })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.userId, userId), eq(workspaces.kind, "team")))
    .orderBy(asc(workspaces.createdAt), asc(workspaces.id));
}

/** Ids of every space that the user is in. */
export async function listWorkspaceIds(db: Executor, userId: string): Promise<string[]> {
  const rows = await db.select({ id: members.workspaceId }).from(members).where(eq(members.userId, userId));
  return rows.map((row) => row.id);
}

/** A folder that somebody starred. */
export interface FavoriteFolder {
  id: string;
  workspaceId: string;
  kind: "image" | "video" | "mixed";
}

/** Folders that the user starred, in the spaces that they are in, in the order of starring. */
export async function listFavoriteFolders(db: Executor, userId: string): Promise<FavoriteFolder[]> {
  return db
    .select({ id: folders.id, workspaceId: folders.workspaceId, kind: folders.kind })
    .from(favoriteFolders)
    .innerJoin(folders, eq(folders.id, favoriteFolders.folderId))
    .innerJoin(members, and(eq(members.workspaceId, folders.workspaceId), eq(members.userId, favoriteFolders.userId)))
    .where(eq(favoriteFolders.userId, userId))
    .orderBy(asc(favoriteFolders.createdAt), asc(folders.id));
}

/** Everybody in a workspace, longest-standing first. */
export async function listMembers(db: Executor, workspaceId: string) {
  return db
    .select({
      id: users.id,
      displayName: users.displayName,
      email: users.email,
      avatarBlobId: users.avatarBlobId,
      role: members.role,
      joinedAt: members.joinedAt,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.workspaceId, workspaceId))
    .orderBy(asc(members.joinedAt), asc(users.id));
}

/** Cuts a personal space off from its owner: nobody can reach it any more, and its share links are dead. Answers its id. */
export async function detachPersonal(db: Executor, userId: string, at: Date): Promise<string | undefined> {
  const rows = await db
    .update(workspaces)
    .set({ personalOwnerId: null })
    .where(eq(workspaces.personalOwnerId, userId))
    .returning({ id: workspaces.id });
  const id = rows[0]?.id;
  if (!id) return undefined;
  await db.delete(members).where(eq(members.workspaceId, id));
  await db
    .update(shareLinks)
    .set({ revokedAt: at })
    .where(and(eq(shareLinks.workspaceId, id), isNull(shareLinks.revokedAt)));
  return id;
}

/** Team workspaces in which the user is the only owner. */
export async function listSolelyOwned(db: Executor, userId: string): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select m.workspace_id as id from members m join workspaces w on w.id = m.workspace_id and w.kind = 'team'
    where m.user_id = ${userId} and m.role = 'owner'
      and not exists (select 1 from members o where o.workspace_id = m.workspace_id and o.user_id <> m.user_id and o.role = 'owner')`);
  return rows.rows.map((row) => row.id);
}

/** The member who inherits a workspace: its longest-standing admin, else its longest-standing member. */
export async function findHeir(db: Executor, workspaceId: string, leavingUserId: string): Promise<string | undefined> {
  const rows = await db
    .select({ id: members.userId })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), ne(members.userId, leavingUserId)))
    .orderBy(sql`case ${members.role} when 'admin' then 0 when 'member' then 1 else 2 end`, asc(members.joinedAt), asc(members.userId))
    .limit(1);
  return rows[0]?.id;
}

export async function setRole(db: Executor, workspaceId: string, userId: string, role: MemberRole): Promise<void> {
  await db
    .update(members)
    .set({ role })
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
}

/** Takes every member out of a workspace and ends its links, so that nobody can reach it while it is being purged. */
export async function detachTeam(db: Executor, workspaceId: string, at: Date): Promise<void> {
  await db.delete(members).where(eq(members.workspaceId, workspaceId));
  await db
    .update(shareLinks)
    .set({ revokedAt: at })
    .where(and(eq(shareLinks.workspaceId, workspaceId), isNull(shareLinks.revokedAt)));
}

/** Deletes up to `limit` items of a workspace that nobody reaches any more. Answers the blobs they held, one entry a reference. */
export async function deleteItems(db: Executor, workspaceId: string, limit: number): Promise<{ deleted: number; blobIds: string[] }> {
  const page = await db
    .select({ id: items.id, blobId: items.blobId })
    .from(items)
    .where(eq(items.workspaceId, workspaceId))
    .limit(limit)
    .for("update");
  if (page.length === 0) return { deleted: 0, blobIds: [] };
  const ids = page.map((row) => row.id);
  const derived = await db
    .select({ blobId: blobs.id })
    .from(renditions)
    .innerJoin(blobs, eq(blobs.id, renditions.blobId))
    .where(inArray(renditions.itemId, ids));
  const originals = await db
    .select({ blobId: pictureDetails.originalBlobId })
    .from(pictureDetails)
    .where(inArray(pictureDetails.itemId, ids));
  await db.delete(items).where(inArray(items.id, ids));
  return { deleted: ids.length, blobIds: [...page, ...derived, ...originals].flatMap((row) => row.blobId ?? []) };
}

/** Removes an emptied workspace that has no members left, with what is kept beside it by its id alone. */
export async function deleteWorkspace(tx: Executor, workspaceId: string): Promise<void> {
  const deleted = await tx
    .delete(workspaces)
    .where(and(eq(workspaces.id, workspaceId), sql`not exists (select 1 from members m where m.workspace_id = ${workspaceId})`))
    .returning({ id: workspaces.id });
  if (deleted.length === 0) return;
  await tx.delete(itemCounts).where(eq(itemCounts.workspaceId, workspaceId));
  await tx.delete(searchWords).where(eq(searchWords.workspaceId, workspaceId));
}

/** Is this workspace really left by everybody? */
export async function isDeserted(db: Executor, workspaceId: string): Promise<boolean> {
  const rows = await db
    .select({ id: workspaces.id, member: members.userId })
    .from(workspaces)
    .leftJoin(members, eq(members.workspaceId, workspaces.id))
    .where(eq(workspaces.id, workspaceId))
    .limit(1);
  return rows[0] !== undefined && rows[0].member === null;
}
