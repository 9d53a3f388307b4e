import { and, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/db/batches.ts";
import type { Executor } from "../../platform/db/client.ts";
import {
  blobs,
  boardImages,
  editFiles,
  folders,
  grants,
  itemCounts,
  items,
  members,
  pictureDetails,
  renditions,
  searchWords,
  shareLinks,
  spaceCounts,
  starCounts,
  teams,
  workspaces,
} from "../../platform/db/schema/index.ts";

/** Detaches a personal space from its owner: it becomes inaccessible, and its share links are revoked. Returns its id. */
export async function detachPersonal(db: Executor, userId: string, at: Date): Promise<string | undefined> {
  const rows = await db
    .update(workspaces)
    .set({ personalOwnerId: null })
    .where(eq(workspaces.personalOwnerId, userId))
    .returning({ id: workspaces.id });
  const id = rows[0]?.id;
  if (id) await detach(db, id, at);
  return id;
}

/** Removes all members and revokes all links of a workspace, so that it is inaccessible during the purge. */
export async function detach(db: Executor, workspaceId: string, at: Date): Promise<void> {
  await db.delete(members).where(eq(members.workspaceId, workspaceId));
  await db
    .update(shareLinks)
    .set({ revokedAt: at })
    .where(and(eq(shareLinks.workspaceId, workspaceId), isNull(shareLinks.revokedAt)));
}

const isOverdue = (cutoff: Date) => and(isNotNull(workspaces.deletedAt), lte(workspaces.deletedAt, cutoff));

/** Returns workspaces that were deleted at this time or before. */
export async function listOverdue(db: Executor, cutoff: Date, limit: number): Promise<string[]> {
  const rows = await db.select({ id: workspaces.id }).from(workspaces).where(isOverdue(cutoff)).orderBy(workspaces.deletedAt).limit(limit);
  return rows.map((row) => row.id);
}

/** Returns whether a workspace is still overdue, and locks it until the transaction ends, so that it cannot be restored meanwhile. */
export async function holdOverdue(tx: Executor, workspaceId: string, cutoff: Date): Promise<boolean> {
  const rows = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.id, workspaceId), isOverdue(cutoff)))
    .for("no key update");
  return rows.length > 0;
}

/** Returns whether a workspace has no members. */
export async function isDeserted(db: Executor, workspaceId: string): Promise<boolean> {
  const rows = await db
    .select({ id: workspaces.id, member: members.userId })
    .from(workspaces)
    .leftJoin(members, eq(members.workspaceId, workspaces.id))
    .where(eq(workspaces.id, workspaceId))
    .limit(1);
  return rows[0] !== undefined && rows[0].member === null;
}

/** Deletes up to `limit` items of an inaccessible workspace. Returns their blobs, one entry per reference. */
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
  const edited = await db.select({ blobId: editFiles.blobId }).from(editFiles).where(inArray(editFiles.itemId, ids));
  const drawn = await db.select({ blobId: boardImages.blobId }).from(boardImages).where(inArray(boardImages.boardId, ids));
  await db.delete(items).where(inArray(items.id, ids));
  return { deleted: ids.length, blobIds: [...page, ...derived, ...originals, ...edited, ...drawn].flatMap((row) => row.blobId ?? []) };
}

/**
 * Deletes most rows of a workspace without members and items in batches, so that the deletion of the workspace itself is short. Folders are
 * deleted from the deepest to the root.
 */
export async function deleteContents(db: Executor, workspaceId: string, signal: AbortSignal): Promise<void> {
  await deleteInBatches(db, grants, eq(grants.workspaceId, workspaceId), signal);
  await deleteInBatches(db, folders, eq(folders.workspaceId, workspaceId), signal, { orderBy: sql`${folders.nestLevel} desc` });
  await deleteInBatches(db, searchWords, eq(searchWords.workspaceId, workspaceId), signal);
  await deleteInBatches(db, itemCounts, eq(itemCounts.workspaceId, workspaceId), signal);
  await deleteInBatches(db, starCounts, eq(starCounts.workspaceId, workspaceId), signal);
}

/** Deletes an empty workspace without members and its related rows. Returns its pictures. */
export async function deleteWorkspace(tx: Executor, workspaceId: string): Promise<string[]> {
  const icons = await tx.select({ blobId: teams.iconBlobId }).from(teams).where(eq(teams.workspaceId, workspaceId));
  const deleted = await tx
    .delete(workspaces)
    .where(and(eq(workspaces.id, workspaceId), sql`not exists (select 1 from members m where m.workspace_id = ${workspaceId})`))
    .returning({ avatar: workspaces.avatarBlobId, thumbnail: workspaces.thumbnailBlobId });
  if (!deleted[0]) return [];
  await tx.delete(itemCounts).where(eq(itemCounts.workspaceId, workspaceId));
  // After the counts of containers, whose trigger adds rows here.
  await tx.delete(spaceCounts).where(eq(spaceCounts.workspaceId, workspaceId));
  await tx.delete(starCounts).where(eq(starCounts.workspaceId, workspaceId));
  await tx.delete(searchWords).where(eq(searchWords.workspaceId, workspaceId));
  return [deleted[0].avatar, deleted[0].thumbnail, ...icons.map((row) => row.blobId)].filter((blobId) => blobId !== null);
}
