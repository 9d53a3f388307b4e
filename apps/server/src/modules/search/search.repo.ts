import type { Pool } from "pg";
import type { Hidden } from "../../policies/space-rights.ts";

/** A space's newest entries, as many as are looked at first; and as many more when some of these hold the words. */
const PROBE = 256;
const NEWEST = 2_000;
/** The same over all spaces of somebody who is in many. */
const NEWEST_IN_ALL = 6_000;
/** Titles and folders that are read to find the best. */
const TITLES = 25;
const FOLDERS = 200;
/** Titles that are looked at to find so many that may be read. */
const TITLES_LOOKED = 2_000;
/** Somebody who may read at most so many items of a space has all of these looked through. */
export const LITTLE_ITEMS = 2_000;
/** Where all that may be read is looked through: this many times the wanted hits, to choose the best from. */
const AMONG_FACTOR = 10;

/**
 * One space with the words to find there, as `tsquery` texts. `narrow` holds the longest words alone. Both are null where items are
 * looked for in another way.
 */
export interface SpaceQuery {
  workspaceId: string;
  query: string | null;
  narrow: string | null;
  folders: string;
}

/** What to find. */
export interface SearchQuery {
  spaces: readonly SpaceQuery[];
  /** What may not be read, of all these spaces together; null for nothing. */
  hidden: Hidden | null;
  /** Titles that begin like this are looked up too; null for beginnings that are too short to tell much. */
  phrase: string | null;
  type: "image" | "video" | null;
  /** Items that are wanted. */
  limit: number;
}

/** An item that was found, by itself or by a comment on it, with the texts in which the words stand. */
export interface FoundItem {
  kind: "item";
  id: string;
  comment_id: string | null;
  /** When the item or the comment was made. */
  at: Date;
  title: string;
  page_url: string | null;
  description: string;
  chapters: { timestamp: number; name: string }[];
  comment_text: string | null;
  comment_at: number | { x: number; y: number } | null;
  comment_author: string | null;
}

export interface FoundFolder {
  kind: "folder";
  id: string;
  at: Date;
  title: string;
}

// Every parameter is read from a row: what the planner cannot see, it cannot plan for, so that one plan serves all searches.
const WANTED = "(select wanted from a)";
const TYPE = "(select type from a)";
const PHRASE = "(select phrase from a)";

/** The newest entries of a space that hold the words, among so many; read in order, until enough are found. */
const newest = (look: string): string => `
  select e.item_id, e.comment_id, e.at from s cross join lateral (
    select e.item_id, e.comment_id, e.at from (
      select item_id, comment_id, words, at from search_entries where workspace_id = s.workspace_id order by at desc, id desc limit ${look}) e
    where e.words @@ s.query and e.item_id is not null and ${alive("e")} limit ${WANTED}) e`;

/** Not hidden from whoever searches. The lists are hashed once, however many rows are asked about. */
const OPEN = `(i.container_id not in (select unnest(hidden) from a) or i.id in (select unnest(shown) from a))
    and i.id not in (select unnest(closed) from a)`;

/** Of the wanted type, not in the bin, and not hidden. A look-up by row, so that no plan can reach for the whole table. */
function alive(entry: string): string {
  return `(select i.trashed_at is null and (${TYPE} is null or i.type = ${TYPE}) and ${OPEN} from items i where i.id = ${entry}.item_id)`;
}

/** Items of `found` with the texts in which the words stand. */
const TOLD = `select 'item' as kind, f.item_id as id, f.comment_id, f.at, i.title, i.page_url, i.description, i.chapters,
      c.text as comment_text, c.at as comment_at, c.author as comment_author
    from found f cross join lateral (select title, page_url, description, chapters from items where id = f.item_id limit 1) i
      left join lateral (
        select c.text, c.at, u.display_name as author from comments c left join users u on u.id = c.author_id where c.id = f.comment_id limit 1) c on true`;

/**
 * Everything that a search needs to know, in one round trip; see ADR 0008.
 * - `probe`, `looked`: words that stand in many entries are met among the newest ones after few of them;
 * - `indexed`: others are rare, so the index of words gives few; it is asked for the longest words, the rest is checked on what it finds;
 * - `named`: titles that begin with what was typed, from the index of titles;
 * - folders, by the index of words.
 */
