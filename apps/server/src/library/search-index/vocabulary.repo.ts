import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { TAG_LENGTH } from "./words.ts";
import { loadStatement, type Queryable } from "../../platform/db/statement.ts";

const LEARN = loadStatement<unknown, [workspaceIds: readonly string[], words: readonly string[]]>(
  import.meta.url,
  "./sql/search-learn.sql",
);

/** Inserts words of spaces in a fixed order, which prevents deadlocks. */
export async function insertWords(pool: Queryable, words: readonly { workspaceId: string; word: string }[]): Promise<void> {
  await LEARN.run(pool, [words.map((word) => word.workspaceId), words.map((word) => word.word)]);
}

/** Words that are no prefix in these spaces. `$1` spaces, `$2` words (letters and digits only). It counts, because "exists" makes the planner scan the table. */
export const UNKNOWN_STATEMENT = loadStatement<{ word: string }, [workspaceIds: readonly string[], words: readonly string[]]>(
  import.meta.url,
  "./sql/search-unknown-words.sql",
);

/** Returns the words that are no prefix of a known word in the spaces. */
export async function unknownWords(pool: Queryable, workspaceIds: readonly string[], words: readonly string[]): Promise<string[]> {
  const rows = await UNKNOWN_STATEMENT.run(pool, [workspaceIds, words]);
  return rows.map((row) => row.word);
}

/**
 * Similar words of these spaces: equal first or second letter, or equal letters two to four, and a small edit distance. `$2` to `$4`
 * patterns, `$5` the word, `$6` its length plus one, `$7` maximum distance, `$8` limit.
 */
export const SIMILAR_STATEMENT = loadStatement<
  { word: string },
  [
    workspaceIds: readonly string[],
    firstPattern: string,
    secondPattern: string,
    middlePattern: string,
    word: string,
    length: number,
    distance: number,
    limit: number,
  ]
>(import.meta.url, "./sql/search-similar-words.sql");

/** Returns candidates for a misspelt word, with some more than are similar enough. */
export async function similarWords(
  pool: Queryable,
  workspaceIds: readonly string[],
  word: string,
  limits: { slips: number; words: number },
): Promise<string[]> {
  const letters = [...word];
  const middle = letters.slice(1, 4).join("");
  const rows = await SIMILAR_STATEMENT.run(pool, [
    workspaceIds,
    `${letters[0]}%`,
    `${letters[1]}%`,
    `%${middle}%`,
    word,
    letters.length + 1,
    limits.slips + 1,
    limits.words,
  ]);
  return rows.map((row) => row.word);
}

/** Adds the words of one page of entries to the vocabulary. Returns the last entry's id, or null after the last page. */
export async function learnFromEntries(db: Executor, after: string, limit: number): Promise<string | null> {
  const { rows } = await db.execute<{ last: string | null }>(sql`
    with page as materialized (select id, workspace_id, words from search_entries where id > ${after}::uuid order by id limit ${limit}),
      learnt as (
        insert into search_words (workspace_id, word)
        select distinct p.workspace_id, substr(lexeme, ${TAG_LENGTH + 1}::int) from page p cross join lateral unnest(tsvector_to_array(p.words)) lexeme
        where length(lexeme) >= ${TAG_LENGTH + 4}::int and lexeme !~ ${`^.{${TAG_LENGTH}}[0-9]+$`} order by 1, 2
        on conflict do nothing)
    select max(id::text) as last from page`);
  return rows[0]?.last ?? null;
}

/** Removes words without any entry from one page of the vocabulary. Returns the end of the page, or null after the last one. */
export async function forgetWords(
  db: Executor,
  after: { workspaceId: string; word: string },
  before: Date,
  limit: number,
): Promise<{ workspaceId: string; word: string } | null> {
  const { rows } = await db.execute<{ workspace_id: string; word: string }>(sql`
    with page as materialized (
        select workspace_id, word, created_at from search_words
        where (workspace_id, word) > (${after.workspaceId}::uuid, ${after.word}) order by workspace_id, word limit ${limit}),
      forgotten as (
        delete from search_words w using page p
        where w.workspace_id = p.workspace_id and w.word = p.word and p.created_at < ${before.toISOString()}::timestamptz
          and not exists (select from search_entries e
            where e.words @@ (select string_agg('''' || right(replace(p.workspace_id::text, '-', ''), 12) || kind || p.word || '''', ' | ')
              from unnest(array['i', 'f']) kind)::tsquery))
    select workspace_id, word from page order by workspace_id desc, word desc limit 1`);
  const [last] = rows;
  return last ? { workspaceId: last.workspace_id, word: last.word } : null;
}
