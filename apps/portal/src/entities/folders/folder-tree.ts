import type { FolderView } from "./folders.queries.ts";

/** Finds a folder by its id. */
export interface FolderLookup {
  get: (folderId: string) => FolderView | undefined;
}

/** Returns whether a folder is `ancestorId` or a descendant of it. Terminates even if the tree has a cycle. */
export function isWithin(folderId: string, ancestorId: string, folders: FolderLookup): boolean {
  const seen = new Set<string>();
  for (let id: string | null = folderId; id !== null && !seen.has(id); id = folders.get(id)?.parentId ?? null) {
    if (id === ancestorId) return true;
    seen.add(id);
  }
  return false;
}
