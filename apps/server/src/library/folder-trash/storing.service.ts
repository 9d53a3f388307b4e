import type { Executor } from "../../platform/db/client.ts";
import type { DeletedSubtree, StoredEntry } from "../../platform/db/schema/index.ts";
import { flattenChain } from "../../access/policies/grants.policy.ts";
import { chainsOf, flatEntries, levelsAlong } from "./folder-trash.plan.ts";
import * as repo from "./folder-trash.repo.ts";

/** A folder that is about to be deleted. */
export interface Deletion {
  folder: repo.FolderRow;
  /** The folder and its descendants. The caller has locked them and their items. */
  folderIds: readonly string[];
  at: Date;
  /** Whether the items go to the trash, and not to the root. */
  withItems: boolean;
}

/** Reads a subtree with everything that its deletion would lose. */
async function readSubtree(tx: Executor, { folder, folderIds }: Deletion): Promise<DeletedSubtree> {
  const rows = await repo.listFolders(tx, folderIds);
  const entries = await repo.listEntries(tx, [...folder.path, ...folderIds]);
  const stars = await repo.listStars(tx, folderIds);
  return {
    version: 1,
    folders: rows.map(({ id, parentId, name, nameKey, color, createdBy, createdAt }) => ({
      id,
      parentId,
      name,
      nameKey,
      color,
      createdBy,
      createdAt: createdAt.toISOString(),
      entries: entries.get(id) ?? [],
      stars: (stars.get(id) ?? []).map((star) => ({ userId: star.userId, createdAt: star.createdAt.toISOString() })),
    })),
    inherited: levelsAlong(folder.path.toReversed(), entries),
  };
}

/**
 * Returns the entries that items need to remain as accessible as in their folder: those of the folders, and the missing ones of items with
 * direct entries.
 */
async function entriesForItems(
  tx: Executor,
  { folder, folderIds }: Deletion,
  { folders, inherited }: DeletedSubtree,
): Promise<Record<"ofFolders" | "ofItems", Map<string, StoredEntry[]>>> {
  const ofItems = new Map<string, StoredEntry[]>();
  if (inherited.length === 0 && folders.every(({ entries }) => entries.length === 0)) return { ofFolders: new Map(), ofItems };
  const members = await repo.holdMembers(tx, folder.workspaceId);
  const chains = chainsOf(folders, inherited);
  for (const { itemId, folderId, entries } of await repo.listItemEntries(tx, folder.workspaceId, folderIds)) {
    const own = new Set(entries.map(({ principalId }) => principalId));
    const flat = flattenChain([entries, ...(chains.get(folderId) ?? [])], members);
    ofItems.set(
      itemId,
      flat.filter(({ principalId }) => !own.has(principalId)),
    );
  }
  return { ofFolders: flatEntries(folders, inherited, members), ofItems };
}

/**
 * Stores a folder with its descendants in the trash, before the caller deletes their rows. The items receive the entries of their folder, so
 * that no member gains access to them.
 */
export async function storeSubtree(tx: Executor, deletion: Deletion): Promise<void> {
  const { folder, folderIds, at, withItems } = deletion;
  const subtree = await readSubtree(tx, deletion);
  const parent = folder.parentId === null ? undefined : await repo.findFolder(tx, folder.workspaceId, folder.parentId);
  await repo.insertDeletedFolder(tx, {
    id: folder.id,
    workspaceId: folder.workspaceId,
    deletedAt: at,
    kind: folder.kind,
    name: folder.name,
    color: folder.color,
    parentId: folder.parentId,
    parentName: parent?.name ?? null,
    folderCount: folderIds.length,
    subtree,
  });
  const entries = await entriesForItems(tx, deletion, subtree);
  await repo.storeItems(tx, { ...entries, deletedFolderId: folder.id, folderIds, at, trashedAt: withItems ? at : null });
}
