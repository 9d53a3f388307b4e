import { uuidArray } from "../../platform/db/uuid-array.ts";
import { isBoundByEntries } from "../../access/policies/items.policy.ts";
import type { SpaceGrants, SpaceRights } from "../../access/policies/space-rights.ts";

/**
 * Which items of a space somebody may read, or write, as sets that statements take: containers are folders, or the space itself
 * for its root.
 */
export interface Reach {
  /** Does `containers` tell those in reach, or those out of it? Whichever are fewer. */
  way: "within" | "without";
  containers: readonly string[];
  /** Items that are in reach wherever they lie, and items that are not. */
  shown: readonly string[];
  hidden: readonly string[];
  /** Are so few containers in reach that it is quicker to look into each than to pass by what lies in others? */
  few: boolean;
  /** Every container in reach; null where nothing but single items is out of it. */
  places(): readonly string[] | null;
}

/** With so many containers, a list walked from its beginning is still full after some tens of times as many rows as it shows. */
const FEW_MAX = 64;

/** Kept for as long as the entries that they follow from. */
const KEPT = new WeakMap<SpaceGrants, Map<string, Reach | null>>();

/** What of a space is in somebody's reach; null where all of it is. Pure. */
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

/** Apart, so that only what is kept is held on to. */
const keep = (places: readonly string[]) => (): readonly string[] => places;

function work(workspaceId: string, rights: SpaceRights, right: "read" | "write"): Reach | null {
  const { grants } = rights;
  // Without an entry on a folder nobody had to know the tree: then every container is as the root is.
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
  // Where the tree is not known, what is to be listed are the exceptions.
  const isWithin = isTreeKnown ? inside.length < outside.length : !isOpen;
  const arePlacesKnown = isTreeKnown || !isOpen;
  const few = arePlacesKnown && inside.length <= FEW_MAX;
  // Few are asked for with every list, and kept; many take more room than working them out again is worth.
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

/** The same for a list of one container that may be read: null unless single items may be kept back there. */
export const reachInside = (reach: Reach | null): Reach | null => (reach?.hidden.length === 0 ? null : reach);

/** The sets of a reach, as statements are given them; made once for as long as it is kept. */
const VALUES = new WeakMap<Reach, ReachValues>();
type ReachValues = readonly [containers: Buffer, shown: Buffer, hidden: Buffer];

/** `containers`, `shown` and `hidden` as parameters. */
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

/** May somebody change anything at all in a space, be it in one folder alone? */
export function writesAnywhere(rights: SpaceRights): boolean {
  if (rights.onFolder(null).write) return true;
  const decided = [...rights.grants.decidedFolders().values(), ...rights.grants.decidedItems().values()];
  return decided.some(({ permission }) => permission.write);
}
