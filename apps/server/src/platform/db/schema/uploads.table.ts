import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, timestampMs } from "./columns.ts";
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
    /** Id of the item that the upload creates, or null for an archive to import. */
    itemId: uuid(),
    /** Id of the import that the upload creates. */
    importId: uuid(),
    /** Id of the request that a visitor answers with the upload. Not a foreign key: the upload of a deleted request is refused. */
    requestId: uuid(),
    /** Whether this is a recording in progress that is uploaded while it is made. */
    recording: boolean().notNull().default(false),
    createdAt: createdAt(),
    expiresAt: timestampMs().notNull(),
    finishedAt: timestampMs(),
  },
  (table) => [
    index("uploads_user").on(table.userId),
    index("uploads_expires").on(table.expiresAt),
    index("uploads_request")
      .on(table.requestId)
      .where(sql`${table.requestId} is not null`),
    index("uploads_item")
      .on(table.itemId)
      .where(sql`${table.recording}`),
  ],
);
