import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, followedWorkspaceId, timestampMs } from "./columns.ts";
import { items } from "./items.table.ts";
import { users } from "./users.table.ts";
import { workspaces } from "./workspaces.table.ts";

/** Share links that open one item, or one folder with its contents, to every visitor who has the link. Revoked rows stay, so that no slug is ever reused. */
export const shareLinks = pgTable(
  "share_links",
  {
    /** 128 bits from a CSPRNG, base64url. */
    slug: text().primaryKey(),
    /** Null once the item is permanently deleted. */
    itemId: uuid().references(() => items.id, { onDelete: "set null" }),
    /** The shared folder, null for the link of an item. Not a foreign key: a folder in the trash has no row, and returns with its id. */
    folderId: uuid(),
    workspaceId: uuid().references(() => workspaces.id, { onDelete: "set null" }),
    createdBy: uuid().references(() => users.id, { onDelete: "set null" }),
    visibility: text({ enum: ["link", "workspace", "private"] })
      .notNull()
      .default("link"),
    passwordHash: text(),
    expiresAt: timestampMs(),
    maxViews: integer(),
    /**
     * Visitors to whom the link was opened, without those who had opened it before. Counted for folders, and for items while the link has
     * a view limit.
     */
    openings: integer().notNull().default(0),
    /** Time of the last counted opening; null before the first one. */
    openedAt: timestampMs(),
    allowComments: boolean().notNull().default(true),
    allowDownload: boolean().notNull().default(true),
    /** Whether visitors see the capture metadata. */
    showCapture: boolean().notNull().default(false),
    /** Order of the items on the page of a folder. */
    itemOrder: text({ enum: ["name", "newest", "oldest"] })
      .notNull()
      .default("newest"),
    /** Order of the folders on it. */
    folderOrder: text({ enum: ["name", "oldest"] })
      .notNull()
      .default("name"),
    createdAt: createdAt(),
    revokedAt: timestampMs(),
    /** Time at which an administrator removed the link; null when it works. It can be restored. */
    takenDownAt: timestampMs(),
    takenDownReason: text({ enum: ["illegal", "private", "abusive", "misleading"] }),
  },
  (table) => [
    uniqueIndex("share_links_live")
      .on(table.itemId)
      .where(sql`${table.revokedAt} is null`),
    uniqueIndex("share_links_live_folder")
      .on(table.folderId)
      .where(sql`${table.folderId} is not null and ${table.revokedAt} is null`),
    // The folders of a workspace that have a link.
    index("share_links_folders")
      .on(table.workspaceId, table.folderId)
      .where(sql`${table.folderId} is not null and ${table.revokedAt} is null`),
    // Items that the link of a folder does not show, because their own link is for fewer people.
    index("share_links_restricted")
      .on(table.workspaceId, table.itemId)
      .where(
        sql`${table.itemId} is not null and ${table.revokedAt} is null and (${table.visibility} <> 'link' or ${table.passwordHash} is not null or ${table.takenDownAt} is not null)`,
      ),
    index("share_links_workspace")
      .on(table.workspaceId, table.createdAt.desc().nullsFirst())
      .where(sql`${table.revokedAt} is null`),
    index("share_links_taken_down")
      .on(table.takenDownAt)
      .where(sql`${table.takenDownAt} is not null`),
  ],
);

/** People who can open a link because they asked for access, whatever its visibility, password, expiry and view limit. */
export const linkGuests = pgTable(
  "link_guests",
  {
    slug: text()
      .notNull()
      .references(() => shareLinks.slug, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Whether they can comment, also while the link permits no comments. */
    canComment: boolean().notNull(),
    createdAt: createdAt(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [primaryKey({ columns: [table.slug, table.userId] }), index("link_guests_user").on(table.userId)],
);
