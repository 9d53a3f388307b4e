import { loadStatement, type Queryable } from "../../platform/db/statement.ts";

/** A member of one of the searched workspaces. */
export interface FoundPerson {
  id: string;
  displayName: string;
  email: string;
  avatarBlobId: string | null;
  /** The workspace in which the caller meets the person. */
  workspaceId: string;
}

/** Separators of words in names, and in the parts of an email address. */
const SEPARATORS = /[\s@._+-]+/u;

const SEARCH_PEOPLE = loadStatement<
  FoundPerson,
  [workspaceIds: readonly string[], userId: string, patterns: readonly string[], limit: number, parts: readonly string[]]
>(import.meta.url, "./sql/search-people.sql");

/** Returns a word as part of a pattern. */
const escaped = (word: string): string => word.replaceAll(/[\\%_]/gu, "\\$&");

/** Finds the members of these workspaces whose names or email addresses have words that begin with those of the query, without the caller. */
export async function findPeople(
  pool: Queryable,
  { workspaceIds, userId, q, limit }: { workspaceIds: readonly string[]; userId: string; q: string; limit: number },
): Promise<FoundPerson[]> {
  const words = q.toLowerCase().split(SEPARATORS).filter(Boolean).map(escaped);
  if (words.length === 0 || workspaceIds.length === 0) return [];
  return SEARCH_PEOPLE.run(pool, [workspaceIds, userId, words.map((word) => `% ${word}%`), limit, words.map((word) => `%${word}%`)]);
}
