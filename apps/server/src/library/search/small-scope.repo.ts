import type { Pool } from "pg";
import { ISO_MOMENTS } from "../../platform/db/pool.ts";
import { uuidArray } from "../../platform/db/uuid-array.ts";
import {
  ASKED,
  askedValues,
  byWords,
  type FoundFolder,
  type FoundItem,
  HELD,
  PHRASE,
  PROBE,
  SPACES,
  type SpaceQuery,
  titlesIn,
  TITLES,
  told,
  tooFew,
  TYPE,
  TYPES,
  type Wanted,
  WANTED,
  withTexts,
} from "./found.repo.ts";

/** The newest items of a space that may be read, as many as are looked through. */
const NEWEST = 2_000;
/** Of each place so many times its share of them, since places are not alike. */
const UNEVEN = 4;

/** The little that somebody may read of a space: places (folders, and the space itself for its root), files elsewhere, and files that they may not. */
export interface Little {
  workspaceId: string;
  placeIds: readonly string[];
  shownItemIds: readonly string[];
  hiddenItemIds: readonly string[];
}

/** What to find, in spaces of which little may be read. */
export interface LittleQuery extends Wanted {
  spaces: readonly (SpaceQuery & Little)[];
}

const CLOSED = "(select unnest(closed) from a)";
const OPEN = `(i.container_id in (select id from p) or i.id in (select unnest(shown) from a)) and i.id not in ${CLOSED}`;
const OF_TYPE = `(${TYPE} is null or k.type = ${TYPE})`;

/** There are more items in the space `s` than were looked through. */
const MORE = `((select count(*) from near r where r.nth = s.nth) > (select looked from a)
        or exists (select from near r where r.nth = s.nth and r.place is not null group by r.place having count(*) >= (select each from a)))`;

/**
 * The same as `SEARCH_STATEMENT` where few places may be read: for words that are not rare it is these that are looked into.
 * - `near`: their newest items; `looked`: those of them that hold the words, read in order until enough are found;
 * - `indexed`: for rare words, and where there are more items than were looked through;
 * - `named`: titles in these places that begin with what was typed.
 */
export const LITTLE_STATEMENT = {
  name: "search-find-little",
  text: `with a as materialized (
      select ${ASKED}, $10::uuid[] as places, $11::int[] as spaces, $12::int as each, $13::int as looked, $14::uuid[] as closed, $15::uuid[] as shown,
        $16::int as probed),
    s as materialized (select s.*, ${HELD} as held from (${SPACES}) s),
    p as materialized (select p.id, p.nth from a cross join lateral unnest(a.places, a.spaces) p(id, nth)),
    near as materialized (
      select s.nth, r.* from s cross join lateral (
        select i.id, p.id as place, i.created_at from p cross join ${TYPES} cross join lateral (
          select id, created_at from items where container_id = p.id and type = k.type and trashed_at is null
          order by created_at desc, id desc limit (select each from a)) i
        where p.nth = s.nth and ${OF_TYPE}
        union all
        select i.id, null, i.created_at from a cross join lateral unnest(a.shown) one(id) cross join lateral (
          select id, container_id, created_at from items
          where id = one.id and workspace_id = s.workspace_id and trashed_at is null and (${TYPE} is null or type = ${TYPE}) limit 1) i
        where i.container_id not in (select id from p)
        order by created_at desc, id desc limit (select looked + 1 from a)) r
      where s.held),
    looked as materialized (
      select e.* from s cross join lateral (
        select e.*, i.* from near r
          cross join lateral (select item_id, comment_id, at from search_entries where item_id = r.id and words @@ s.query offset 0) e
          ${withTexts("true")}
        where r.nth = s.nth and r.id not in ${CLOSED} limit ${WANTED}) e),
    indexed as materialized (
      select e.* from s cross join lateral (${byWords("narrow", OPEN)}) e where not s.held or (${tooFew("looked")} and ${MORE})),
    named as (
      select t.* from s cross join ${TYPES} cross join lateral (
        select t.* from p cross join lateral (${titlesIn("i.container_id = p.id", `i.id not in ${CLOSED}`, TITLES)}) t
        where p.nth = s.nth order by t.title collate "natural", t.item_id limit ${TITLES}) t
      where ${PHRASE} is not null and ${OF_TYPE}),
    found as (select * from named union all select * from looked union all select * from indexed)
    ${told(`
      select e.folder_id, e.at from p cross join lateral (
        select folder_id, at from search_entries where folder_id = p.id and words @@ s.folders offset 0) e
      where p.nth = s.nth`)}`,
} as const;

/** Items (once for each reason) and folders that were found, in no order. */
export async function findInLittle(pool: Pool, query: LittleQuery): Promise<(FoundItem | FoundFolder)[]> {
  const { rows } = await pool.query<FoundItem | FoundFolder>({ ...LITTLE_STATEMENT, types: ISO_MOMENTS, values: littleValues(query) });
  return rows;
}

/** The values of {@link LITTLE_STATEMENT}. */
export function littleValues(query: LittleQuery): unknown[] {
  const { spaces } = query;
  const places = spaces.flatMap((space, index) => space.placeIds.map((id) => ({ id, nth: index + 1 })));
  const fewest = Math.min(...spaces.map(({ placeIds }) => placeIds.length));
  return [
    ...askedValues(spaces, query),
    uuidArray(places.map(({ id }) => id)),
    places.map(({ nth }) => nth),
    Math.min(NEWEST, Math.ceil((UNEVEN * NEWEST) / Math.max(1, fewest))),
    NEWEST,
    uuidArray(spaces.flatMap((space) => space.hiddenItemIds)),
    uuidArray(spaces.flatMap((space) => space.shownItemIds)),
    PROBE,
  ];
}
