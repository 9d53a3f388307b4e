import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { TAG_LENGTH } from "./words.ts";
import { loadStatement } from "../../platform/db/statement.ts";

const LEARN = loadStatement<unknown, [workspaceIds: readonly string[], words: readonly string[]]>(
  import.meta.url,
  "./sql/search-learn.sql",
);

/** Writes words of spaces, in one order for everybody, so that nobody waits in a circle. */
export async function insertWords(pool: Pool, words: readonly { workspaceId: string; word: string }[]): Promise<void> {
  await LEARN.run(pool, [words.map((word) => word.workspaceId), words.map((word) => word.word)]);
}

/** Words that begin none of these spaces' words. `$1` spaces, `$2` words (letters and digits alone). Counted, since "is there any" makes the planner walk the table. */
export const UNKNOWN_STATEMENT = loadStatement<{ word: string }, [workspaceIds: readonly string[], words: readonly string[]]>(
  import.meta.url,
  "./sql/search-unknown-words.sql",
);

/** Which of these words begin no word that the spaces know. */
export async function unknownWords(pool: Pool, workspaceIds: readonly string[], words: readonly string[]): Promise<string[]> {
  const rows = await UNKNOWN_STATEMENT.run(pool, [workspaceIds, words]);
  return rows.map((row) => row.word);
}

/**
 * Words of these spaces that resemble one: its first or second letter begins them, or letters two to four stand in them; and few
 * letters differ. `$2` to `$4` patterns, `$5` the word, `$6` its length and one, `$7` differing letters, `$8` how many words.
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

/** Candidates for what a misspelt word may have meant; a little more than are near enough. */
export async function similarWords(
  pool: Pool,
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

/** Learns the words of a page of entries. Answers the last entry's id, or null after the last page. */
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

/** Forgets, among one page of words, those that no entry holds any more. Answers where the page ended, or null after the last one. */
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
