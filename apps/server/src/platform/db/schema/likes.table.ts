import { index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { createdAt, followedWorkspaceId } from "./columns.ts";
import { items } from "./items.table.ts";
import { users } from "./users.table.ts";

/** Likes of users. `items.like_count` stores their number, which a trigger maintains in the same transaction. */
export const likes = pgTable(
  "likes",
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.userId] }), index("likes_user").on(table.userId)],
);
