import { bigint, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, timestampMs } from "./columns.ts";
import { blobs } from "./blobs.table.ts";
import { users } from "./users.table.ts";
import { workspaces } from "./workspaces.table.ts";

/** Takeouts: all data of a user as one zip. */
export const takeouts = pgTable(
  "takeouts",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    status: text({ enum: ["waiting", "running", "ready", "failed"] }).notNull(),
    itemCount: integer().notNull().default(0),
    doneCount: integer().notNull().default(0),
    /** Reason of a failed takeout. */
    failure: text({ enum: ["account-suspended", "storage-full", "unfinished", "internal"] }),
    blobId: uuid().references(() => blobs.id),
    createdAt: createdAt(),
    finishedAt: timestampMs(),
    expiresAt: timestampMs(),
  },
  (table) => [index("takeouts_user").on(table.userId, table.createdAt.desc().nullsFirst()), index("takeouts_blob").on(table.blobId)],
);

/** Imports of uploaded zips. */
export const imports = pgTable(
  "imports",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    folderId: uuid(),
    status: text({ enum: ["uploading", "waiting", "running", "ready", "failed"] }).notNull(),
    fileName: text().notNull(),
    itemCount: integer().notNull().default(0),
    doneCount: integer().notNull().default(0),
    skipped: jsonb().$type<{ name: string; reason: string }[]>().notNull().default([]),
    skippedCount: integer().notNull().default(0),
    /** Blob of the zip, until it is read. */
    blobId: uuid().references(() => blobs.id),
    createdAt: createdAt(),
    finishedAt: timestampMs(),
  },
  (table) => [index("imports_user").on(table.userId, table.createdAt.desc().nullsFirst()), index("imports_blob").on(table.blobId)],
);

/** Selections to download as one zip. The secret in the URL is valid for ten minutes. */
export const zips = pgTable(
  "zips",
  {
    /** 128 bits, base64url. */
    id: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    itemIds: uuid().array().notNull(),
    folderIds: uuid().array().notNull(),
    /** Format of the images. */
    format: text({ enum: ["original", "png", "jpg", "webp", "pdf"] })
      .notNull()
      .default("original"),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    expiresAt: timestampMs().notNull(),
  },
  (table) => [index("zips_expires").on(table.expiresAt), index("zips_user").on(table.userId)],
);
