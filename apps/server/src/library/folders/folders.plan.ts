import type { FolderTree } from "../../access/policies/space-rights.ts";

/** Where a folder stands for somebody who may not read all of the tree. */
export interface VisiblePlace {
  parentId: string | null;
  nestLevel: number;
  /** Folders that they see directly inside. */
  children: number;
}

/** The folders that somebody may read, each inside the nearest one around it that they may read too, or at the top. */
export function visiblePlaces(tree: FolderTree, isReadable: (folderId: string) => boolean): Map<string, VisiblePlace> {
  const visible = new Map<string, VisiblePlace>();
  // For each place of the tree the folder there, or the nearest around it, that can be read. Parents come first.
  const nearest: (string | null)[] = [];
  for (const [at, id] of tree.ids.entries()) {
    const parentId = nearest[tree.parents[at] ?? -1] ?? null;
    const isShown = isReadable(id);
    nearest.push(isShown ? id : parentId);
    if (!isShown) continue;
    const parent = parentId === null ? undefined : visible.get(parentId);
    if (parent) parent.children += 1;
    visible.set(id, { parentId, nestLevel: parent ? parent.nestLevel + 1 : 0, children: 0 });
  }
  return visible;
}
