import type { AnnotationDocument, CaptureRecord } from "@stillreel/contract";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytea, createdAt, id, moment } from "./columns.ts";
import { users } from "./users.table.ts";
import { folders, workspaces } from "./workspaces.table.ts";

/** What a probe of a video said. */
export interface VideoFacts {
  container: string;
  videoCodec: string | null;
  audioCodec: string | null;
  frameRate: number | null;
  /** Does every browser play the original as it is? */
  universal?: boolean;
}

/** How the small pictures of a storyboard lie in their file. */
export interface StoryboardFacts {
  columns: number;
  rows: number;
  tileWidth: number;
  tileHeight: number;
  /** Seconds from one picture to the next. */
  interval: number;
  count: number;
}

/** What a rendition's file does not say by itself: where an HLS player finds its parts, how many bits a second it needs. */
export interface RenditionFacts {
  mimeType?: string;
  codecs?: string;
  bandwidth?: number;
  /** Bytes of the header that every part needs. */
  headerBytes?: number;
  /** Parts as `[offset, bytes, seconds]`. */
  parts?: [number, number, number][];
  /** Numbers of the parts whose time does not follow from the part before: a clock jumped. */
  jumps?: number[];
}

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

/** Titles in the order in which people look for them: numbers by value, case and accents after letters. Made by a migration. */
const byTitle = (title: unknown) => sql`${title} collate "natural"`;

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
    /** A video's still picture, and the file that browsers play where that is not the original. */
    posterKey: text(),
    playbackKey: text(),
    playbackMimeType: text(),
    /** Codecs and the like of a video, as probed. */
    videoFacts: jsonb().$type<VideoFacts>(),
    /** Where the parts of a recording lie in its original, so that it is played before anything was made of it. */
    recordingFacts: jsonb().$type<RenditionFacts>(),
    description: text().notNull().default(""),
    /** The file with the small pictures to scrub through, and how they lie in it. */
    storyboardKey: text(),
    storyboard: jsonb().$type<StoryboardFacts>(),
    /** May it be watched while it is recorded? */
    live: boolean().notNull().default(false),
    /** How far the work behind `processing` is, in percent; null when there is none. */
    progress: integer(),
    likeCount: integer().notNull().default(0),
    viewCount: integer().notNull().default(0),
    uniqueViewCount: integer().notNull().default(0),
    /** Why `stage` is `failed`. */
    failure: text(),
    pageUrl: text(),
    chapters: jsonb().$type<{ timestamp: number; name: string }[]>().notNull().default([]),
    chaptersEnabled: boolean().notNull().default(false),
    commentCount: integer().notNull().default(0),
    /** Grows with every change of the picture's pixels: who changes an older one than there is, is told. */
    pictureVersion: integer().notNull().default(1),
    /** Is its picture drawn over, with the original kept in `picture_details`? */
    annotated: boolean().notNull().default(false),
    /** Has it a live link that is not private? Kept by a trigger on `share_links`. */
    shared: boolean().notNull().default(false),
    trashedAt: moment(),
    /** Name of the folder that it lay in when it went to the bin. */
    trashedFrom: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    uniqueIndex("items_ref_name").on(table.workspaceId, table.refName),
    // One index a view and order; each begins with the place and the type, so that every first page is one short scan.
    index("items_container_newest")
      .on(table.containerId, table.type, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.trashedAt} is null`),
    index("items_container_title")
      .on(table.containerId, table.type, byTitle(table.title), table.id)
      .where(sql`${table.trashedAt} is null`),
    index("items_workspace_newest")
      .on(table.workspaceId, table.type, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.trashedAt} is null`),
    index("items_workspace_title")
      .on(table.workspaceId, table.type, byTitle(table.title), table.id)
      .where(sql`${table.trashedAt} is null`),
    index("items_shared_newest")
      .on(table.workspaceId, table.type, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.shared} and ${table.trashedAt} is null`),
    index("items_shared_title")
      .on(table.workspaceId, table.type, byTitle(table.title), table.id)
      .where(sql`${table.shared} and ${table.trashedAt} is null`),
    // The same by place, for people who may read few places of a space.
    index("items_container_shared_newest")
      .on(table.containerId, table.type, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.shared} and ${table.trashedAt} is null`),
    index("items_container_shared_title")
      .on(table.containerId, table.type, byTitle(table.title), table.id)
      .where(sql`${table.shared} and ${table.trashedAt} is null`),
    index("items_container_trash_newest")
      .on(table.containerId, table.type, table.trashedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.trashedAt} is not null`),
    index("items_container_trash_title")
      .on(table.containerId, table.type, byTitle(table.title), table.id)
      .where(sql`${table.trashedAt} is not null`),
    index("items_trash_newest")
      .on(table.workspaceId, table.type, table.trashedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.trashedAt} is not null`),
    index("items_trash_title")
      .on(table.workspaceId, table.type, byTitle(table.title), table.id)
      .where(sql`${table.trashedAt} is not null`),
    index("items_trash_due")
      .on(table.trashedAt)
      .where(sql`${table.trashedAt} is not null`),
    // Also for items in the bin, which go back to their folder while it stands.
    index("items_folder")
      .on(table.folderId)
      .where(sql`${table.folderId} is not null`),
    // Old clients name a picture by its file name.
    index("items_file_name")
      .on(table.workspaceId, table.fullFileName, table.createdAt.desc().nullsFirst())
      .where(sql`${table.type} = 'image' and ${table.trashedAt} is null`),
    index("items_blob").on(table.blobId),
    index("items_owner").on(table.ownerId),
  ],
);

