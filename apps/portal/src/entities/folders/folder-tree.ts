import type { FolderView } from "./folders.queries.ts";

/** Finds a folder by its id. */
export interface FolderLookup {
  get: (folderId: string) => FolderView | undefined;
}

/** Returns whether a folder is `ancestorId` or a descendant of it. Terminates even if the tree has a cycle. */
export const isWithin = (folderId: string, ancestorId: string, folders: FolderLookup): boolean =>
  chainOf(folderId, folders).has(ancestorId);

/** Returns whether the folder or one above it has a share link. */
export const isLinked = (folder: FolderView, folders: FolderLookup): boolean =>
  folder.linked || [...chainOf(folder.id, folders)].some((id) => folders.get(id)?.linked);

/** Returns the ids of a folder and of those above it, nearest first. */
function chainOf(folderId: string, folders: FolderLookup): Set<string> {
  const chain = new Set<string>();
  for (let id: string | null = folderId; id !== null && !chain.has(id); id = folders.get(id)?.parentId ?? null) chain.add(id);
  return chain;
}
