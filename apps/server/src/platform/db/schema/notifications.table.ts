import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, timestampMs } from "./columns.ts";
import { items } from "./items.table.ts";
import { users } from "./users.table.ts";
import { workspaces } from "./workspaces.table.ts";

/** Notifications of users. Events of one group that a user has not read are one row with their number. */
export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().notNull(),
    /** Kind and subject, for example `comment:<item id>`. */
    groupKey: text().notNull(),
    itemId: uuid().references(() => items.id, { onDelete: "cascade" }),
    workspaceId: uuid().references(() => workspaces.id, { onDelete: "cascade" }),
    /** The user who caused the newest event. */
    actorId: uuid().references(() => users.id, { onDelete: "set null" }),
    /** Users who caused the events of the group, at most 50. */
    actorIds: uuid()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Number of events. */
    count: integer().notNull().default(1),
    /** Facts about the newest event, as plain data. */
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    readAt: timestampMs(),
    /** Time of the newest event. */
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("notifications_unread")
      .on(table.userId, table.groupKey)
      .where(sql`${table.readAt} is null`),
    index("notifications_newest").on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("notifications_item").on(table.itemId),
    index("notifications_workspace").on(table.workspaceId),
    index("notifications_actor").on(table.actorId),
  ],
);

/** Digests of users who want one: one mail with the unread notifications of some time. */
export const digests = pgTable(
  "digests",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Time of the next mail. Who changes it in the transaction of the mail has sent it. */
    nextAt: timestampMs().notNull(),
    /** Time up to which notifications were in an earlier digest. */
    since: timestampMs().notNull(),
  },
  (table) => [index("digests_next").on(table.nextAt, table.userId)],
);
