import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, id, timestampMs } from "./columns.ts";
import { users } from "./users.table.ts";

/** Saves of items to the connected account of a cloud drive or file-sync service. */
export const saves = pgTable(
  "saves",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    provider: text({ enum: ["drive", "dropbox"] }).notNull(),
    state: text({ enum: ["running", "done", "failed", "cancelled"] }).notNull(),
    /** Id of the chosen folder at the service; null for the root. */
    folderId: text(),
    /** Name of the chosen folder; null until it is known. */
    folderName: text(),
    /** Folders inside the chosen one, separated by slashes. */
    subfolder: text().notNull(),
    /** Id of the folder that the files go to, when its subfolders exist; null before that. */
    targetId: text(),
    format: text({ enum: ["original", "png", "jpg", "webp", "pdf"] }).notNull(),
    shareable: boolean().notNull(),
    createdAt: createdAt(),
    finishedAt: timestampMs(),
    /** Time when the user read how the save ended; null before that. */
    seenAt: timestampMs(),
  },
  (table) => [index("saves_user").on(table.userId), index("saves_created").on(table.createdAt)],
);

/** Files of a save, in the order of the selection. */
export const saveFiles = pgTable(
  "save_files",
  {
    id: id(),
    saveId: uuid()
      .notNull()
      .references(() => saves.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    /** The item. It may be purged meanwhile. */
    itemId: uuid().notNull(),
    state: text({ enum: ["waiting", "running", "done", "failed", "cancelled"] })
      .notNull()
      .default("waiting"),
    /** Name at the service: the planned one until a free one is chosen. */
    fileName: text().notNull(),
    /** Requested name without its ending; null for the item's own name. */
    customName: text(),
    /** Size of what is uploaded; null until it is known. */
    sizeBytes: bigint({ mode: "number" }),
    /** Bytes that the service has confirmed. */
    offsetBytes: bigint({ mode: "number" }).notNull().default(0),
    /** SHA-256 digests of the confirmed blocks, for the hash of the whole file; null when they are unknown or not needed. */
    blockHashes: bytea(),
    /** Key of the stored bytes and format that the upload session sends. Another one needs another session. */
    source: text(),
    /** Id of the file at the service, chosen before its upload; of the file-sync service its path. */
    remoteId: text(),
    /** Sealed address or id of the upload session. */
    session: text(),
    url: text(),
    error: text(),
    code: text(),
  },
  (table) => [uniqueIndex("save_files_position").on(table.saveId, table.position)],
);
