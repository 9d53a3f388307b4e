import { sql } from "drizzle-orm";
import { bigint, boolean, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { blobs } from "./blobs.table.ts";
import { byTitle, createdAt, id, moment } from "./columns.ts";
import type { RenditionFacts, StoryboardFacts, VideoFacts } from "./media-facts.ts";
import { users } from "./users.table.ts";
import { folders, workspaces } from "./workspaces.table.ts";

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
