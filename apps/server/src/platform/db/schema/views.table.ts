import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, followedWorkspaceId } from "./columns.ts";
import { items } from "./items.table.ts";

/**
 * Visits of an item. A visitor is a keyed hash of the item and the account or session, so it differs for every item. One partition per month of
 * their start. Each partition has a primary key, because a key of the whole table would have to contain the time.
 */
export const views = pgTable(
  "views",
  {
    id: uuid().notNull(),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    visitor: bytea().notNull(),
    source: text({ enum: ["link", "embed", "workspace"] }).notNull(),
    /** Watched so far. */
    seconds: doublePrecision().notNull().default(0),
    /** One bit per hundredth of the video that was watched in any visit of a visitor. Stored in their first counted visit. */
    coverage: bytea(),
    /** Hundredths of the unedited video that were watched, with those that an edit removed. Null until the video is edited. */
    sourceCoverage: bytea(),
    counted: boolean().notNull().default(false),
    /** Whether this is the first counted view of the visitor. */
    isFirst: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [
    index("views_visitor").on(table.itemId, table.visitor, table.updatedAt.desc().nullsFirst()),
    index("views_counted")
      .on(table.itemId, table.createdAt)
      .where(sql`${table.counted}`),
    // Visits that never became a view, for the nightly cleanup.
    index("views_uncounted")
      .on(table.updatedAt)
      .where(sql`not ${table.counted}`),
  ],
);
