import type { Pool } from "pg";
import { ISO_MOMENTS } from "../../db/pool.ts";

/** An entry that holds the words: the item that it is about, and when the item or the comment on it was made, as an ISO text. */
interface Hit {
  id: string;
  at: string;
}

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

/** The newest `count` entries of a space (`$1`) that hold the words (`$2`), in their order. */
export function newestStatement(count: number): Statement {
  const among = (many: string): string => `
    select item_id, at from (
      select item_id, words, at from search_entries where workspace_id = $1 order by at desc, id desc limit ${many}) e
    where e.words @@ $2::tsquery and e.item_id is not null limit ${count}`;
  const isFar = `(select count(*) between ${COMMON} and ${count - 1} from near)`;
  return {
    name: `items-newest-hits-${count}`,
    text: `with near as materialized (${among(String(NEAR))}),
        far as materialized (${among(`(select case when ${isFar} then ${FAR} else 0 end)`)})
      select item_id as id, at from near where not ${isFar} union all select item_id, at from far`,
  };
}

/** Items whose entries (their own, or their comments') hold the words; more than `CANDIDATES_MAX` are not told. */
export const CANDIDATES: Statement = {
  name: "items-found-hits",
  text: `select e.item_id as id, e.at from search_entries e where e.words @@ $1::tsquery and e.item_id is not null limit ${CANDIDATES_MAX + 1}`,
};

async function ask(pool: Pool, statement: Statement, values: unknown[]): Promise<Hit[]> {
  const { rows } = await pool.query<Hit>({ ...statement, types: ISO_MOMENTS, values });
  return rows;
}

/** Entries that hold words, the newest first. */
export interface Hits {
  ids: string[];
  /** Every item that was made later than this, and holds the words, is among them; null where all are that hold them. */
  since: string | null;
}

const newestOf = (hits: readonly Hit[], count: number): Hits => {
  const first = hits.slice(0, count);
  return { ids: first.map(({ id }) => id), since: hits.length < count ? null : (first.at(-1)?.at ?? null) };
};

/** The newest `count` entries of a space that hold the words; null where they are neither common nor rare. A comment is never older than its item. */
export async function newestHits(pool: Pool, workspaceId: string, words: string, count: number): Promise<Hits | null> {
  const near = await ask(pool, newestStatement(count), [workspaceId, words]);
  if (near.length === count) return newestOf(near, count);
  if (near.length >= COMMON) return null;
  const all = await candidates(pool, words);
  const newestFirst = all?.toSorted((one, other) => (one.at > other.at ? -1 : 1));
  return newestFirst ? newestOf(newestFirst, count) : null;
}

/** All entries that hold the words; null where these are many. */
export async function candidates(pool: Pool, words: string): Promise<Hit[] | null> {
  const rows = await ask(pool, CANDIDATES, [words]);
  return rows.length > CANDIDATES_MAX ? null : rows;
}
