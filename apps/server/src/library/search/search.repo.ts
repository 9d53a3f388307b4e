import { ISO_TIMESTAMPS } from "../../platform/db/pool.ts";
import { uuidArray } from "../../platform/db/uuid-array.ts";
import { containerAccess, itemAccess } from "../../access/rights/index.ts";
import type { Hidden } from "../../access/policies/space-rights.ts";
import { loadFragment, loadStatement, type Queryable } from "../../platform/db/statement.ts";
import {
  askedValues,
  byWords,
  entryTexts,
  type FoundFolder,
  type FoundItem,
  HELD,
  PROBE,
  resultOf,
  type SearchValues,
  SPACES,
  type SpaceQuery,
  titlesOf,
  type Wanted,
} from "./found.repo.ts";

/** Number of newest entries in which common words are searched. */
const NEWEST = 2_000;
/** The same over all workspaces of a user who is in many. */
const NEWEST_IN_ALL = 6_000;
/** Number of titles that are read to find readable ones. */
const TITLES_READ = 2_000;

/** Search query for workspaces that are completely or mostly readable. */
export interface SearchQuery extends Wanted {
  spaces: readonly SpaceQuery[];
  /** Unreadable content of workspaces that are not completely readable. */
  hidden: readonly Hidden[];
}

/** Returns the steps of a search with the conditions that the caller may read the item `i` and the entry `e` of a folder. */
const stepsFor = (readable: string, readableFolder: string): string =>
  loadFragment(import.meta.url, "./sql/search-steps.sql", {
    spaces: SPACES,
    held: HELD,
    entryTexts: entryTexts(readable),
    byWholeWords: byWords("whole", readable),
    byWordBeginnings: byWords("narrow", readable),
    titlesOfSpace: titlesOf("i.workspace_id = s.workspace_id", readable, TITLES_READ),
    result: resultOf(`select e.folder_id, e.at
    from (select folder_id, workspace_id, at from search_entries where words @@ s.folders offset 0) e
    where e.workspace_id = s.workspace_id and e.folder_id is not null and ${readableFolder}`),
  });

type FindValues = [...SearchValues, probed: number, scanned: number];
type Found = FoundItem | FoundFolder;

/** For callers who may read all. */
export const FIND_WHOLE = loadStatement<Found, FindValues>(import.meta.url, "./sql/search-find-whole.sql", {
  slots: { steps: stepsFor("true", "true") },
  types: ISO_TIMESTAMPS,
});
/** The sets of search-find.sql. */
const HIDDEN_SETS = {
  containerIds: "unnest(hidden) from given",
  inside: "false",
  shownIds: "unnest(shown) from given",
  hiddenIds: "unnest(closed) from given",
};
/** For callers who may read most. The database hashes each set once per statement. */
export const FIND = loadStatement<Found, [...FindValues, hiddenContainerIds: Buffer, hiddenIds: Buffer, shownIds: Buffer]>(
  import.meta.url,
  "./sql/search-find.sql",
  {
    slots: {
      steps: stepsFor(
        itemAccess({ ...HIDDEN_SETS, containerId: "i.container_id", itemId: "i.id" }),
        containerAccess({ ...HIDDEN_SETS, containerId: "e.folder_id" }),
      ),
    },
    types: ISO_TIMESTAMPS,
  },
);

/** Returns items (once for each reason) and folders that were found, in no order. */
export async function find(pool: Queryable, query: SearchQuery): Promise<Found[]> {
  const { hidden } = query;
  return hidden.length === 0 ? FIND_WHOLE.run(pool, findValues(query)) : FIND.run(pool, [...findValues(query), ...setsOf(hidden)]);
}

export function findValues(query: SearchQuery): FindValues {
  const { spaces } = query;
  const share = (most: number): number => Math.min(most, Math.ceil(NEWEST_IN_ALL / Math.max(1, spaces.length)));
  return [...askedValues(spaces, query), share(PROBE), share(NEWEST)];
}

type Sets = readonly [hiddenContainerIds: Buffer, hiddenIds: Buffer, shownIds: Buffer];

/** Sets of one workspace as parameters, cached with the rights that they follow from: they are used again and again. */
const SETS = new WeakMap<Hidden, Sets>();

const encode = (hidden: readonly Hidden[]): Sets => [
  uuidArray(hidden.flatMap(({ folderIds }) => folderIds)),
  uuidArray(hidden.flatMap(({ itemIds }) => itemIds)),
  uuidArray(hidden.flatMap(({ shownItemIds }) => shownItemIds)),
];

export function setsOf(hidden: readonly Hidden[]): Sets {
  const [first] = hidden;
  if (first === undefined || hidden.length > 1) return encode(hidden);
  const sets = SETS.get(first) ?? encode(hidden);
  SETS.set(first, sets);
  return sets;
}
