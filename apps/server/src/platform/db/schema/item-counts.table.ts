import { bigint, index, integer, pgTable, uuid } from "drizzle-orm/pg-core";

/**
 * How many items a folder (or a space's root) holds, as sums: triggers on `items` only ever add rows of differences, so
 * that nobody waits for a counter; now and then the rows of a space are folded into one each place. See ADR 0009.
 */
export const itemCounts = pgTable(
  "item_counts",
  {
    workspaceId: uuid().notNull(),
    /** The folder, or the workspace for its root. */
    containerId: uuid().notNull(),
    images: integer().notNull(),
    videos: integer().notNull(),
    shared: integer().notNull(),
    trash: integer().notNull(),
    /** Of all items, those in the bin too. */
    storedBytes: bigint({ mode: "number" }).notNull(),
    trashBytes: bigint({ mode: "number" }).notNull(),
  },
  (table) => [index("item_counts_workspace").on(table.workspaceId, table.containerId)],
);
