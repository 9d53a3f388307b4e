import { index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { timestampMs } from "./columns.ts";
import { items } from "./items.table.ts";
import { users } from "./users.table.ts";

/** Items whose page a user opened, one row per user and item. */
export const recentItems = pgTable(
  "recent_items",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    openedAt: timestampMs().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.itemId] }),
    index("recent_items_item").on(table.itemId),
    index("recent_items_latest").on(table.userId, table.openedAt.desc().nullsFirst()),
    index("recent_items_old").on(table.openedAt),
  ],
);