export const SEARCH_STATEMENT = {
  name: "search-find",
  text: `with a as materialized (
      select $1::uuid[] as ids, $2::text[] as queries, $3::text[] as narrow, $4::text[] as folders,
        $5::int as items, $6::int as wanted, $7::text as type, $8::int as probed, $9::int as looked, $10::text as phrase,
        $11::uuid[] as hidden, $12::uuid[] as closed, $13::uuid[] as shown),
    s as materialized (
      select s.workspace_id, s.query::tsquery, s.narrow::tsquery, s.folders::tsquery
      from a cross join lateral unnest(a.ids, a.queries, a.narrow, a.folders) s(workspace_id, query, narrow, folders)),
    probe as materialized (${newest("(select probed from a)")}),
    looked as materialized (
      select * from probe where (select count(*) from probe) >= ${WANTED}
      union all ${newest(`(select case when count(*) between 1 and ${WANTED} - 1 then (select looked from a) else 0 end from probe)`)}),
    indexed as materialized (
      select e.* from s cross join lateral (
        select e.item_id, e.comment_id, e.at from (
          select b.* from (select item_id, comment_id, workspace_id, words, at from search_entries where words @@ s.narrow offset 0) b
          where b.words @@ s.query and b.workspace_id = s.workspace_id and b.item_id is not null
          order by b.at desc offset 0) e
        where ${alive("e")} limit ${WANTED}) e
      where (select count(distinct item_id) < (select items from a) and count(*) < ${WANTED} from looked)),
    named as (
      select t.id as item_id, null::uuid as comment_id, t.created_at as at
      from s cross join unnest(array['image', 'video']) k(type) cross join lateral (
        select id, created_at from (
          select id, created_at, container_id from items i
          where i.workspace_id = s.workspace_id and i.type = k.type and i.trashed_at is null
            and i.title collate "natural" >= ${PHRASE} and i.title collate "natural" < ${PHRASE} || U&'\\FFFF'
          order by i.title collate "natural", i.id limit ${TITLES_LOOKED}) i
        where ${OPEN} limit ${TITLES}) t
      where ${PHRASE} is not null and s.query is not null and (${TYPE} is null or k.type = ${TYPE})),
    found as (
      select * from named union all
      (select * from (select * from looked union all select * from indexed) f order by at desc limit 2 * ${WANTED}))
    ${TOLD}
    union all
    select 'folder', d.id, null, f.at, d.name, null, null, null, null, null, null
    from s cross join lateral (
      select e.folder_id, e.at from (select folder_id, workspace_id, at from search_entries where words @@ s.folders offset 0) e
      where e.workspace_id = s.workspace_id and e.folder_id is not null and e.folder_id not in (select unnest(hidden) from a)
      order by e.at desc limit ${FOLDERS}) f
      cross join lateral (select id, name from folders where id = f.folder_id and (${TYPE} is null or kind in (${TYPE}, 'mixed')) limit 1) d`,
} as const;

/** Items (once for each reason) and folders that were found, in no order. */
export async function find(pool: Pool, query: SearchQuery): Promise<(FoundItem | FoundFolder)[]> {
  const { rows } = await pool.query<FoundItem | FoundFolder>({ ...SEARCH_STATEMENT, values: searchValues(query) });
  return rows;
}

/** The values of {@link SEARCH_STATEMENT}. */
export function searchValues({ spaces, hidden, phrase, type, limit }: SearchQuery): unknown[] {
  const share = (most: number): number => Math.min(most, Math.ceil(NEWEST_IN_ALL / Math.max(1, spaces.length)));
  return [
    spaces.map((space) => space.workspaceId),
    spaces.map((space) => space.query),
    spaces.map((space) => space.narrow),
    spaces.map((space) => space.folders),
    limit,
    // A few more than wanted, to choose the best from, and since several may be comments on one item.
    limit + 20,
    type,
    // Of the newest, all may be hidden: then more are looked at before the index has to sort what it knows of a common word.
    share(hidden ? NEWEST : PROBE),
    share(NEWEST),
    phrase,
    hidden?.folderIds ?? [],
    hidden?.itemIds ?? [],
    hidden?.shownItemIds ?? [],
  ];
}

/** The little that somebody may read of a space: folders (the space itself for its root), files elsewhere, and files that they may not. */
export interface Readable {
  containerIds: readonly string[];
  itemIds: readonly string[];
  hiddenItemIds: readonly string[];
}

/** Items of a few places that hold the words, newest first: `$1` to `$3` are the places, `$4` the words, `$5` the type, `$6` how many. */
export const AMONG_STATEMENT = {
  name: "search-among",
  text: `with readable as materialized (
      select i.id from unnest($1::uuid[]) c(id) cross join unnest(array['image', 'video']) k(type) cross join lateral (
        select id from items where container_id = c.id and type = k.type and trashed_at is null
        order by created_at desc, id desc limit ${LITTLE_ITEMS}) i
      where i.id <> all($3::uuid[]) and ($5::text is null or k.type = $5)
      union all
      select id from items where id = any($2::uuid[]) and container_id <> all($1::uuid[]) and trashed_at is null and ($5::text is null or type = $5)),
    found as materialized (
      select e.* from readable r cross join lateral (
        select item_id, comment_id, at from search_entries where item_id = r.id and words @@ $4::tsquery offset 0) e
      order by e.at desc limit $6::int)
    ${TOLD}`,
} as const;

/** The same for somebody who may read little of a space: what they may is looked through as a whole. */
export async function findAmong(
  pool: Pool,
  { containerIds, itemIds, hiddenItemIds }: Readable,
  query: string,
  { type, limit }: Pick<SearchQuery, "type" | "limit">,
): Promise<FoundItem[]> {
  const values = [containerIds, itemIds, hiddenItemIds, query, type, AMONG_FACTOR * limit];
  const { rows } = await pool.query<FoundItem>({ ...AMONG_STATEMENT, values });
  return rows;
}

/** How many live items lie in these places of a space. */
export async function countIn(pool: Pool, workspaceId: string, containerIds: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ items: number }>({
    name: "search-count-in",
    text: `select coalesce(sum(images + videos), 0)::int as items from item_counts where workspace_id = $1 and container_id = any($2::uuid[])`,
    values: [workspaceId, containerIds],
  });
  return rows[0]?.items ?? 0;
}
