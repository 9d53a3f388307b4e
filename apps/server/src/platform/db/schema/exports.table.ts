import type { ExportOptions } from "@stillreel/contract";
import { doublePrecision, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { blobs } from "./blobs.table.ts";
import { createdAt, followedWorkspaceId, id, timestampMs } from "./columns.ts";
import { items } from "./items.table.ts";
import { users } from "./users.table.ts";

/** Exports of videos to other formats. Their files are deleted after a day, and when the video changes. */
export const videoExports = pgTable(
  "video_exports",
  {
    id: id(),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    options: jsonb().$type<ExportOptions>().notNull(),
    /** Storage key of the file that the item had. An export of a replaced file is not delivered. */
    sourceKey: text().notNull(),
    state: text({ enum: ["waiting", "running", "ready", "failed"] }).notNull(),
    progress: doublePrecision().notNull().default(0),
    failure: text(),
    fileName: text().notNull(),
    blobId: uuid().references(() => blobs.id),
    createdAt: createdAt(),
    expiresAt: timestampMs().notNull(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [
    index("video_exports_item").on(table.itemId),
    index("video_exports_user").on(table.userId),
    index("video_exports_expires").on(table.expiresAt),
    index("video_exports_blob").on(table.blobId),
  ],
);
