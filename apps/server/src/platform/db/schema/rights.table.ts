import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns.ts";
import { items } from "./items.table.ts";
import { users } from "./users.table.ts";
import { folders, workspaces } from "./workspaces.table.ts";

/**
 * Rights entries, one per target and principal. The target is a folder (`folderId`) or an item (`itemId`).
 * The principal is a member, a team or everyone. `principalId` is the id of the member, the team or the workspace.
 * Write permission implies read permission at evaluation.
 */
export const grants = pgTable(
  "grants",
  {
    id: id(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    folderId: uuid().references(() => folders.id, { onDelete: "cascade" }),
    itemId: uuid().references(() => items.id, { onDelete: "cascade" }),
    principalKind: text({ enum: ["member", "team", "everyone"] }).notNull(),
    principalId: uuid().notNull(),
    read: boolean().notNull(),
    write: boolean().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("grants_folder")
      .on(table.folderId, table.principalId)
      .where(sql`${table.folderId} is not null`),
    uniqueIndex("grants_item")
      .on(table.itemId, table.principalId)
      .where(sql`${table.itemId} is not null`),
    index("grants_principal").on(table.workspaceId, table.principalId),
  ],
);
