import type { Executor } from "../../platform/db/client.ts";
import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createEntries, type FindableComment, type FindableFolder, type FindableItem, lexemesOf } from "./entries.service.ts";
import { createFeed, type Feed } from "./feed.ts";
import { indexMissing, searchJobs } from "./search-index.jobs.ts";
import { createSpeechIndex, type Passage } from "./speech.service.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.service.ts";
import { termsOf, tsqueryOf } from "./words.ts";

export type { FindableComment, FindableFolder, FindableItem } from "./entries.service.ts";
export { searchEngineProblem } from "./engine-problem.ts";
export type { Feed } from "./feed.ts";
export type { Passage } from "./speech.service.ts";
export type { Correction, Vocabulary } from "./vocabulary.service.ts";
export { addressOf, headingOf, isHit, normalise, plainQueryOf, taggedTerms, type Term, termsOf, tsqueryOf, wordsOf } from "./words.ts";

/** The full-text index of items, comments and folders. */
export interface SearchIndex extends Module {
  /** Sends the entries to the search engine; undefined without one. */
  feed: Feed | undefined;
  /** The words of each workspace, for correcting misspelt ones. */
  vocabulary: Vocabulary;
  /** Returns the lexemes of an item in PostgreSQL's text form of a `tsvector` (cast it with `::tsvector`). Pure. */
  lexemesOf(item: Omit<FindableItem, "id" | "createdAt">): string;
  /**
   * Adds the words of texts to the vocabulary for corrections. It is for texts that were indexed without the calls below.
   * Known words cost nothing, and new ones are written soon, outside any transaction.
   */
  learnWords(workspaceId: string, texts: readonly string[]): void;
  /**
   * Inserts or updates the entries of items, comments or folders, in the transaction of the change. Entries are deleted
   * with their rows.
   */
  indexItem(tx: Executor, item: FindableItem): Promise<void>;
  indexItems(tx: Executor, items: readonly FindableItem[]): Promise<void>;
  indexComment(tx: Executor, comment: FindableComment): Promise<void>;
  indexComments(tx: Executor, comments: readonly FindableComment[]): Promise<void>;
  indexFolder(tx: Executor, folder: FindableFolder): Promise<void>;
  indexFolders(tx: Executor, folders: readonly FindableFolder[]): Promise<void>;
  /** Replaces what is spoken in a video, in the transaction of the change. */
  indexSpeech(tx: Executor, itemId: string, passages: readonly Passage[]): Promise<void>;
  /** Updates the entries of all comments on these items, and of their speech, after they were moved to another workspace or copied. */
  reindexComments(tx: Executor, itemIds: readonly string[]): Promise<void>;
  /**
   * Converts typed text to a PostgreSQL `tsquery` text for one workspace's items and comments. Every word must be a
   * prefix of a word of the entry. Null when it contains no words.
   */
  queryOf(workspaceId: string, typed: string): string | null;
}

/** Creates the index. The modules that own the data write its entries; the search module reads it. */
export function createSearchIndex(ports: Ports): SearchIndex {
  const vocabulary = createVocabulary(ports);
  const entries = createEntries(vocabulary);
  const speech = createSpeechIndex(ports.ids, vocabulary);
  const { db, log, searchEngine } = ports;
  return {
    feed: searchEngine && createFeed({ db, log, searchEngine }),
    vocabulary,
    lexemesOf,
    learnWords: (workspaceId, texts) => vocabulary.remember(workspaceId, texts),
    indexItem: (tx, item) => entries.indexItems(tx, [item]),
    indexItems: entries.indexItems,
    indexComment: (tx, comment) => entries.indexComments(tx, [comment]),
    indexComments: entries.indexComments,
    indexFolder: (tx, folder) => entries.indexFolders(tx, [folder]),
    indexFolders: entries.indexFolders,
    indexSpeech: speech.indexSpeech,
    reindexComments: async (tx, itemIds) => {
      await entries.reindexComments(tx, itemIds);
      await speech.reindexSpeech(tx, itemIds);
    },
    queryOf(workspaceId, typed) {
      const terms = termsOf(typed);
      return terms.length === 0 ? null : tsqueryOf(workspaceId, "item", terms);
    },
    routes: (app) => {
      // An installation older than the index, or than the containers of its entries, is completed immediately. Other missing entries are added
      // by the nightly job.
      app.addHook("onReady", async () => {
        try {
          if (await entries.isUnfinished(ports.db)) await ports.jobs.enqueue(ports.db, indexMissing, {}, { key: indexMissing.name });
        } catch (error) {
          ports.log.warn({ err: error }, "could not check whether the search index is complete");
        }
      });
    },
    jobs: searchJobs(ports, entries),
  };
}
