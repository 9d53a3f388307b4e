import type { Pool } from "pg";
import { ISO_MOMENTS } from "../../platform/db/pool.ts";
import { uuidArray } from "../../platform/db/uuid-array.ts";
import type { Hidden } from "../../access/policies/space-rights.ts";
import {
  ASKED,
  askedValues,
  type FoundFolder,
  type FoundItem,
  HELD,
  indexed,
  keptSets,
  newest,
  PHRASE,
  PROBE,
  SPACES,
  type SpaceQuery,
  titlesIn,
  told,
  TYPE,
  TYPES,
  type Wanted,
  WANTED,
  withTexts,
} from "./found.repo.ts";

/** What common words stand in is looked for among so many of the newest. */
const NEWEST = 2_000;
/** The same over all spaces of somebody who is in many. */
const NEWEST_IN_ALL = 6_000;
/** Titles that are looked at to find so many that may be read. */
const TITLES_LOOKED = 2_000;

/** What to find, in spaces of which all or much may be read. */
export interface SearchQuery extends Wanted {
  spaces: readonly SpaceQuery[];
  /** What may not be read of those spaces in which not everything may be. */
  hidden: readonly Hidden[];
}

/** Not hidden from whoever searches. The lists are hashed once, however many rows are asked about. */
const OPEN = `(i.container_id not in (select unnest(hidden) from a) or i.id in (select unnest(shown) from a))
    and i.id not in (select unnest(closed) from a)`;
const OPEN_FOLDER = "e.folder_id not in (select unnest(hidden) from a)";

/**
 * Everything that a search needs to know, in one round trip; see ADR 0008.
 * - `looked`: words that stand in many entries are met among the newest ones, read in order until enough are found;
 * - `indexed`: others are rare, so the index of words gives few;
 * - `named`: titles that begin with what was typed, from the index of titles;
 * - folders, by the index of words.
 */
const statement = (name: string, { asked, item, folder }: { asked: string; item: string; folder: string }): SearchStatement => ({
  name,
  text: `with a as materialized (
      select ${ASKED}, $10::int as probed, $11::int as looked${asked}),
    s as materialized (${SPACES}),
    looked as materialized (
      select e.* from s cross join lateral (
        select e.item_id, e.comment_id, e.at, i.* from (${newest("looked")}) e ${withTexts(item)} where e.words @@ s.query limit ${WANTED}) e
      where ${HELD}),
    ${indexed(item)},
    named as (
      select t.* from s cross join ${TYPES} cross join lateral (${titlesIn("i.workspace_id = s.workspace_id", item, TITLES_LOOKED)}) t
      where ${PHRASE} is not null and (${TYPE} is null or k.type = ${TYPE})),
    found as (
      select * from named union all
      (select * from (select * from looked union all select * from indexed) f order by at desc limit 3 * ${WANTED}))
    ${told(`
      select e.folder_id, e.at from (select folder_id, workspace_id, at from search_entries where words @@ s.folders offset 0) e
      where e.workspace_id = s.workspace_id and e.folder_id is not null and ${folder}`)}`,
});

interface SearchStatement {
  name: string;
  text: string;
}

/** For whoever may read all: each set that is asked costs a plan its start, be it empty. */
const WHOLE = statement("search-find-whole", { asked: "", item: "true", folder: "true" });
const PARTED = statement("search-find", {
  asked: ", $12::uuid[] as hidden, $13::uuid[] as closed, $14::uuid[] as shown",
  item: OPEN,
  folder: OPEN_FOLDER,
});

/** Items (once for each reason) and folders that were found, in no order. */
export async function find(pool: Pool, query: SearchQuery): Promise<(FoundItem | FoundFolder)[]> {
  const { rows } = await pool.query<FoundItem | FoundFolder>({ ...searchStatement(query), types: ISO_MOMENTS });
  return rows;
}

/** The statement that answers a query, with its values. */
export function searchStatement(query: SearchQuery): SearchStatement & { values: unknown[] } {
  const { spaces, hidden } = query;
  const share = (most: number): number => Math.min(most, Math.ceil(NEWEST_IN_ALL / Math.max(1, spaces.length)));
  const values = [...askedValues(spaces, query), share(PROBE), share(NEWEST)];
  return hidden.length === 0 ? { ...WHOLE, values } : { ...PARTED, values: [...values, ...setsOf(hidden)] };
}

const listsOf = ({ folderIds, itemIds, shownItemIds }: Hidden): string[][] => [folderIds, itemIds, shownItemIds];

function setsOf(hidden: readonly Hidden[]): readonly Buffer[] {
  const [first, ...others] = hidden;
  if (first && others.length === 0) return keptSets(first, listsOf(first));
  const lists = hidden.map(listsOf);
  return [0, 1, 2].map((which) => uuidArray(lists.flatMap((list) => list[which] ?? [])));
}
