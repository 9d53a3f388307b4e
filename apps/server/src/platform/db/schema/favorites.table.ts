import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { byTitle, createdAt, timestampMs } from "./columns.ts";
import { items } from "./items.table.ts";
import { users } from "./users.table.ts";

/** Starred items, one row per user and item. A trigger on `items` copies the sort columns of the starred lists into it. */
export const favorites = pgTable(
  "favorites",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    workspaceId: uuid().notNull(),
    type: text({ enum: ["image", "video", "board"] }).notNull(),
    title: text().notNull(),
    itemCreatedAt: timestampMs().notNull(),
    trashed: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.itemId] }),
    index("favorites_item").on(table.itemId),
    index("favorites_newest")
      .on(table.userId, table.workspaceId, table.type, table.itemCreatedAt.desc().nullsFirst(), table.itemId.desc().nullsFirst())
      .where(sql`not ${table.trashed}`),
    index("favorites_title")
      .on(table.userId, table.workspaceId, table.type, byTitle(table.title), table.itemId)
      .where(sql`not ${table.trashed}`),
  ],
);
