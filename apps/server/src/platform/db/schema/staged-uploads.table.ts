import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, timestampMs } from "./columns.ts";

/**
 * Bytes of unfinished uploads in a remote store, so that every process can continue them. Not a foreign key to `uploads`: when rows of
 * `uploads` are deleted with their user or workspace, the sweep still finds the bytes here.
 */
export const stagedUploads = pgTable(
  "staged_uploads",
  {
    id: text().primaryKey(),
    /** Metadata of the creation. */
    metadata: jsonb().$type<Record<string, string | null>>().notNull(),
    /** Declared length; null while it is deferred. */
    sizeBytes: bigint({ mode: "number" }),
    /** Acknowledged bytes, all of which are in the store. */
    receivedBytes: bigint({ mode: "number" }).notNull().default(0),
    /** Key of the object that the bytes become; null after an item has taken it over. */
    storageKey: text(),
    /** The store's name for the write in parts; null before the first part. */
    writeId: text(),
    createdAt: createdAt(),
    touchedAt: timestampMs().notNull(),
  },
  (table) => [index("staged_uploads_touched").on(table.touchedAt), index("staged_uploads_key").on(table.storageKey)],
);

/** The stored pieces of an unfinished upload, in the order of `startByte`: parts of its object, or separate objects. */
export const stagedPieces = pgTable(
  "staged_pieces",
  {
    uploadId: text()
      .notNull()
      .references(() => stagedUploads.id, { onDelete: "cascade" }),
    startByte: bigint({ mode: "number" }).notNull(),
    sizeBytes: integer().notNull(),
    /** Number of the part; null for a piece that is no part yet. */
    partNumber: integer(),
    /** The store's checksum of the part. */
    etag: text(),
    /** Key of the piece's own object; null for a part. */
    objectKey: text(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.startByte] }), index("staged_pieces_object").on(table.objectKey)],
);
