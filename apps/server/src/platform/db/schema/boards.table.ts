import type { BoardCanvas } from "@stillreel/contract";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, json, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { blobs } from "./blobs.table.ts";
import { bytea, createdAt, followedWorkspaceId, timestampMs } from "./columns.ts";
import { items } from "./items.table.ts";

const ofBoard = () =>
  uuid()
    .notNull()
    .references(() => boards.itemId, { onDelete: "cascade" });
/** No reference to the user: the deletion of an account does not search all elements. The id of a deleted user names no user. */
const byUser = () => uuid();
const size = () => bigint({ mode: "number" }).notNull().default(0);

/** State of whiteboards, one row per item of the type `board`. Its row is locked by each change, so that changes of one board have an order. */
export const boards = pgTable("boards", {
  itemId: uuid()
    .primaryKey()
    .references(() => items.id, { onDelete: "cascade" }),
  /** Number of the last change. */
  seq: size(),
  canvas: jsonb().$type<BoardCanvas>().notNull(),
  /** Number of elements that are not deleted. */
  elements: integer().notNull().default(0),
  /** Bytes of all elements as JSON, deleted ones included. */
  bytes: size(),
  /** Bytes of the images. */
  imageBytes: size(),
  /** Words on the board, for the search. */
  text: text().notNull().default(""),
  /** Number of the last version, and the change that it contains. */
  version: integer().notNull().default(0),
  versionSeq: size(),
  /** Time of the first change after the last version. Null without changes. */
  changedSince: timestampMs(),
  /** Marks of deleted elements up to this change were removed. A client that has an older state reads the whole board. */
  prunedSeq: size(),
  /** The change that the thumbnails and the search show. */
  drawnSeq: size(),
  workspaceId: followedWorkspaceId(),
});

/** Elements of whiteboards in their present state. Deleted ones stay as marks, so that an older state does not restore them. */
export const boardElements = pgTable(
  "board_elements",
  {
    boardId: ofBoard(),
    elementId: text().notNull(),
    version: integer().notNull(),
    nonce: bigint({ mode: "number" }).notNull(),
    deleted: boolean().notNull(),
    /** Number of the change that contains this state. */
    seq: bigint({ mode: "number" }).notNull(),
    bytes: integer().notNull(),
    /** The element as it was received, without unknown fields. */
    data: json().notNull(),
    /** Who drew it, and who changed it last. Null for imports. */
    createdBy: byUser(),
    updatedBy: byUser(),
    updatedAt: createdAt(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [primaryKey({ columns: [table.boardId, table.elementId] }), index("board_elements_seq").on(table.boardId, table.seq)],
);

/** Log of changes. Rows are never changed. Those that a stored version contains are deleted when every process has read them. */
export const boardUpdates = pgTable(
  "board_updates",
  {
    boardId: ofBoard(),
    seq: bigint({ mode: "number" }).notNull(),
    /** The open page that sent it. Null for changes by the API and for restored versions. */
    participant: text(),
    userId: byUser(),
    elements: json().notNull(),
    canvas: jsonb().$type<BoardCanvas>(),
    createdAt: createdAt(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [primaryKey({ columns: [table.boardId, table.seq] }), index("board_updates_created").on(table.createdAt)],
);

/** Stored versions of whiteboards. Each contains the elements that changed since the version before, compressed. */
export const boardVersions = pgTable(
  "board_versions",
  {
    boardId: ofBoard(),
    n: integer().notNull(),
    /** Null for a version that was stored automatically. */
    name: text(),
    userIds: uuid().array().notNull(),
    elements: integer().notNull(),
    canvas: jsonb().$type<BoardCanvas>().notNull(),
    delta: bytea().notNull(),
    createdAt: createdAt(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [primaryKey({ columns: [table.boardId, table.n] }), index("board_versions_created").on(table.createdAt)],
);

/** Images on whiteboards. Their id follows from their content, so that equal images of a board are stored once. */
export const boardImages = pgTable(
  "board_images",
  {
    boardId: ofBoard(),
    fileId: text().notNull(),
    blobId: uuid()
      .notNull()
      .references(() => blobs.id),
    mimeType: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    sizeBytes: size(),
    createdAt: createdAt(),
    workspaceId: followedWorkspaceId(),
    /** Second at which a video shows a frame that the server made after an edit, in milliseconds. */
    shownAtMs: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.boardId, table.fileId] }),
    index("board_images_blob").on(table.blobId),
    // Ids of frames contain the id of their video.
    index("board_images_video")
      .on(sql`substr(${table.fileId}, 7, 36)`)
      .where(sql`starts_with(${table.fileId}, 'frame_')`),
  ],
);
