import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns.ts";
import { items } from "./items.table.ts";
import { users } from "./users.table.ts";

/** Captions of a video as WebVTT, one row per language. */
export const captions = pgTable(
  "captions",
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    language: text().notNull(),
    label: text().notNull(),
    vtt: text().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: "set null" }),
    updatedAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.language] })],
);
