import { uuidArray } from "../../platform/db/uuid-array.ts";
import { isBoundByEntries } from "../../access/policies/items.policy.ts";
import type { SpaceGrants, SpaceRights } from "../../access/policies/space-rights.ts";

/**
 * Set of a workspace's items that a user may read, or write, as parameters for statements. Containers are folders, or the
 * workspace itself for its root.
 */
export interface Reach {
  /** Whether `containers` lists the accessible or the inaccessible ones. The shorter list is used. */
  way: "within" | "without";
  containers: readonly string[];
  /** Accessible items independent of their container. `hidden` lists inaccessible ones. */
  shown: readonly string[];
  hidden: readonly string[];
  /** Whether the accessible containers are so few that querying each is faster than skipping rows of others. */
  few: boolean;
  /** Returns every accessible container, or null when only single items are inaccessible. */
  places(): readonly string[] | null;
}

/** Maximum number of few containers. With more, a scan fills a page after some tens of times its rows. */
const FEW_MAX = 64;

/** Cache of access scopes with the lifetime of their rights entries. */
const KEPT = new WeakMap<SpaceGrants, Map<string, Reach | null>>();

/** Returns a user's access scope in a workspace, or null for full access. Pure. */
export function reachOf(workspaceId: string, rights: SpaceRights, right: "read" | "write"): Reach | null {
  const { role, grants } = rights;
  if (!isBoundByEntries(role)) return null;
  const kept = KEPT.get(grants) ?? new Map<string, Reach | null>();
  KEPT.set(grants, kept);
  const key = `${role} ${right}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const reach = work(workspaceId, rights, right);
  kept.set(key, reach);
  return reach;
}

/** A separate function, so that the closure references only the cached array. */
const keep = (places: readonly string[]) => (): readonly string[] => places;

function work(workspaceId: string, rights: SpaceRights, right: "read" | "write"): Reach | null {
  const { grants } = rights;
  // Without entries on folders the tree was not needed, and every container has the permission of the root.
  const isTreeKnown = grants.decidedFolders().size > 0;
  const isOpen = rights.onFolder(null)[right];
  const placesOf = (wanted: boolean): string[] => [
    ...(isOpen === wanted ? [workspaceId] : []),
    ...(isTreeKnown ? [...grants.folderIds()].filter((id) => rights.onFolder(id)[right] === wanted) : []),
  ];
  const [inside, outside] = [placesOf(true), placesOf(false)];
  const singles = [...grants.decidedItems()];
  const itemsOf = (wanted: boolean): string[] => singles.filter(([, { permission }]) => permission[right] === wanted).map(([id]) => id);
  const hidden = itemsOf(false);
  if (isOpen && outside.length === 0 && hidden.length === 0) return null;
  // Without the tree only the exceptions can be listed.
  const isWithin = isTreeKnown ? inside.length < outside.length : !isOpen;
  const arePlacesKnown = isTreeKnown || !isOpen;
  const few = arePlacesKnown && inside.length <= FEW_MAX;
  // A short list is cached, because every list query needs it. A long one takes more memory than computing it again is worth.
  const places = few ? keep(inside) : () => (arePlacesKnown ? placesOf(true) : null);
  return {
    way: isWithin ? "within" : "without",
    containers: isWithin ? inside : outside,
    shown: itemsOf(true),
    hidden,
    few,
    places,
  };
}

/** Returns the scope for a list of one readable container: null unless single items may be hidden in it. */
export const reachInside = (reach: Reach | null): Reach | null => (reach?.hidden.length === 0 ? null : reach);

/** Cache of encoded scope parameters, with the lifetime of their scope. */
const VALUES = new WeakMap<Reach, ReachValues>();
type ReachValues = readonly [containers: Buffer, shown: Buffer, hidden: Buffer];

/** Returns `containers`, `shown` and `hidden` as parameters. */
export function reachValues(reach: Reach): ReachValues {
  const known = VALUES.get(reach);
  if (known) return known;
  const values: ReachValues = [uuidArray(reach.containers), uuidArray(reach.shown), uuidArray(reach.hidden)];
  VALUES.set(reach, values);
  return values;
}

const NONE = uuidArray([]);

/** Parameters that say what of a workspace the caller may read: see list-visible.sql. */
export type AccessValues = [containerIds: Buffer, inside: boolean, shownIds: Buffer, hiddenIds: Buffer];

/** Returns a reach (null: everything) as parameters. */
export function accessValues(reach: Reach | null): AccessValues {
  if (reach === null) return [NONE, false, NONE, NONE];
  const [containerIds, shownIds, hiddenIds] = reachValues(reach);
  return [containerIds, reach.way === "within", shownIds, hiddenIds];
}

/** Returns whether a user may change anything in a workspace, even if only in one folder. */
export function writesAnywhere(rights: SpaceRights): boolean {
  if (rights.onFolder(null).write) return true;
  const decided = [...rights.grants.decidedFolders().values(), ...rights.grants.decidedItems().values()];
  return decided.some(({ permission }) => permission.write);
}
