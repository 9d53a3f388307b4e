import type { Executor } from "../../platform/db/client.ts";
import * as repo from "./entries.repo.ts";
import { addressOf, vectorOf, wordsOf } from "./words.ts";
import type { Vocabulary } from "./vocabulary.service.ts";

/** Searchable data of an item. */
export interface FindableItem {
  id: string;
  workspaceId: string;
  title: string;
  pageUrl: string | null;
  description: string;
  chapters: readonly { name: string }[];
  /** Words on a whiteboard. Absent for other items. */
  text?: string | null;
  createdAt: Date;
}

export interface FindableComment {
  id: string;
  itemId: string;
  workspaceId: string;
  text: string;
  createdAt: Date;
}

export interface FindableFolder {
  id: string;
  workspaceId: string;
  name: string;
  createdAt: Date;
}

/** Number of rows per insert statement. */
const BATCH = 500;

const textsOf = (item: Omit<FindableItem, "id" | "createdAt">): string[] => [
  item.title,
  addressOf(item.pageUrl),
  ...item.chapters.map((chapter) => chapter.name),
  // Last, because the number of words per item is limited.
  item.description,
  item.text ?? "",
];

/** Returns the lexemes of an item in PostgreSQL's text form of a `tsvector`. */
export const lexemesOf = (item: Omit<FindableItem, "id" | "createdAt">): string =>
  vectorOf(item.workspaceId, "item", wordsOf(...textsOf(item)));

const itemEntry = (item: FindableItem): repo.NewEntry => ({
  id: item.id,
  workspaceId: item.workspaceId,
  itemId: item.id,
  words: lexemesOf(item),
  at: item.createdAt,
});
const commentEntry = (comment: FindableComment): repo.NewEntry => ({
  id: comment.id,
  workspaceId: comment.workspaceId,
  itemId: comment.itemId,
  commentId: comment.id,
  words: vectorOf(comment.workspaceId, "item", wordsOf(comment.text)),
  at: comment.createdAt,
});
const folderEntry = (folder: FindableFolder): repo.NewEntry => ({
  id: folder.id,
  workspaceId: folder.workspaceId,
  folderId: folder.id,
  words: vectorOf(folder.workspaceId, "folder", wordsOf(folder.name)),
  at: folder.createdAt,
});

/** Creates the service that maintains the search entries. */
export function createEntries(vocabulary: Vocabulary) {
  async function write(db: Executor, entries: readonly repo.NewEntry[], how = repo.upsertEntries): Promise<void> {
    for (let from = 0; from < entries.length; from += BATCH) await how(db, entries.slice(from, from + BATCH));
  }

  async function indexItems(tx: Executor, found: readonly FindableItem[]): Promise<void> {
    await write(tx, found.map(itemEntry));
    for (const item of found) vocabulary.remember(item.workspaceId, textsOf(item));
  }

  async function indexComments(tx: Executor, found: readonly FindableComment[]): Promise<void> {
    await write(tx, found.map(commentEntry));
    for (const comment of found) vocabulary.remember(comment.workspaceId, [comment.text]);
  }

  async function indexFolders(tx: Executor, found: readonly FindableFolder[]): Promise<void> {
    await write(tx, found.map(folderEntry));
    for (const folder of found) vocabulary.remember(folder.workspaceId, [folder.name]);
  }

  return {
    indexItems,
    indexComments,
    indexFolders,

    /** Updates the entries of all comments on these items after the items were moved to another workspace. */
    reindexComments: async (tx: Executor, itemIds: readonly string[]): Promise<void> => {
      if (itemIds.length > 0) await indexComments(tx, await repo.commentsOf(tx, itemIds));
    },

    /**
     * Writes a page of missing entries. Returns the last id of the page, or null after the last page. Existing entries
     * stay unchanged.
     */
    async fillGaps(tx: Executor, kind: "items" | "comments" | "folders", after: string): Promise<string | null> {
      let entries: repo.NewEntry[];
      if (kind === "items") entries = (await repo.itemsWithoutEntry(tx, after, BATCH)).map(itemEntry);
      else if (kind === "comments") entries = (await repo.commentsWithoutEntry(tx, after, BATCH)).map(commentEntry);
      else entries = (await repo.foldersWithoutEntry(tx, after, BATCH)).map(folderEntry);
      await write(tx, entries, repo.insertMissingEntries);
      return entries.length < BATCH ? null : (entries.at(-1)?.id ?? null);
    },

    /** Corrects the containers of a page of entries. Returns the last id of the page, or null after the last page. */
    fillContainers: (db: Executor, after: string): Promise<string | null> => repo.fillContainers(db, after, BATCH),

    /** Returns whether entries are missing, or lack their container: the state after the update that introduced either. */
    isUnfinished: async (db: Executor): Promise<boolean> => (await repo.lacksContainers(db)) || repo.isUnindexed(db),
  };
}

export type Entries = ReturnType<typeof createEntries>;