/**
 * What lists need not know of a picture, one row for those that have any of it: what it was before it was drawn over, what was
 * drawn, and what the capture told. Original and markers are for people who may write.
 */
export const pictureDetails = pgTable(
  "picture_details",
  {
    itemId: uuid()
      .primaryKey()
      .references(() => items.id, { onDelete: "cascade" }),
    originalBlobId: uuid().references(() => blobs.id),
    /** The annotation document, as the contract's `Markers` left it. */
    markers: jsonb().$type<AnnotationDocument>(),
    capture: jsonb().$type<CaptureRecord>(),
    updatedAt: createdAt(),
  },
  (table) => [
    index("picture_details_original")
      .on(table.originalBlobId)
      .where(sql`${table.originalBlobId} is not null`),
  ],
);

/** Files derived from an item. */
export const renditions = pgTable(
  "renditions",
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    kind: text({
      enum: [
        "thumbnail-small",
        "thumbnail-large",
        "preview",
        "poster",
        "playback",
        "storyboard",
        "waveform",
        "hls-1080",
        "hls-720",
        "hls-480",
      ],
    }).notNull(),
    blobId: uuid()
      .notNull()
      .references(() => blobs.id),
    width: integer().notNull(),
    height: integer().notNull(),
    facts: jsonb().$type<RenditionFacts>(),
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

/** Stars on items, one row a person and item. What the starred lists are sorted by stands here too, kept by a trigger on `items`. */
export const favorites = pgTable(
  "favorites",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    workspaceId: uuid().notNull(),
    type: text({ enum: ["image", "video"] }).notNull(),
    title: text().notNull(),
    itemCreatedAt: moment().notNull(),
    trashed: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.itemId] }),
    index("favorites_item").on(table.itemId),
    index("favorites_newest")
      .on(table.userId, table.workspaceId, table.type, table.itemCreatedAt.desc().nullsFirst(), table.itemId.desc().nullsFirst())
      .where(sql`not ${table.trashed}`),
    index("favorites_title")
      .on(table.userId, table.workspaceId, table.type, byTitle(table.title), table.itemId)
      .where(sql`not ${table.trashed}`),
  ],
);

/**
 * How many items a folder (or a space's root) holds, as sums: triggers on `items` only ever add rows of differences, so
 * that nobody waits for a counter; now and then the rows of a space are folded into one each place. See ADR 0009.
 */
export const itemCounts = pgTable(
  "item_counts",
  {
    workspaceId: uuid().notNull(),
    /** The folder, or the workspace for its root. */
    containerId: uuid().notNull(),
    images: integer().notNull(),
    videos: integer().notNull(),
    shared: integer().notNull(),
    trash: integer().notNull(),
    /** Of all items, those in the bin too. */
    storedBytes: bigint({ mode: "number" }).notNull(),
    trashBytes: bigint({ mode: "number" }).notNull(),
  },
  (table) => [index("item_counts_workspace").on(table.workspaceId, table.containerId)],
);

/** Who likes what. `items.like_count` repeats their number, kept by a trigger in the same transaction. */
export const likes = pgTable(
  "likes",
  {
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.userId] }), index("likes_user").on(table.userId)],
);

/** Visits of an item. A visitor is a keyed hash of item and account or session: it means nothing at another item. */
export const views = pgTable(
  "views",
  {
    id: id(),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    visitor: bytea().notNull(),
    source: text({ enum: ["link", "embed", "workspace"] }).notNull(),
    /** Watched so far. */
    seconds: doublePrecision().notNull().default(0),
    /** One bit for each hundredth of the video that was watched; of all visits of a visitor, kept with their first counted one. */
    coverage: bytea(),
    counted: boolean().notNull().default(false),
    /** The first counted view of this visitor. */
    isFirst: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index("views_visitor").on(table.itemId, table.visitor, table.updatedAt.desc().nullsFirst()),
    index("views_counted")
      .on(table.itemId, table.createdAt)
      .where(sql`${table.counted}`),
    // Those that never became a view, for the nightly sweep.
    index("views_uncounted")
      .on(table.updatedAt)
      .where(sql`not ${table.counted}`),
  ],
);

/** Captions of a video, one row a language, as WebVTT. */
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

/** What people said about items. Answers are one level deep. */
export const comments = pgTable(
  "comments",
  {
    id: id(),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    workspaceId: uuid().notNull(),
    authorId: uuid().references(() => users.id, { onDelete: "set null" }),
    parentId: uuid(),
    text: text().notNull(),
    /** Seconds into a video, or `{x, y}` on an image. */
    at: jsonb().$type<number | { x: number; y: number }>(),
    createdAt: createdAt(),
    editedAt: moment(),
  },
  (table) => [
    foreignKey({ columns: [table.parentId], foreignColumns: [table.id], name: "comments_parent" }).onDelete("cascade"),
    index("comments_item").on(table.itemId, table.createdAt, table.id),
    index("comments_parent").on(table.parentId),
    index("comments_author").on(table.authorId),
  ],
);

/** Reactions to comments. */
export const commentReactions = pgTable(
  "comment_reactions",
  {
    commentId: uuid()
      .notNull()
      .references(() => comments.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    emoji: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.emoji, table.userId] }), index("comment_reactions_user").on(table.userId)],
);

/** Who is or was named in a comment: a row stays when an edit takes the name out, so that nobody gets two mails about one comment. */
export const commentMentions = pgTable(
  "comment_mentions",
  {
    commentId: uuid()
      .notNull()
      .references(() => comments.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Is the person named now? */
    listed: boolean().notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.userId] }), index("comment_mentions_user").on(table.userId)],
);
