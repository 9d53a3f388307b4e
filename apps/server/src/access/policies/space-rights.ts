import { isBoundByEntries } from "@stillreel/contract";
import { decideAt, type Grant, type GrantDecision, type Grantee } from "./grants.policy.ts";
import { effectivePermission, type MemberRole, type Permission } from "./items.policy.ts";

/** An entry with its folder or item. */
export interface PlacedGrant extends Grant {
  targetId: string;
}

/** The deciding entry with its position. */
export interface DecidedGrant extends GrantDecision {
  targetId: string;
}

/** The part of a folder that permissions need. */
export interface TreeFolder {
  id: string;
  parentId: string | null;
}

/** A workspace's folders, parents first. Built once and shared by all users of the workspace. */
export interface FolderTree {
  ids: readonly string[];
  /** Index of each folder in `ids`. */
  indexes: ReadonlyMap<string, number>;
  /** Index of each folder's parent in `ids`; -1 at the root. */
  parents: Int32Array;
}

/** Sorts folders in the order in which permissions are inherited. Folders with an unknown parent count as children of the root. */
export function folderTree(folders: Iterable<TreeFolder>): FolderTree {
  const all = [...folders];
  const known = new Set(all.map((folder) => folder.id));
  const inside = Map.groupBy(all, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null));
  const ids: string[] = [];
  const parents: number[] = [];
  const indexes = new Map<string, number>();
  function add(folderId: string | null, at: number): void {
    for (const { id } of inside.get(folderId) ?? []) {
      indexes.set(id, ids.length);
      ids.push(id);
      parents.push(at);
    }
  }
  add(null, -1);
  // The list grows during the loop: level by level.
  for (let at = 0; at < ids.length; at += 1) add(ids[at] ?? null, at);
  return { ids, indexes, parents: Int32Array.from(parents) };
}

/**
 * Deciding entries of one user in one workspace: for each folder or item the nearest applicable one. Each folder is decided once,
 * independently of the number of items.
 */
export interface SpaceGrants {
  /** Null without an applicable entry: the role's default applies. An unknown folder has none. */
  ofFolder(folderId: string | null): DecidedGrant | null;
  ofItem(itemId: string, folderId: string | null): DecidedGrant | null;
  /** Folders with a deciding entry; all others have the role's default. */
  decidedFolders(): ReadonlyMap<string, DecidedGrant>;
  /** Items with their own entry for this user. */
  decidedItems(): ReadonlyMap<string, DecidedGrant>;
  /** All folders of the space; empty when no folder entry applies, because the tree was not needed. */
  folderIds(): Iterable<string>;
}

/** Decides for one user. `folders` is the complete tree; `entries` contains item entries and folder entries separately. */
export function spaceGrants(
  grantee: Grantee,
  folders: FolderTree | Iterable<TreeFolder>,
  entries: { folders: readonly PlacedGrant[]; items: readonly PlacedGrant[] },
): SpaceGrants {
  const tree = isTree(folders) ? folders : folderTree(folders);
  const deciding = [...decided(grantee, entries.folders).values()];
  const ofItems = decided(grantee, entries.items);
  // For each folder the 1-based index of its deciding entry; 0 without one.
  const numbers = new Int32Array(deciding.length === 0 ? 0 : tree.ids.length);
  for (const [index, { targetId }] of deciding.entries()) {
    const position = tree.indexes.get(targetId);
    if (position !== undefined) numbers[position] = index + 1;
  }
  // Parents come first, so their result is known.
  for (let position = 0; position < numbers.length; position += 1) numbers[position] ||= numbers[tree.parents[position] ?? -1] ?? 0;

  const at = (position: number): DecidedGrant | null => deciding[(numbers[position] ?? 0) - 1] ?? null;
  function ofFolder(folderId: string | null): DecidedGrant | null {
    const position = folderId === null ? undefined : tree.indexes.get(folderId);
    return position === undefined ? null : at(position);
  }

  return {
    ofFolder,
    ofItem: (itemId, folderId) => ofItems.get(itemId) ?? ofFolder(folderId),
    decidedFolders() {
      const all = new Map<string, DecidedGrant>();
      for (let position = 0; position < numbers.length; position += 1) {
        const grant = at(position);
        if (grant) all.set(tree.ids[position] ?? "", grant);
      }
      return all;
    },
    decidedItems: () => ofItems,
    folderIds: () => tree.ids,
  };
}

const isTree = (folders: FolderTree | Iterable<TreeFolder>): folders is FolderTree => "indexes" in folders;

function decided(grantee: Grantee, grants: readonly PlacedGrant[]): Map<string, DecidedGrant> {
  const byTarget = new Map<string, PlacedGrant[]>();
  for (const grant of grants) byTarget.set(grant.targetId, [...(byTarget.get(grant.targetId) ?? []), grant]);
  const decisions = new Map<string, DecidedGrant>();
  for (const [targetId, there] of byTarget) {
    const decision = decideAt(grantee, there);
    if (decision) decisions.set(targetId, { ...decision, targetId });
  }
  return decisions;
}

/** Content of a space that the user may not read, as lists exclude it. */
export interface Hidden {
  /** Unreadable folders at any depth. */
  folderIds: string[];
  /** Unreadable items in readable folders. */
  itemIds: string[];
  /** Readable items in unreadable folders. */
  shownItemIds: string[];
}

/** Permissions of one user in one space. */
export interface SpaceRights {
  role: MemberRole;
  /** Permission for a folder, or null for the root, which has the role's default. */
  onFolder(folderId: string | null): Permission;
  /** Permission for an item in this folder or at the root. */
  onItem(itemId: string, folderId: string | null): Permission;
  /** Null when everything in the space is readable. */
  readonly hidden: Hidden | null;
  /** The deciding entries; they do not bind owners and admins. */
  readonly grants: SpaceGrants;
}

/** Cached per entries, shared by all requests. */
const HIDDEN = new WeakMap<SpaceGrants, { value: Hidden | null }>();

/** Combines role and entries. Pure; computed once per list. */
export function spaceRights(role: MemberRole, grants: SpaceGrants): SpaceRights {
  const permissionBy = (entry: DecidedGrant | null): Permission => effectivePermission(role, entry?.permission ?? null);
  const onFolder = (folderId: string | null): Permission => permissionBy(grants.ofFolder(folderId));
  return {
    role,
    onFolder,
    onItem: (itemId, folderId) => permissionBy(grants.ofItem(itemId, folderId)),
    get hidden() {
      if (!isBoundByEntries(role)) return null;
      const cached = HIDDEN.get(grants) ?? { value: hiddenBy(grants) };
      HIDDEN.set(grants, cached);
      return cached.value;
    },
    grants,
  };
}

function hiddenBy(grants: SpaceGrants): Hidden | null {
  const folderIds = [...grants.decidedFolders()].flatMap(([id, { permission }]) => (permission.read ? [] : [id]));
  const itemIds: string[] = [];
  const shownItemIds: string[] = [];
  for (const [id, { permission }] of grants.decidedItems()) (permission.read ? shownItemIds : itemIds).push(id);
  return folderIds.length + itemIds.length === 0 ? null : { folderIds, itemIds, shownItemIds };
}
