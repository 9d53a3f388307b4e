import type { FolderKind, ItemType, PointerTrack } from "@stillreel/contract";
import { and, eq } from "drizzle-orm";
import type { Executor } from "../../../platform/db/client.ts";
import { favorites, folders, items, pictureDetails, pointerTracks } from "../../../platform/db/schema/index.ts";

/** Returns a folder of this workspace, locked so that it cannot be deleted before the item is inserted. */
export async function lockFolder(
  tx: Executor,
  workspaceId: string,
  folderId: string,
): Promise<{ kind: FolderKind; name: string } | undefined> {
  const rows = await tx
    .select({ kind: folders.kind, name: folders.name })
    .from(folders)
    .where(and(eq(folders.id, folderId), eq(folders.workspaceId, workspaceId)))
    .for("key share");
  return rows[0];
}

/** Returns whether an item of the workspace has this name. */
export async function isTaken(tx: Executor, workspaceId: string, refName: string): Promise<boolean> {
  const rows = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.workspaceId, workspaceId), eq(items.refName, refName)));
  return rows.length > 0;
}

/**
 * Inserts an imported item. With a concurrent equal name the second transaction fails, and its retry finds the name
 * taken.
 */
export async function insertImported(tx: Executor, row: typeof items.$inferInsert): Promise<void> {
  await tx.insert(items).values(row);
}

export async function insertDetails(tx: Executor, row: typeof pictureDetails.$inferInsert): Promise<void> {
  await tx.insert(pictureDetails).values(row);
}

export async function insertPointer(tx: Executor, itemId: string, track: PointerTrack): Promise<void> {
  await tx.insert(pointerTracks).values({ itemId, track });
}

export async function insertFavorite(
  tx: Executor,
  item: {
    id: string;
    workspaceId: string;
    ownerId: string;
    type: ItemType;
    title: string;
    createdAt: Date;
    trashedAt: Date | null;
  },
  now: Date,
): Promise<void> {
  await tx
    .insert(favorites)
    .values({
      userId: item.ownerId,
      itemId: item.id,
      workspaceId: item.workspaceId,
      type: item.type,
      title: item.title,
      itemCreatedAt: item.createdAt,
      trashed: item.trashedAt !== null,
      createdAt: now,
    })
    .onConflictDoNothing();
}
