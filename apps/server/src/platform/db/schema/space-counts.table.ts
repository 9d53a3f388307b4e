import { bigint, index, integer, pgTable, uuid } from "drizzle-orm/pg-core";

/**
 * Item counts of whole spaces, stored as rows of differences like those of containers. Triggers on `item_counts` insert them, so
 * that reading a space's totals does not depend on its number of folders. See ADR 0009.
 */
export const spaceCounts = pgTable(
  "space_counts",
  {
    workspaceId: uuid().notNull(),
    images: integer().notNull(),
    videos: integer().notNull(),
    boards: integer().notNull().default(0),
    shared: integer().notNull(),
    trash: integer().notNull(),
    /** Total bytes of all items, including items in the trash. */
    storedBytes: bigint({ mode: "number" }).notNull(),
    trashBytes: bigint({ mode: "number" }).notNull(),
  },
  (table) => [index("space_counts_workspace").on(table.workspaceId)],
);
