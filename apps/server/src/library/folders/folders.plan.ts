import type { FolderTree } from "../../access/policies/space-rights.ts";

/** Position of a folder in the tree that a user with limited permissions sees. */
export interface VisiblePosition {
  parentId: string | null;
  nestLevel: number;
  /** Number of visible folders directly inside. */
  children: number;
}

/** Returns the readable folders, each in its nearest readable ancestor or at the top level. */
export function visiblePositions(tree: FolderTree, isReadable: (folderId: string) => boolean): Map<string, VisiblePosition> {
  const visible = new Map<string, VisiblePosition>();
  // For each tree position, the folder itself or its nearest readable ancestor. Parents come first.
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
