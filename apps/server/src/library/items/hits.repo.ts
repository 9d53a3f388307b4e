import type { Pool } from "pg";

/** Among so many of a space's newest entries, common words are met soon. */
const NEAR = 2_000;
/** Words that so many of these hold are looked for further on; others are rare, and the index of words gives few. */
const COMMON = 20;
const FAR = 10_000;
/** Words that stand in more entries than this are not asked of the index. */
const CANDIDATES_MAX = 4_000;

interface Statement {
  name: string;
  text: string;
}

/**
 * Parts of a statement that meets the newest `count` entries of a space (`$1`) that hold the words.
 * - `near`: those among the newest of all; `far`: the same further on, for words that are not rare; `rare`: all that the index of words gives;
 * - `hits`: the newest `count` of them;
 * - `known`, one row: are they certain to be the newest, or all? And `since` when, where there may be older ones. A comment is never older than its
 *   item, so every item made later that holds the words is among the hits.
 */
export function newestHits(words: string, count: number): string {
  const among = (many: string): string => `
    select item_id, at from (
      select item_id, words, at from search_entries where workspace_id = $1 order by at desc, id desc limit ${many}) e
    where e.words @@ ${words}::tsquery and e.item_id is not null limit ${count}`;
  const [isFull, isRare] = [`(select count(*) = ${count} from near)`, `(select count(*) < ${COMMON} from near)`];
  return `near as materialized (${among(String(NEAR))}),
      far as materialized (${among(`(select case when ${isFull} or ${isRare} then 0 else ${FAR} end)`)}),
      rare as materialized (
        select item_id, at from search_entries where words @@ ${words}::tsquery and item_id is not null and ${isRare} limit ${CANDIDATES_MAX + 1}),
      hits as materialized (
        select * from near where ${isFull} union all select * from far union all (select * from rare order by at desc limit ${count})),
      known as materialized (
        select case when ${isRare} then (select count(*) <= ${CANDIDATES_MAX} from rare)
            else count(*) = ${count} or not exists (select from search_entries where workspace_id = $1 order by at desc, id desc offset ${FAR} limit 1) end as certain,
          case when count(*) = ${count} then min(at) end as since
        from hits)`;
}

/** Items whose entries (their own, or their comments') hold the words; more than `CANDIDATES_MAX` are not told. */
export const CANDIDATES: Statement = {
  name: "items-found-hits",
  text: `select e.item_id as id from search_entries e where e.words @@ $1::tsquery and e.item_id is not null limit ${CANDIDATES_MAX + 1}`,
};

/** Items of all entries that hold the words; null where these are many. */
export async function candidates(pool: Pool, words: string): Promise<string[] | null> {
  const { rows } = await pool.query<{ id: string }>({ ...CANDIDATES, values: [words] });
  return rows.length > CANDIDATES_MAX ? null : rows.map(({ id }) => id);
}
