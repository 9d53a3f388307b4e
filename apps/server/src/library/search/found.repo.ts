import type { ItemType } from "@stillreel/contract";
import { loadFragment } from "../../platform/db/statement.ts";

/** An item that was found directly or through a comment on it, with the texts that contain the words. */
export interface FoundItem {
  kind: "item";
  id: string;
  comment_id: string | null;
  /** Whether the words are those of its transcript. */
  spoken: boolean;
  /** Creation time of the item or comment as ISO string. */
  at: string;
  title: string;
  page_url: string | null;
  /** Null when the item has none. The same applies to chapters. */
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

/** Search words for one workspace, as `tsquery` texts. */
export interface SpaceQuery {
  workspaceId: string;
  query: string;
  /** Only the longest words: `narrow` as prefixes, `whole` as complete words. */
  narrow: string;
  whole: string;
  folders: string;
}

/** Search terms and result limits. */
export interface Wanted {
  /** Prefix for title search. Null for prefixes that are too short to be selective. */
  phrase: string | null;
  type: ItemType | null;
  /** Maximum number of items in the result. */
  limit: number;
  /**
   * Maximum entries read per workspace. More than `limit`, to choose the best, and because several may belong to one
   * item.
   */
  entries: number;
}

/** Number of titles and folders that are read to find the best. */
export const TITLES = 25;
export const FOLDERS = 200;

/** Parameters that all searches share. */
export type SearchValues = [
  workspaceIds: string[],
  queries: string[],
  narrow: string[],
  whole: string[],
  folders: string[],
  items: number,
  wanted: number,
  type: string | null,
  phrase: string | null,
];

export const askedValues = (spaces: readonly SpaceQuery[], { phrase, type, limit, entries }: Wanted): SearchValues => [
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

/** Words that none of so many newest entries of a workspace contains are rare. */
export const PROBE = 256;

const url = import.meta.url;
const textColumns = loadFragment(url, "./sql/search-text-columns.sql");

/** Parts of the statements, for their slots. `readable` is the condition that the caller may read the item `i`. */
export const SPACES = loadFragment(url, "./sql/search-spaces.sql");
export const HELD = loadFragment(url, "./sql/search-held.sql");
export const entryTexts = (readable: string): string => loadFragment(url, "./sql/search-entry-texts.sql", { textColumns, readable });
export const byWords = (wordsColumn: "narrow" | "whole", readable: string): string =>
  loadFragment(url, "./sql/search-by-words.sql", { wordsColumn, entryTexts: entryTexts(readable) });
export const titlesOf = (titlesParameter: string, readable: string, titlesRead: number): string =>
  loadFragment(url, "./sql/search-titles.sql", {
    textColumns,
    titlesParameter,
    readable,
    titlesRead: String(titlesRead),
    titlesMax: String(TITLES),
  });
export const resultOf = (folderEntries: string): string =>
  loadFragment(url, "./sql/search-result.sql", { folderEntries, foldersMax: String(FOLDERS) });
