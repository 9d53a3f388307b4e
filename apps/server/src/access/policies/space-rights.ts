import { decideAt, type Grant, type GrantDecision, type Grantee } from "./grants.policy.ts";
import { effectivePermission, isBoundByEntries, type MemberRole, type Permission } from "./items.policy.ts";

/** An entry and the folder or file that it stands on. */
export interface PlacedGrant extends Grant {
  targetId: string;
}

/** The entry that decides for somebody, and where it stands. */
export interface DecidedGrant extends GrantDecision {
  targetId: string;
}

/** A folder as far as rights need to know. */
export interface TreeFolder {
  id: string;
  parentId: string | null;
}

/** A workspace's folders, each after the one that it lies in. Built once, and shared by everybody whose rights are decided in it. */
export interface FolderTree {
  ids: readonly string[];
  /** Where each folder stands among `ids`. */
  places: ReadonlyMap<string, number>;
  /** Where each folder's parent stands among `ids`; -1 at the root. */
  parents: Int32Array;
}

/** Brings folders into the order in which rights go down the tree. What lies in a folder that is not there counts as lying at the root. */
export function folderTree(folders: Iterable<TreeFolder>): FolderTree {
  const all = [...folders];
  const known = new Set(all.map((folder) => folder.id));
  const inside = Map.groupBy(all, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null));
  const ids: string[] = [];
  const parents: number[] = [];
  const places = new Map<string, number>();
  function add(folderId: string | null, at: number): void {
    for (const { id } of inside.get(folderId) ?? []) {
      places.set(id, ids.length);
      ids.push(id);
      parents.push(at);
    }
  }
  add(null, -1);
  // The list grows while it is walked: level by level, until nothing lies deeper.
  for (let at = 0; at < ids.length; at += 1) add(ids[at] ?? null, at);
  return { ids, places, parents: Int32Array.from(parents) };
}

/**
 * Which entry decides for one person at each place of one workspace: the nearest upwards that is for them.
 * Every folder is decided once, however many of its items are asked about.
 */
export interface SpaceGrants {
  /** Null where no entry on the way up is for them: the role's default holds. A folder that is not there has none. */
  ofFolder(folderId: string | null): DecidedGrant | null;
  ofItem(itemId: string, folderId: string | null): DecidedGrant | null;
  /** Folders for which an entry decides, with it; all others are at the role's default. */
  decidedFolders(): ReadonlyMap<string, DecidedGrant>;
  /** Files that have an entry of their own for this person. */
  decidedItems(): ReadonlyMap<string, DecidedGrant>;
  /** Every folder of the space; where no entry on a folder is for them, there may be none: nobody had to know the tree. */
  folderIds(): Iterable<string>;
}

/** Decides for one person. `folders` is the workspace's whole tree; of `entries`, `items` are those on files, `folders` those on folders. */
export function spaceGrants(
  grantee: Grantee,
  folders: FolderTree | Iterable<TreeFolder>,
  entries: { folders: readonly PlacedGrant[]; items: readonly PlacedGrant[] },
): SpaceGrants {
  const tree = isTree(folders) ? folders : folderTree(folders);
  const deciding = [...decided(grantee, entries.folders).values()];
  const ofItems = decided(grantee, entries.items);
  // For each place of the tree the number of the entry that decides there, counted from 1; 0 for none.
  const numbers = new Int32Array(deciding.length === 0 ? 0 : tree.ids.length);
  for (const [index, { targetId }] of deciding.entries()) {
    const place = tree.places.get(targetId);
    if (place !== undefined) numbers[place] = index + 1;
  }
  // Parents come first, so theirs are known already.
  for (let place = 0; place < numbers.length; place += 1) numbers[place] ||= numbers[tree.parents[place] ?? -1] ?? 0;

  const at = (place: number): DecidedGrant | null => deciding[(numbers[place] ?? 0) - 1] ?? null;
  function ofFolder(folderId: string | null): DecidedGrant | null {
    const place = folderId === null ? undefined : written(tree.places, folderId);
    return place === undefined ? null : at(place);
  }

  return {
    ofFolder,
    ofItem: (itemId, folderId) => written(ofItems, itemId) ?? ofFolder(folderId),
    decidedFolders() {
      const all = new Map<string, DecidedGrant>();
      for (let place = 0; place < numbers.length; place += 1) {
        const grant = at(place);
        if (grant) all.set(tree.ids[place] ?? "", grant);
      }
      return all;
    },
    decidedItems: () => ofItems,
    folderIds: () => tree.ids,
  };
}

/** What is known under an id. In an address it may be written in capitals, and the database takes it for the same. */
const written = <T>(known: ReadonlyMap<string, T>, id: string): T | undefined => known.get(id) ?? known.get(id.toLowerCase());

const isTree = (folders: FolderTree | Iterable<TreeFolder>): folders is FolderTree => "places" in folders;

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

/** What somebody may not read in a space, as lists leave it out. */
export interface Hidden {
  /** Folders that they may not read, however deep. */
  folderIds: string[];
  /** Files that they may not read though they may read the folder. */
  itemIds: string[];
  /** Files that they may read in folders that they may not. */
  shownItemIds: string[];
}

/** What one person may do in one space, place by place. */
export interface SpaceRights {
  role: MemberRole;
  /** A folder, or the root of the space by null: there the role's default holds. */
  onFolder(folderId: string | null): Permission;
  /** A file that lies in this folder, or at the root. */
  onItem(itemId: string, folderId: string | null): Permission;
  /** Null where they may read all of the space. */
  readonly hidden: Hidden | null;
  /** The entries behind it; owners and admins are bound by none of them. */
  readonly grants: SpaceGrants;
}

/** Worked out once for a person's entries, however many requests ask. */
const HIDDEN = new WeakMap<SpaceGrants, { value: Hidden | null }>();

/** Roles and entries together. Pure; decided once for a list, however long. */
export function spaceRights(role: MemberRole, grants: SpaceGrants): SpaceRights {
  const permissionBy = (entry: DecidedGrant | null): Permission => effectivePermission(role, entry?.permission ?? null);
  const onFolder = (folderId: string | null): Permission => permissionBy(grants.ofFolder(folderId));
  return {
    role,
    onFolder,
    onItem: (itemId, folderId) => permissionBy(grants.ofItem(itemId, folderId)),
    get hidden() {
      if (!isBoundByEntries(role)) return null;
      const kept = HIDDEN.get(grants) ?? { value: hiddenBy(grants) };
      HIDDEN.set(grants, kept);
      return kept.value;
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
