import type { EditDocument, PointerTrack } from "@stillreel/contract";
import { sql } from "drizzle-orm";
import { bigint, boolean, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { blobs } from "./blobs.table.ts";
import { createdAt, followedWorkspaceId, id } from "./columns.ts";
import { items } from "./items.table.ts";
import type { RenditionFacts, StoryboardFacts, VideoFacts } from "./media-facts.ts";
import { users } from "./users.table.ts";

/** Drafts of the edits of videos. A video without a row was never edited. */
export const videoEdits = pgTable("video_edits", {
  itemId: uuid()
    .primaryKey()
    .references(() => items.id, { onDelete: "cascade" }),
  /** Incremented by every stored change. A change that is based on an older version is refused. */
  version: integer().notNull().default(1),
  /** Null: the document of the version that is shown. */
  document: jsonb().$type<EditDocument>(),
  updatedBy: uuid().references(() => users.id, { onDelete: "set null" }),
  updatedAt: createdAt(),
  workspaceId: followedWorkspaceId(),
});

/**
 * Where the pointer was during a recording, in seconds of the unedited file. It can show where something is that a later edit covers, so only
 * users with write permission get it.
 */
export const pointerTracks = pgTable("pointer_tracks", {
  itemId: uuid()
    .primaryKey()
    .references(() => items.id, { onDelete: "cascade" }),
  track: jsonb().$type<PointerTrack>().notNull(),
  updatedAt: createdAt(),
  workspaceId: followedWorkspaceId(),
});

/** Columns of an item that a revert to one of its versions restores. */
export interface VersionFacts {
  mimeType: string;
  fullFileName: string;
  placeholder: string | null;
  videoFacts: VideoFacts | null;
  recordingFacts: RenditionFacts | null;
  playbackMimeType: string | null;
  storyboard: StoryboardFacts | null;
  /** Chapters in seconds of the version. Those of the original are the source of the chapters of later renders. */
  chapters: { timestamp: number; name: string }[];
}

/**
 * Versions of edited videos: the file that was uploaded or recorded, and the renders. The shown version has no own files, because the item
 * refers to them; those of the others are in `edit_files`.
 */
export const videoVersions = pgTable(
  "video_versions",
  {
    id: id(),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    kind: text({ enum: ["original", "edit"] }).notNull(),
    isShown: boolean().notNull(),
    /** The edits that were rendered. Null for the original. */
    document: jsonb().$type<EditDocument>(),
    durationMs: doublePrecision().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    facts: jsonb().$type<VersionFacts>().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [
    index("video_versions_item").on(table.itemId, table.createdAt),
    uniqueIndex("video_versions_shown")
      .on(table.itemId)
      .where(sql`${table.isShown}`),
    uniqueIndex("video_versions_original")
      .on(table.itemId)
      .where(sql`${table.kind} = 'original'`),
  ],
);

/** Kinds of files that a version retains: its video, and the renditions that the editor and a revert need. */
export const VERSION_FILE_KINDS = ["source", "playback", "poster", "thumbnail-large", "thumbnail-small", "storyboard", "waveform"] as const;

/** Files of videos that only users with write permission can reach: those of versions that are not shown, and assets of edits. */
export const editFiles = pgTable(
  "edit_files",
  {
    id: id(),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    /** Null for an asset. */
    versionId: uuid().references(() => videoVersions.id, { onDelete: "cascade" }),
    kind: text({ enum: [...VERSION_FILE_KINDS, "sound", "picture"] }).notNull(),
    blobId: uuid()
      .notNull()
      .references(() => blobs.id),
    /** Name of an asset. */
    name: text().notNull().default(""),
    width: integer(),
    height: integer(),
    /** Seconds of a sound. */
    duration: doublePrecision(),
    facts: jsonb().$type<RenditionFacts>(),
    createdAt: createdAt(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [
    index("edit_files_item").on(table.itemId),
    index("edit_files_version").on(table.versionId),
    index("edit_files_blob").on(table.blobId),
  ],
);

/** Renders of edits that are waiting, running or failed. A finished one has no row. */
export const videoRenders = pgTable(
  "video_renders",
  {
    id: id(),
    /** The edited video. */
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    as: text({ enum: ["same", "copy"] }).notNull(),
    /** The item of the copy; otherwise the edited video. */
    targetId: uuid().notNull(),
    state: text({ enum: ["queued", "running", "failed"] })
      .notNull()
      .default("queued"),
    /** In percent. */
    progress: integer().notNull().default(0),
    /** Reason of a failure, as a sentence. */
    reason: text(),
    document: jsonb().$type<EditDocument>().notNull(),
    /** Blobs of the joined items when the render was requested, by item. */
    joined: jsonb().$type<Record<string, string>>().notNull(),
    createdBy: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [
    // A newer render into the same link replaces an older one.
    uniqueIndex("video_renders_same")
      .on(table.itemId)
      .where(sql`${table.as} = 'same'`),
    index("video_renders_item").on(table.itemId),
    index("video_renders_target").on(table.targetId),
  ],
);
