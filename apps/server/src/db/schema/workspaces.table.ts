import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns.ts";
import { users } from "./users.table.ts";

/** Places that hold folders and items. A personal space is a workspace of kind `personal` with one member: its owner. */
export const workspaces = pgTable(
  "workspaces",
  {
    id: id(),
    kind: text({ enum: ["personal", "team"] }).notNull(),
    name: text().notNull(),
    /** Set on personal spaces alone. */
    personalOwnerId: uuid().references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("workspaces_personal_owner").on(table.personalOwnerId)],
);

export const members = pgTable(
  "members",
  {
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: ["owner", "admin", "member", "viewer"] }).notNull(),
    joinedAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.userId] }), index("members_user").on(table.userId)],
);

/** Folders: a tree by `parentId`, with the ids from the root down in `path` for subtree work. `nameKey` is the name as compared. */
export const folders = pgTable(
  "folders",
  {
    id: id(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    parentId: uuid(),
    kind: text({ enum: ["image", "video", "mixed"] }).notNull(),
    name: text().notNull(),
    nameKey: text().notNull(),
    color: text().notNull(),
    path: uuid()
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    nestLevel: integer().notNull().default(0),
    createdBy: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.parentId], foreignColumns: [table.id], name: "folders_parent" }).onDelete("cascade"),
    index("folders_parent_id").on(table.parentId),
    uniqueIndex("folders_name").on(table.workspaceId, sql`coalesce(${table.parentId}, ${table.workspaceId})`, table.kind, table.nameKey),
  ],
);

/** Stars on folders, one row a person and folder. */
export const favoriteFolders = pgTable(
  "favorite_folders",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    folderId: uuid()
      .notNull()
      .references(() => folders.id, { onDelete: "cascade" }),
    workspaceId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.folderId] }), index("favorite_folders_folder").on(table.folderId)],
);
