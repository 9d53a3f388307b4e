import type { ItemType } from "@stillreel/contract";
import { type Term, tsqueryOf } from "../search-index/index.ts";
import type { FoundFolder, FoundItem, SpaceQuery, Wanted } from "./found.repo.ts";
import type { Scope } from "./search.scope.ts";

/** Number of entries that are read beyond the limit, so that the best can be selected. */
const SPARE = 20;
/** Minimum length of a title prefix for a lookup; shorter prefixes match too many titles. */
const PHRASE_MIN = 3;
/** Maximum number of words that the index is queried for. */
const NARROW = 3;

/** Search terms and scope. */
export interface Sought {
  scope: Scope;
  terms: Term[];
  phrase: string;
  type: ItemType | null;
  limit: number;
  /** Number of entries per space; by default slightly more than `limit`. */
  entries?: number;
}

/** An item (once for each reason) or a folder that was found and may be read by the caller. */
export type Hit = FoundItem | FoundFolder;

/** What finds the entries of a search: PostgreSQL alone, or a search engine whose answers PostgreSQL checks. */
export interface Hits {
  /** Returns hits in no order. */
  find(sought: Sought): Promise<Hit[]>;
}

/** Returns the most selective terms: whole words first, then the longest. */
const longest = (terms: readonly Term[]): Term[] =>
  terms.toSorted((one, other) => Number(one.prefix) - Number(other.prefix) || other.word.length - one.word.length).slice(0, NARROW);

/** Returns a function for the words of a search in one space. */
export function spaceQueries(terms: readonly Term[]): (workspaceId: string) => SpaceQuery {
  const narrow = longest(terms);
  const whole = narrow.map(({ word }) => ({ word, prefix: false }));
  return (workspaceId) => ({
    workspaceId,
    query: tsqueryOf(workspaceId, "item", terms),
    narrow: tsqueryOf(workspaceId, "item", narrow),
    whole: tsqueryOf(workspaceId, "item", whole),
    folders: tsqueryOf(workspaceId, "folder", terms),
  });
}

/** Returns what a search wants of each space. */
export const wantedOf = ({ phrase, type, limit, entries = limit + SPARE }: Sought): Wanted => ({
  phrase: phrase.length < PHRASE_MIN ? null : phrase,
  type,
  limit,
  entries,
});
