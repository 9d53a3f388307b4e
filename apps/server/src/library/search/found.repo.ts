import { uuidArray } from "../../platform/db/uuid-array.ts";

/** An item that was found, by itself or by a comment on it, with the texts in which the words stand. */
export interface FoundItem {
  kind: "item";
  id: string;
  comment_id: string | null;
  /** When the item or the comment was made, as an ISO text. */
  at: string;
  title: string;
  page_url: string | null;
  /** Null where there is none, as are chapters. */
  description: string | null;
  chapters: { timestamp: number; name: string }[] | null;
  comment_text: string | null;
  comment_at: number | { x: number; y: number } | null;
  comment_author: string | null;
}

export interface FoundFolder {
  kind: "folder";
  id: string;
  at: string;
  title: string;
}

/** One space with the words to find there, as `tsquery` texts. */
export interface SpaceQuery {
  workspaceId: string;
  query: string;
  /** The longest words alone: as beginnings of words, and as whole ones. */
  narrow: string;
  whole: string;
  folders: string;
}

/** What is looked for, and how much of it. */
export interface Wanted {
  /** Titles that begin like this are looked up too; null for beginnings that are too short to tell much. */
  phrase: string | null;
  type: "image" | "video" | null;
  /** Items that are shown at most. */
  limit: number;
  /** Entries that are read at most of each space: a few more, to choose the best from, and since several may be comments on one item. */
  entries: number;
}

/** Titles and folders that are read to find the best. */
export const TITLES = 25;
export const FOLDERS = 200;

/*
 * Parts of the statements that find. Each begins with `a`, one row of all parameters: what the planner cannot see, it cannot plan for,
 * so that one plan serves all searches. Then comes `s`, a row for each space.
 */

export const WANTED = "(select wanted from a)";
export const TYPE = "(select type from a)";
export const PHRASE = "(select phrase from a)";
export const TYPES = "unnest(array['image', 'video']) k(type)";
const TEXTS = "title, page_url, nullif(description, '') as description, nullif(chapters, '[]'::jsonb) as chapters";

/** The beginning of `a`: `$1` to `$9`; what else a statement needs to know follows. */
export const ASKED = `$1::uuid[] as ids, $2::text[] as queries, $3::text[] as narrow, $4::text[] as whole, $5::text[] as folders,
      $6::int as items, $7::int as wanted, $8::text as type, $9::text as phrase`;

export const askedValues = (spaces: readonly SpaceQuery[], { phrase, type, limit, entries }: Wanted): unknown[] => [
  spaces.map((space) => space.workspaceId),
  spaces.map((space) => space.query),
  spaces.map((space) => space.narrow),
  spaces.map((space) => space.whole),
  spaces.map((space) => space.folders),
  limit,
  entries,
  type,
  phrase,
];

/** A word that none of a space's newest entries holds, of so many, is rare. */
export const PROBE = 256;

/** The newest entries of the space `s`; `many` is a column of `a`. */
export const newest = (many: string): string =>
  `select item_id, comment_id, words, at from search_entries where workspace_id = s.workspace_id order by at desc, id desc limit (select ${many} from a)`;

/** Do the newest entries of the space `s` hold the words? Others are rare, and the index of words gives few. */
export const HELD = `exists (select from (${newest("probed")}) e where e.words @@ s.query)`;

/** The spaces, numbered. */
export const SPACES = `select s.nth::int as nth, s.workspace_id, s.query::tsquery, s.narrow::tsquery, s.whole::tsquery, s.folders::tsquery
      from a cross join lateral unnest(a.ids, a.queries, a.narrow, a.whole, a.folders)
        with ordinality s(workspace_id, query, narrow, whole, folders, nth)`;

/** Entries `e` with the texts of their items, if these are `open`, of the wanted type, and not in the bin. A look-up by row, so that no plan can reach for the whole table. */
export const withTexts = (open: string): string => `cross join lateral (
        select ${TEXTS} from items i
        where i.id = e.item_id and i.trashed_at is null and (${TYPE} is null or i.type = ${TYPE}) and ${open} limit 1) i`;

/** Entries of the space `s` by the index of words, the newest first. It is asked for the longest words, the rest is checked on what it finds. */
export const byWords = (words: "narrow" | "whole", open: string): string => `
      select e.item_id, e.comment_id, e.at, i.* from (
        select b.item_id, b.comment_id, b.at from (
          select item_id, comment_id, workspace_id, words, at from search_entries where words @@ s.${words} offset 0) b
        where b.words @@ s.query and b.workspace_id = s.workspace_id
        order by b.at desc offset 0) e
      ${withTexts(open)} limit ${WANTED}`;

/**
 * What the index of words finds of spaces where `looked` has found too little: by whole words, for which it is several times as quick,
 * and only where these are not enough by their beginnings.
 */
export const indexed = (open: string): string => `
    whole as materialized (
      select e.* from s cross join lateral (${byWords("whole", open)}) e where ${tooFew("looked")}),
    begun as materialized (
      select e.* from s cross join lateral (${byWords("narrow", open)}) e
      where s.narrow <> s.whole and ${tooFew("(select item_id from looked union all select item_id from whole) found")}),
    indexed as (select * from whole union all select * from begun)`;

/** Of these entries there are not enough. */
export const tooFew = (entries: string): string =>
  `(select count(distinct item_id) < (select items from a) and count(*) < ${WANTED} from ${entries})`;

/** The first titles of a place that begin with what was typed, if they are `open`, in their order. */
export const titlesIn = (place: string, open: string, looked: number): string => `
      select i.id as item_id, null::uuid as comment_id, i.created_at as at, i.title, i.page_url, i.description, i.chapters from (
        select id, created_at, container_id, ${TEXTS} from items i
        where ${place} and i.type = k.type and i.trashed_at is null
          and i.title collate "natural" >= ${PHRASE} and i.title collate "natural" < ${PHRASE} || U&'\\FFFF'
        order by i.title collate "natural", i.id limit ${looked}) i
      where ${open} limit ${TITLES}`;

/** The items of `found`, and folders with the entries that `folderEntries` finds in the space `s`. */
export const told = (folderEntries: string): string => `
    select 'item' as kind, f.item_id as id, f.comment_id, f.at, f.title, f.page_url, f.description, f.chapters,
      c.text as comment_text, c.at as comment_at, c.author as comment_author
    from found f left join lateral (
      select c.text, c.at, u.display_name as author from comments c left join users u on u.id = c.author_id where c.id = f.comment_id limit 1) c on true
    union all
    select 'folder', d.id, null, f.at, d.name, null, null, null, null, null, null
    from s cross join lateral (${folderEntries} order by e.at desc limit ${FOLDERS}) f
      cross join lateral (select id, name from folders where id = f.folder_id and (${TYPE} is null or kind in (${TYPE}, 'mixed')) limit 1) d`;

/** Sets of ids that are asked about again and again, by what they belong to. */
const SETS = new WeakMap<object, readonly Buffer[]>();

/** Sets of ids as parameters, made once for as long as `owner` lives. */
export function keptSets(owner: object, sets: readonly (readonly string[])[]): readonly Buffer[] {
  const known = SETS.get(owner) ?? sets.map(uuidArray);
  SETS.set(owner, known);
  return known;
}
