import { bigint, index, integer, pgTable, uuid } from "drizzle-orm/pg-core";

/**
 * Item counts of folders and workspace roots, stored as rows of differences. Triggers on `items` only insert
 * differences, so that no transaction waits for a counter. A periodic job sums the rows of a workspace into one per
 * container. See ADR 0009.
 */
export const itemCounts = pgTable(
  "item_counts",
  {
    workspaceId: uuid().notNull(),
    /** The folder, or the workspace for its root. */
    containerId: uuid().notNull(),
    images: integer().notNull(),
    videos: integer().notNull(),
    boards: integer().notNull().default(0),
    shared: integer().notNull(),
    trash: integer().notNull(),
    /** Total bytes of all items, including items in the trash. */
    storedBytes: bigint({ mode: "number" }).notNull(),
    trashBytes: bigint({ mode: "number" }).notNull(),
  },
  (table) => [index("item_counts_workspace").on(table.workspaceId, table.containerId)],
);
