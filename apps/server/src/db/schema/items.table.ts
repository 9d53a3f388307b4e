import { sql } from "drizzle-orm";
import { bigint, doublePrecision, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, id, moment } from "./columns.ts";
import { users } from "./users.table.ts";
import { folders, workspaces } from "./workspaces.table.ts";

/** Bytes in the store. Rows are shared by copies: `refs` counts who points here; the object goes by a job when it is 0. */
export const blobs = pgTable(
  "blobs",
  {
    id: id(),
    storageKey: text().notNull(),
    sha256: bytea().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    mimeType: text().notNull(),
    refs: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("blobs_storage_key").on(table.storageKey),
    index("blobs_unreferenced")
      .on(table.id)
      .where(sql`${table.refs} <= 0`),
  ],
);

/**
 * Images and videos. `containerId` is the folder, or the workspace for items at its root, so that every
 * listing is led by one selective column.
 */
export const items = pgTable(
  "items",
  {
    id: id(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    folderId: uuid().references(() => folders.id, { onDelete: "set null" }),
    containerId: uuid()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(folder_id, workspace_id)`),
    type: text({ enum: ["image", "video"] }).notNull(),
    ownerId: uuid().references(() => users.id, { onDelete: "set null" }),
    title: text().notNull(),
    fullFileName: text().notNull(),
    /** The name by which old clients address the file inside its workspace; made by the server. */
    refName: text().notNull(),
    stage: text({ enum: ["recording", "uploading", "processing", "ready", "failed"] }).notNull(),
    blobId: uuid().references(() => blobs.id),
    mimeType: text().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull().default(0),
    width: integer(),
    height: integer(),
    durationMs: doublePrecision(),
    /** ThumbHash in base64. */
    placeholder: text(),
    /** Storage keys of the thumbnails, written in the transaction that makes their renditions: lists need them for every row. */
    thumbnailSmallKey: text(),
    thumbnailLargeKey: text(),
    /** The same for the smaller copy of the whole picture; null where there is none. */
    previewKey: text(),
    trashedAt: moment(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    uniqueIndex("items_ref_name").on(table.workspaceId, table.refName),
    index("items_container_newest")
      .on(table.containerId, table.type, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.trashedAt} is null`),
    index("items_container_name")
      .on(table.containerId, table.type, sql`lower(${table.title})`, table.id)
      .where(sql`${table.trashedAt} is null`),
    index("items_workspace_newest")
      .on(table.workspaceId, table.type, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.trashedAt} is null`),
    index("items_workspace_name")
      .on(table.workspaceId, table.type, sql`lower(${table.title})`, table.id)
      .where(sql`${table.trashedAt} is null`),
    index("items_trash")
      .on(table.workspaceId, table.trashedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.trashedAt} is not null`),
    index("items_blob").on(table.blobId),
    index("items_owner").on(table.ownerId),
  ],
);

/** Files derived from an item. */
export const renditions = pgTable(
  "renditions",
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    kind: text({ enum: ["thumbnail-small", "thumbnail-large", "preview"] }).notNull(),
    blobId: uuid()
      .notNull()
      .references(() => blobs.id),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.kind] }), index("renditions_blob").on(table.blobId)],
);

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
    itemId: uuid().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    finishedAt: moment(),
  },
  (table) => [index("uploads_user").on(table.userId), index("uploads_expires").on(table.expiresAt)],
);
