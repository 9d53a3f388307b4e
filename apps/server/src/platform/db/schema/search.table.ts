import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { createdAt, id, moment, tsvector } from "./columns.ts";
import { comments } from "./comments.table.ts";
import { items } from "./items.table.ts";
import { folders } from "./workspaces.table.ts";

/**
 * What can be found: one row an item (title, chapters, page address), a comment, or a folder. `words` are lexemes that the
 * search module makes, each beginning with the workspace's tag, so that one space's words never cost another's search. See ADR 0008.
 */
export const searchEntries = pgTable(
  "search_entries",
  {
    id: id(),
    workspaceId: uuid().notNull(),
    itemId: uuid().references(() => items.id, { onDelete: "cascade" }),
    folderId: uuid().references(() => folders.id, { onDelete: "cascade" }),
    commentId: uuid().references(() => comments.id, { onDelete: "cascade" }),
    words: tsvector().notNull(),
    /** When the item, comment or folder was made: newest are found first. */
    at: moment().notNull(),
  },
  (table) => [
    index("search_entries_words").using("gin", table.words).with({ fastupdate: false }),
    index("search_entries_newest").on(table.workspaceId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("search_entries_item").on(table.itemId),
    index("search_entries_folder")
      .on(table.folderId)
      .where(sql`${table.folderId} is not null`),
    index("search_entries_comment")
      .on(table.commentId)
      .where(sql`${table.commentId} is not null`),
  ],
);

/** The words that a space knows, for guessing what a misspelt one meant. */
export const searchWords = pgTable(
  "search_words",
  { workspaceId: uuid().notNull(), word: text().notNull(), createdAt: createdAt() },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.word] }),
    index("search_words_like").using("gin", table.workspaceId, sql`${table.word} gin_trgm_ops`),
  ],
);
