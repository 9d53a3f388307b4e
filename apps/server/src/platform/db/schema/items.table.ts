import { sql } from "drizzle-orm";
import { bigint, boolean, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { blobs } from "./blobs.table.ts";
import { byTitle, createdAt, id, timestampMs } from "./columns.ts";
import type { RenditionFacts, StoryboardFacts, VideoFacts } from "./media-facts.ts";
import { users } from "./users.table.ts";
import { folders, workspaces } from "./workspaces.table.ts";

/**
 * Images, videos and whiteboards. `containerId` is the folder, or the workspace for items at its root, so that every
 * list query starts with one selective column.
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
    type: text({ enum: ["image", "video", "board"] }).notNull(),
    ownerId: uuid().references(() => users.id, { onDelete: "set null" }),
    title: text().notNull(),
    fullFileName: text().notNull(),
    /** Name by which old clients address the file inside its workspace. The server generates it. */
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
    /** Storage keys of the thumbnails, written in the transaction that adds their renditions. Lists need them for every row. */
    thumbnailSmallKey: text(),
    thumbnailLargeKey: text(),
    /** Storage key of the smaller copy of the whole picture, or null when there is none. */
    previewKey: text(),
    /** Storage key of a video's poster image, and of the file that browsers play if it is not the original. */
    posterKey: text(),
    playbackKey: text(),
    playbackMimeType: text(),
    /** Probed metadata of a video, such as codecs. */
    videoFacts: jsonb().$type<VideoFacts>(),
    /** Segment positions of a recording in its original file, so that it can be played before renditions exist. */
    recordingFacts: jsonb().$type<RenditionFacts>(),
    description: text().notNull().default(""),
    /** Storage key of the file with the seek thumbnails, and their layout in it. */
    storyboardKey: text(),
    storyboard: jsonb().$type<StoryboardFacts>(),
    /** Whether the video may be watched while it is recorded. */
    live: boolean().notNull().default(false),
    /** Progress of the job behind `processing` in percent, or null when there is no such job. */
    progress: integer(),
    /** Progress of a render that will replace the video, in percent; null when there is none. */
    updating: integer(),
    likeCount: integer().notNull().default(0),
    viewCount: integer().notNull().default(0),
    uniqueViewCount: integer().notNull().default(0),
    /** Reason why `stage` is `failed`. */
    failure: text(),
    pageUrl: text(),
    chapters: jsonb().$type<{ timestamp: number; name: string }[]>().notNull().default([]),
    chaptersEnabled: boolean().notNull().default(false),
    commentCount: integer().notNull().default(0),
    /** Version of the picture's pixels, incremented by every change. A write that is based on an older version is rejected. */
    pictureVersion: integer().notNull().default(1),
    /** Whether the picture has annotations, with the original stored in `picture_details`. */
    annotated: boolean().notNull().default(false),
    /** Whether the item has a live share link that is not private. Maintained by a trigger on `share_links`. */
    shared: boolean().notNull().default(false),
    trashedAt: timestampMs(),
    /** Name of the folder that contained the item when it was moved to the trash. */
    trashedFrom: text(),
    /** When the item was last opened, to the day; null when this was not recorded. */
    openedAt: timestampMs(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    uniqueIndex("items_ref_name").on(table.workspaceId, table.refName),
    // One index per view and sort order. Each starts with the scope and the type, so that a first page is one short scan.
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
    // The same by container, for users who may read only few folders of a workspace.
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
    // Items that were not opened or changed for long.
    index("items_unused")
      .on(sql`greatest(${table.updatedAt}, ${table.openedAt})`, table.id)
      .where(sql`${table.trashedAt} is null`),
    // Items that did not arrive completely, which shared folders do not show.
    index("items_unfinished")
      .on(table.containerId)
      .where(sql`${table.stage} in ('recording', 'uploading') and ${table.trashedAt} is null`),
    // Includes trashed items, which are restored to their folder if it still exists.
    index("items_folder")
      .on(table.folderId)
      .where(sql`${table.folderId} is not null`),
    // Old clients address a picture by its file name.
    index("items_file_name")
      .on(table.workspaceId, table.fullFileName, table.createdAt.desc().nullsFirst())
      .where(sql`${table.type} = 'image' and ${table.trashedAt} is null`),
    index("items_blob").on(table.blobId),
    // With the size: the quota of a person is summed from the index.
    index("items_owner").on(table.ownerId, table.sizeBytes),
    index("items_owner_annotated")
      .on(table.ownerId)
      .where(sql`${table.annotated}`),
  ],
);
