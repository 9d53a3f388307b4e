import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, moment } from "./columns.ts";
import { users } from "./users.table.ts";
import { workspaces } from "./workspaces.table.ts";

/** Resumable uploads in progress. `id` is the tus id, a secret of 128 bits. */
export const uploads = pgTable(
  "uploads",
  {
    id: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** The item that it makes; null for an archive to be imported. */
    itemId: uuid(),
    /** The import that it makes. */
    importId: uuid(),
    /** Is it a recording that goes on, sent while it is made? */
    recording: boolean().notNull().default(false),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    finishedAt: moment(),
  },
  (table) => [
    index("uploads_user").on(table.userId),
    index("uploads_expires").on(table.expiresAt),
    index("uploads_item")
      .on(table.itemId)
      .where(sql`${table.recording}`),
  ],
);
