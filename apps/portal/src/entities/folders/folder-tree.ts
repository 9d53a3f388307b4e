import type { FolderView } from "./folders.queries.ts";

/** Finds a folder by its id. */
export interface FolderLookup {
  get: (folderId: string) => FolderView | undefined;
}

/** True when a folder is `ancestorId` or lies anywhere inside of it. Ends even if the tree has a loop. */
export function isWithin(folderId: string, ancestorId: string, folders: FolderLookup): boolean {
  const seen = new Set<string>();
  for (let id: string | null = folderId; id !== null && !seen.has(id); id = folders.get(id)?.parentId ?? null) {
    if (id === ancestorId) return true;
    seen.add(id);
  }
  return false;
}
