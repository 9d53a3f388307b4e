import { loadStatement, type Queryable } from "../../platform/db/statement.ts";

/** A passage of a transcript with the milliseconds of its words. */
export interface FoundPassage {
  itemId: string;
  text: string;
  marks: [number, string][];
}

const SEARCH_PASSAGES = loadStatement<FoundPassage, [itemIds: readonly string[], all: string, some: string]>(
  import.meta.url,
  "./sql/search-passages.sql",
);

/** Returns the best passage of each of these videos. */
export async function findPassages(
  pool: Queryable,
  { itemIds, all, some }: { itemIds: readonly string[]; all: string; some: string },
): Promise<FoundPassage[]> {
  return itemIds.length === 0 ? [] : SEARCH_PASSAGES.run(pool, [itemIds, all, some]);
}
