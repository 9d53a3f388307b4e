import { ISO_TIMESTAMPS } from "../../platform/db/pool.ts";
import { uuidArray } from "../../platform/db/uuid-array.ts";
import { loadStatement, type Queryable } from "../../platform/db/statement.ts";
import { itemAccess } from "../../access/rights/index.ts";
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
  TITLES,
  titlesOf,
  type Wanted,
} from "./found.repo.ts";

/** Number of entries in the readable containers of a workspace up to which all of them are read. */
const FEW = 2_000;
/** Factor on each container's share of these entries when there are more, because the containers are not evenly filled. */
const UNEVEN = 2;

/**
 * A small readable scope of a workspace: containers (folders, and the workspace itself for its root), single items in
 * other containers, and hidden items.
 */
export interface SmallScope {
  workspaceId: string;
  readableIds: readonly string[];
  shownItemIds: readonly string[];
  hiddenItemIds: readonly string[];
}

/** Search query for workspaces with a small readable scope. */
export interface SmallScopeQuery extends Wanted {
  spaces: readonly (SpaceQuery & SmallScope)[];
}

const HIDDEN = "unnest(closed) from given";
/** For rows that are read from readable containers. */
const NOT_HIDDEN = `i.id not in (select ${HIDDEN})`;

type SmallScopeValues = [
  ...SearchValues,
  containerIds: Buffer,
  numbers: number[],
  each: number,
  scanned: number,
  hiddenIds: Buffer,
  shownIds: Buffer,
  probed: number,
];

const READABLE = itemAccess({
  containerId: "i.container_id",
  itemId: "i.id",
  containerIds: "id from container",
  inside: "true",
  shownIds: "unnest(shown) from given",
  hiddenIds: HIDDEN,
});

/** The same as the statements of search.repo.ts where the caller may read few containers: their entries are read. See ADR 0058. */
export const SMALL_SCOPE_STATEMENT = loadStatement<FoundItem | FoundFolder, SmallScopeValues>(
  import.meta.url,
  "./sql/search-find-small-scope.sql",
  {
    slots: {
      spaces: SPACES,
      held: HELD,
      entryTexts: entryTexts(READABLE),
      byWordBeginnings: byWords("narrow", READABLE),
      titlesOfContainer: titlesOf("i.container_id = p.id", NOT_HIDDEN, TITLES),
      titlesMax: String(TITLES),
      result: resultOf(`select e.folder_id, e.at
    from container p
      cross join lateral (
        select folder_id, at from search_entries where folder_id = p.id and words @@ s.folders offset 0
      ) e
    where p.nth = s.nth`),
    },
    types: ISO_TIMESTAMPS,
  },
);

/** Returns the found items (once per match) and folders, in no specific order. */
export async function findInSmallScope(pool: Queryable, query: SmallScopeQuery): Promise<(FoundItem | FoundFolder)[]> {
  return SMALL_SCOPE_STATEMENT.run(pool, smallScopeValues(query));
}

/** Returns the parameters of {@link SMALL_SCOPE_STATEMENT}. */
export function smallScopeValues(query: SmallScopeQuery): SmallScopeValues {
  const { spaces } = query;
  const containers = spaces.flatMap((space, index) => space.readableIds.map((id) => ({ id, nth: index + 1 })));
  const fewest = Math.min(...spaces.map(({ readableIds }) => readableIds.length));
  return [
    ...askedValues(spaces, query),
    uuidArray(containers.map(({ id }) => id)),
    containers.map(({ nth }) => nth),
    Math.min(FEW, Math.ceil((UNEVEN * FEW) / Math.max(1, fewest))),
    FEW,
    uuidArray(spaces.flatMap((space) => space.hiddenItemIds)),
    uuidArray(spaces.flatMap((space) => space.shownItemIds)),
    PROBE,
  ];
}
