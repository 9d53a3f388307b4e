import type { Executor } from "../../platform/db/client.ts";
import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createEntries, type FindableComment, type FindableFolder, type FindableItem, lexemesOf } from "./entries.service.ts";
import { indexMissing, searchJobs } from "./search-index.jobs.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.service.ts";
import { termsOf, tsqueryOf } from "./words.ts";

export type { FindableComment, FindableFolder, FindableItem } from "./entries.service.ts";
export type { Correction, Vocabulary } from "./vocabulary.service.ts";
export { addressOf, isHit, normalise, type Term, termsOf, tsqueryOf, wordsOf } from "./words.ts";

/** The full-text index of items, comments and folders. */
export interface SearchIndex extends Module {
  /** The words of each workspace, for correcting misspelt ones. */
  vocabulary: Vocabulary;
  /** The lexemes of an item as PostgreSQL's text form of a `tsvector` (cast it with `::tsvector`). Pure. */
  lexemesOf(item: Omit<FindableItem, "id" | "createdAt">): string;
  /**
   * Remembers the words of texts that went into the index by other ways than the calls below, so that misspelt ones can be corrected.
   * Costs nothing for words that are known; new ones are written soon, outside of any transaction.
   */
  learnWords(workspaceId: string, texts: readonly string[]): void;
  /** Makes or renews the entries of items, comments or a folder, in the transaction of the change. Entries go with their rows. */
  indexItem(tx: Executor, item: FindableItem): Promise<void>;
  indexItems(tx: Executor, items: readonly FindableItem[]): Promise<void>;
  indexComment(tx: Executor, comment: FindableComment): Promise<void>;
  indexComments(tx: Executor, comments: readonly FindableComment[]): Promise<void>;
  indexFolder(tx: Executor, folder: FindableFolder): Promise<void>;
  /** Renews the entries of all comments on these items, after items and comments went to another space. */
  reindexComments(tx: Executor, itemIds: readonly string[]): Promise<void>;
  /**
   * What somebody typed as a PostgreSQL `tsquery` text over one space's items and comments: every word must begin a word of the entry.
   * Null when there is nothing to look for.
   */
  queryOf(workspaceId: string, typed: string): string | null;
}

/** Creates the index. The modules that own the data write its entries; the search module reads it. */
export function createSearchIndex(ports: Ports): SearchIndex {
  const vocabulary = createVocabulary(ports);
  const entries = createEntries(vocabulary);
  return {
    vocabulary,
    lexemesOf,
    learnWords: (workspaceId, texts) => vocabulary.remember(workspaceId, texts),
    indexItem: (tx, item) => entries.indexItems(tx, [item]),
    indexItems: entries.indexItems,
    indexComment: (tx, comment) => entries.indexComments(tx, [comment]),
    indexComments: entries.indexComments,
    indexFolder: entries.indexFolder,
    reindexComments: entries.reindexComments,
    queryOf(workspaceId, typed) {
      const terms = termsOf(typed);
      return terms.length === 0 ? null : tsqueryOf(workspaceId, "item", terms);
    },
    routes: (app) => {
      // An installation that is older than the index gets it at once; whatever else is missing comes with the nightly round.
      app.addHook("onReady", async () => {
        try {
          if (await entries.isUnindexed(ports.db)) await ports.jobs.enqueue(ports.db, indexMissing, {}, { key: indexMissing.name });
        } catch (error) {
          ports.log.warn({ err: error }, "could not look whether the search index is filled");
        }
      });
    },
    jobs: searchJobs(ports, entries),
  };
}
