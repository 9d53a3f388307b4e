import { isBoundByEntries } from "@stillreel/contract";
import { uuidArray } from "../../../platform/db/uuid-array.ts";
import type { SpaceGrants, SpaceRights } from "../../../access/policies/space-rights.ts";

/**
 * Set of a workspace's items that a user may read, or write, as parameters for statements. Containers are folders, or the
 * workspace itself for its root.
 */
export interface AccessScope {
  /** Whether `containers` lists the accessible or the inaccessible ones. The shorter list is used. */
  mode: "within" | "without";
  containers: readonly string[];
  /** Accessible items independent of their container. `hidden` lists inaccessible ones. */
  shown: readonly string[];
  hidden: readonly string[];
  /** Whether the accessible containers are so few that querying each is faster than skipping rows of others. */
  few: boolean;
  /** Returns every accessible container, or null when only single items are inaccessible. */
  accessibleIds(): readonly string[] | null;
}

/** Maximum number of few containers. With more, a scan fills a page after some tens of times its rows. */
const FEW_MAX = 64;

/** Cache of access scopes with the lifetime of their rights entries. */
const CACHE = new WeakMap<SpaceGrants, Map<string, AccessScope | null>>();

/** Returns a user's access scope in a workspace, or null for full access. Pure. */
export function accessScopeOf(workspaceId: string, rights: SpaceRights, right: "read" | "write"): AccessScope | null {
  const { role, grants } = rights;
  if (!isBoundByEntries(role)) return null;
  const cached = CACHE.get(grants) ?? new Map<string, AccessScope | null>();
  CACHE.set(grants, cached);
  const key = `${role} ${right}`;
  const known = cached.get(key);
  if (known !== undefined) return known;
  const accessScope = work(workspaceId, rights, right);
  cached.set(key, accessScope);
  return accessScope;
}

/** A separate function, so that the closure references only the cached array. */
const constant = (accessibleIds: readonly string[]) => (): readonly string[] => accessibleIds;

function work(workspaceId: string, rights: SpaceRights, right: "read" | "write"): AccessScope | null {
  const { grants } = rights;
  // Without entries on folders the tree was not needed, and every container has the permission of the root.
  const isTreeKnown = grants.decidedFolders().size > 0;
  const isOpen = rights.onFolder(null)[right];
  const containersOf = (wanted: boolean): string[] => [
    ...(isOpen === wanted ? [workspaceId] : []),
    ...(isTreeKnown ? [...grants.folderIds()].filter((id) => rights.onFolder(id)[right] === wanted) : []),
  ];
  const [inside, outside] = [containersOf(true), containersOf(false)];
  const singles = [...grants.decidedItems()];
  const itemsOf = (wanted: boolean): string[] => singles.filter(([, { permission }]) => permission[right] === wanted).map(([id]) => id);
  const hidden = itemsOf(false);
  if (isOpen && outside.length === 0 && hidden.length === 0) return null;
  // Without the tree only the exceptions can be listed.
  const isWithin = isTreeKnown ? inside.length < outside.length : !isOpen;
  const areContainersKnown = isTreeKnown || !isOpen;
  const few = areContainersKnown && inside.length <= FEW_MAX;
  // A short list is cached, because every list query needs it. A long one takes more memory than computing it again is worth.
  const accessibleIds = few ? constant(inside) : () => (areContainersKnown ? containersOf(true) : null);
  return {
    mode: isWithin ? "within" : "without",
    containers: isWithin ? inside : outside,
    shown: itemsOf(true),
    hidden,
    few,
    accessibleIds,
  };
}

/** Returns the scope for a list of one readable container: null unless single items may be hidden in it. */
export const itemScopeOf = (accessScope: AccessScope | null): AccessScope | null => (accessScope?.hidden.length === 0 ? null : accessScope);

/** Cache of encoded scope parameters, with the lifetime of their scope. */
const VALUES = new WeakMap<AccessScope, ScopeValues>();
type ScopeValues = readonly [containers: Buffer, shown: Buffer, hidden: Buffer];

/** Returns `containers`, `shown` and `hidden` as parameters. */
export function scopeValues(accessScope: AccessScope): ScopeValues {
  const known = VALUES.get(accessScope);
  if (known) return known;
  const values: ScopeValues = [uuidArray(accessScope.containers), uuidArray(accessScope.shown), uuidArray(accessScope.hidden)];
  VALUES.set(accessScope, values);
  return values;
}

const NONE = uuidArray([]);

/** Parameters that say what of a workspace the caller may read: see `access/rights/item-access.ts`. */
export type AccessValues = [containerIds: Buffer, inside: boolean, shownIds: Buffer, hiddenIds: Buffer];

/** Returns an access scope (null: everything) as parameters. */
export function accessValues(accessScope: AccessScope | null): AccessValues {
  if (accessScope === null) return [NONE, false, NONE, NONE];
  const [containerIds, shownIds, hiddenIds] = scopeValues(accessScope);
  return [containerIds, accessScope.mode === "within", shownIds, hiddenIds];
}

/** Returns whether a user may change anything in a workspace, even if only in one folder. */
export function writesAnywhere(rights: SpaceRights): boolean {
  if (rights.onFolder(null).write) return true;
  const decided = [...rights.grants.decidedFolders().values(), ...rights.grants.decidedItems().values()];
  return decided.some(({ permission }) => permission.write);
}
