import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, id } from "./columns.ts";
import { items } from "./items.table.ts";

/** Visits of an item. A visitor is a keyed hash of item and account or session: it means nothing at another item. */
export const views = pgTable(
  "views",
  {
    id: id(),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    visitor: bytea().notNull(),
    source: text({ enum: ["link", "embed", "workspace"] }).notNull(),
    /** Watched so far. */
    seconds: doublePrecision().notNull().default(0),
    /** One bit for each hundredth of the video that was watched; of all visits of a visitor, kept with their first counted one. */
    coverage: bytea(),
    counted: boolean().notNull().default(false),
    /** The first counted view of this visitor. */
    isFirst: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index("views_visitor").on(table.itemId, table.visitor, table.updatedAt.desc().nullsFirst()),
    index("views_counted")
      .on(table.itemId, table.createdAt)
      .where(sql`${table.counted}`),
    // Those that never became a view, for the nightly sweep.
    index("views_uncounted")
      .on(table.updatedAt)
      .where(sql`not ${table.counted}`),
  ],
);
