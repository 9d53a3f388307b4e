import { bigint, boolean, index, pgSequence, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { createdAt, id, timestampMs, tsvector } from "./columns.ts";
import { comments } from "./comments.table.ts";
import { items } from "./items.table.ts";
import { folders } from "./workspaces.table.ts";

/**
 * Search index with one row per item (title, chapters, page address), comment or folder. `words` are lexemes from the
 * search module. Each starts with a tag of the workspace, so that the words of one workspace do not slow down
 * the search in another. See ADR 0008.
 */
export const searchEntries = pgTable(
  "search_entries",
  {
    id: id(),
    workspaceId: uuid().notNull(),
    itemId: uuid().references(() => items.id, { onDelete: "cascade" }),
    folderId: uuid().references(() => folders.id, { onDelete: "cascade" }),
    commentId: uuid().references(() => comments.id, { onDelete: "cascade" }),
    /** Whether the words are those of the video's transcript. */
    spoken: boolean().notNull().default(false),
    words: tsvector().notNull(),
    /** Creation time of the item, comment or folder. The newest results come first. */
    at: timestampMs().notNull(),
    /**
     * Container of the item: its folder, or its workspace at the root. Written by triggers when an entry is added and when its item moves.
     * Null for folders, and for rows of earlier releases until a job has filled them. See ADR 0058.
     */
    containerId: uuid(),
  },
  (table) => [
    index("search_entries_words").using("gin", table.words).with({ fastupdate: false }),
    index("search_entries_newest").on(table.workspaceId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("search_entries_item").on(table.itemId),
    index("search_entries_folder")
      .on(table.folderId)
      .where(sql`${table.folderId} is not null`),
    index("search_entries_container")
      .on(table.containerId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.containerId} is not null`),
    // Entries that have no container yet. Empty after the job of the update.
    index("search_entries_unplaced")
      .on(table.workspaceId, table.id)
      .where(sql`${table.containerId} is null and ${table.itemId} is not null`),
    index("search_entries_comment")
      .on(table.commentId)
      .where(sql`${table.commentId} is not null`),
  ],
);

/** Known words of a workspace, used to correct misspelled search words. */
export const searchWords = pgTable(
  "search_words",
  { workspaceId: uuid().notNull(), word: text().notNull(), createdAt: createdAt() },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.word] }),
    index("search_words_like").using("gin", table.workspaceId, sql`${table.word} gin_trgm_ops`),
  ],
);

/**
 * Entries that a search engine has not received yet, written by triggers in the transaction of the change. The triggers are off until an
 * engine is configured. Only ids: what is sent is read when it is sent. See ADR 0049.
 */
export const searchChanges = pgTable(
  "search_changes",
  {
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    workspaceId: uuid().notNull(),
    entryId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] }), index("search_changes_order").on(table.id)],
);

/** The search engine that receives the entries. At most one row. */
export const searchEngine = pgTable("search_engine", {
  /** Address of the engine and name of its index. */
  target: text().primaryKey(),
  /** Number of the last complete transfer, finished or not. A later one has a larger number. */
  build: bigint({ mode: "number" }).notNull(),
  /** Last entry that this transfer has sent. Null when no transfer is in progress. */
  cursor: uuid(),
  /** Whether the engine has all entries, so that it may answer searches. */
  ready: boolean().notNull().default(false),
  /** When a worker last reached the engine. */
  seenAt: timestampMs().notNull().defaultNow(),
  /** Why the last attempt failed. Null after a success. */
  failure: text(),
});

/** Versions of what the engine receives. A sequence never repeats a value, even after a rollback. */
export const searchEngineVersion = pgSequence("search_engine_version");
