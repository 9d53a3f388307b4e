import { sql } from "drizzle-orm";
import { index, pgTable, uuid } from "drizzle-orm/pg-core";
import { followedWorkspaceId, timestampMs } from "./columns.ts";
import { items } from "./items.table.ts";
import { users } from "./users.table.ts";

/** Unused items that will be moved to the trash, with the user who is warned before. */
export const retentionWarnings = pgTable(
  "retention_warnings",
  {
    itemId: uuid()
      .primaryKey()
      .references(() => items.id, { onDelete: "cascade" }),
    /** The owner of the item, or of its workspace when the former has left it. Null when there is no one to warn. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    warnedAt: timestampMs().notNull(),
    /** Null until the warning is sent. */
    sentAt: timestampMs(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [
    index("retention_warnings_user").on(table.userId),
    index("retention_warnings_unsent")
      .on(table.userId)
      .where(sql`${table.sentAt} is null`),
    index("retention_warnings_sent").on(table.sentAt, table.itemId),
  ],
);
