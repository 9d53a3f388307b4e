import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, timestampMs } from "./columns.ts";
import { items } from "./items.table.ts";
import { users } from "./users.table.ts";
import { workspaces } from "./workspaces.table.ts";

/** Share links that open one item to every visitor who has the link. Revoked rows stay, so that no slug is ever reused. */
export const shareLinks = pgTable(
  "share_links",
  {
    /** 128 bits from a CSPRNG, base64url. */
    slug: text().primaryKey(),
    /** Null once the item is permanently deleted. */
    itemId: uuid().references(() => items.id, { onDelete: "set null" }),
    workspaceId: uuid().references(() => workspaces.id, { onDelete: "set null" }),
    createdBy: uuid().references(() => users.id, { onDelete: "set null" }),
    visibility: text({ enum: ["link", "workspace", "private"] })
      .notNull()
      .default("link"),
    passwordHash: text(),
    expiresAt: timestampMs(),
    maxViews: integer(),
    /** Visitors to whom the link was opened while it had a view limit, without those who had opened it before. */
    openings: integer().notNull().default(0),
    allowComments: boolean().notNull().default(true),
    allowDownload: boolean().notNull().default(true),
    /** Whether visitors see the capture metadata. */
    showCapture: boolean().notNull().default(false),
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
    index("share_links_workspace")
      .on(table.workspaceId, table.createdAt.desc().nullsFirst())
      .where(sql`${table.revokedAt} is null`),
    index("share_links_taken_down")
      .on(table.takenDownAt)
      .where(sql`${table.takenDownAt} is not null`),
  ],
);
