import { index, integer, pgTable, uuid } from "drizzle-orm/pg-core";

/**
 * Numbers of starred items per user and space, without items in the trash, stored as rows of differences like those of containers. Triggers
 * on `favorites` insert them. See ADR 0009.
 */
export const starCounts = pgTable(
  "star_counts",
  {
    workspaceId: uuid().notNull(),
    /** No reference: the stars of a deleted user are subtracted after the user's row has been deleted. */
    userId: uuid().notNull(),
    stars: integer().notNull(),
  },
  (table) => [index("star_counts_user").on(table.workspaceId, table.userId)],
);
