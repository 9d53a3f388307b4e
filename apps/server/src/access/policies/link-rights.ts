import type { FolderTree, PlacedGrant } from "./space-rights.ts";
import { spaceGrants } from "./space-rights.ts";

/** Content of a workspace that the link of a folder does not show. */
export interface LinkRights {
  /** Folders below the shared one that are closed for everyone. What is inside them is not shown either. */
  hiddenFolderIds: readonly string[];
  /** Items that are closed for everyone. */
  hiddenItemIds: readonly string[];
  /** Whether a folder above the shared one is closed for everyone, so that the link does not name it. */
  isNameless(folderId: string): boolean;
}

/** Nothing is hidden: the workspace has no entries for everyone. */
export const OPEN_LINK_RIGHTS: LinkRights = { hiddenFolderIds: [], hiddenItemIds: [], isNameless: () => false };

/** A visitor of a link is subject to the entries for everyone only: they are no member, and in no team. */
const VISITOR = { userId: "", teamIds: new Set<string>() };

/**
 * Decides what the link of a folder shows. The entries of the shared folder and of the folders above it do not apply: creating the link
 * opened the folder. Entries below it for everyone do.
 */
export function linkRights(
  folderId: string,
  tree: FolderTree,
  entries: { folders: readonly PlacedGrant[]; items: readonly PlacedGrant[] },
): LinkRights {
  const chain = new Set<string>();
  for (let at = tree.indexes.get(folderId) ?? -1; at >= 0; at = tree.parents[at] ?? -1) chain.add(tree.ids[at] ?? "");
  const below = spaceGrants(VISITOR, tree, {
    folders: entries.folders.filter(({ targetId }) => !chain.has(targetId)),
    items: entries.items,
  });
  const whole = spaceGrants(VISITOR, tree, entries);
  const closed = (decided: ReadonlyMap<string, { permission: { read: boolean } }>): string[] =>
    [...decided].flatMap(([id, { permission }]) => (permission.read ? [] : [id]));
  return {
    hiddenFolderIds: closed(below.decidedFolders()),
    hiddenItemIds: closed(below.decidedItems()),
    isNameless: (id) => whole.ofFolder(id)?.permission.read === false,
  };
}
