import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, followedWorkspaceId, id, timestampMs } from "./columns.ts";
import { users } from "./users.table.ts";
import { workspaces } from "./workspaces.table.ts";

/** Links by which visitors send recordings and files to a user. */
export const recordingRequests = pgTable(
  "recording_requests",
  {
    id: id(),
    /** 128 bits from a CSPRNG, base64url. */
    slug: text().notNull(),
    /** The user who asks. Items that arrive are theirs. */
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** Null for the root of the space. Not a foreign key: a folder in the trash has no row, and returns with its id. */
    folderId: uuid(),
    title: text().notNull(),
    message: text().notNull().default(""),
    kinds: text({ enum: ["screen", "camera", "file"] })
      .array()
      .notNull(),
    /** Maximum number of items; null without a limit. */
    maxItems: integer(),
    /** Maximum length of a video, in seconds. */
    maxSeconds: integer(),
    expiresAt: timestampMs(),
    passwordHash: text(),
    /** Time at which the user stopped accepting. */
    closedAt: timestampMs(),
    /** How often visitors opened the page. */
    openings: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("recording_requests_slug").on(table.slug),
    index("recording_requests_user").on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("recording_requests_workspace").on(table.workspaceId),
  ],
);

/** Pictures in the link previews of requests. They are small, and in the database they are deleted with their request. */
export const requestPictures = pgTable(
  "request_pictures",
  {
    /** In the address of the picture. A new picture has a new id. */
    id: id(),
    requestId: uuid()
      .notNull()
      .references(() => recordingRequests.id, { onDelete: "cascade" }),
    /** A WebP file. */
    bytes: bytea().notNull(),
    createdAt: createdAt(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [uniqueIndex("request_pictures_request").on(table.requestId)],
);

/** Used positions of requests: items that arrived, and items whose upload is in progress. */
export const requestedItems = pgTable(
  "requested_items",
  {
    /** Not a foreign key: a permanently deleted item still counts. */
    itemId: uuid().primaryKey(),
    requestId: uuid()
      .notNull()
      .references(() => recordingRequests.id, { onDelete: "cascade" }),
    senderName: text().notNull(),
    senderEmail: text().notNull().default(""),
    note: text().notNull().default(""),
    source: text({ enum: ["screen", "camera", "file"] }).notNull(),
    createdAt: createdAt(),
    /** Null while the upload is in progress. */
    sentAt: timestampMs(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [
    index("requested_items_sent").on(table.requestId, table.sentAt.desc().nullsFirst(), table.itemId.desc().nullsFirst()),
    index("requested_items_reserved")
      .on(table.requestId)
      .where(sql`${table.sentAt} is null`),
  ],
);
