import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, timestampMs } from "./columns.ts";
import { items } from "./items.table.ts";
import { users } from "./users.table.ts";

/** Requests of users for access to an item or folder, also to what does not exist: the response may not depend on that. */
export const accessRequests = pgTable(
  "access_requests",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What the user named: the id of an item or folder, or the slug of a link. */
    targetType: text({ enum: ["item", "folder", "link"] }).notNull(),
    targetId: text().notNull(),
    /** What it is, once a job has found it. Null for what does not exist. */
    itemId: uuid().references(() => items.id, { onDelete: "set null" }),
    /** Not a foreign key: a folder in the trash has no row, and returns with its id. */
    folderId: uuid(),
    level: text({ enum: ["view", "comment", "edit"] }).notNull(),
    createdAt: createdAt(),
    /** Time at which the users who can answer were notified. */
    notifiedAt: timestampMs(),
    answer: text({ enum: ["view", "comment", "edit", "decline"] }),
    answeredAt: timestampMs(),
  },
  (table) => [
    uniqueIndex("access_requests_target").on(table.userId, table.targetType, table.targetId),
    index("access_requests_item")
      .on(table.itemId)
      .where(sql`${table.itemId} is not null`),
    index("access_requests_folder")
      .on(table.folderId)
      .where(sql`${table.folderId} is not null`),
    index("access_requests_created").on(table.createdAt),
  ],
);
