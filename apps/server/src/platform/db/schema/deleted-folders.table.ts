import { boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { followedWorkspaceId, id, timestampMs } from "./columns.ts";
import { items } from "./items.table.ts";
import { workspaces } from "./workspaces.table.ts";

/** A permission entry of a deleted folder. */
export interface StoredEntry {
  principalKind: "member" | "team" | "everyone";
  principalId: string;
  read: boolean;
  write: boolean;
  createdBy: string | null;
}

/** A deleted folder with everything that belonged to its row. */
export interface StoredFolder {
  id: string;
  /** The former parent. For the deleted folder itself it may be outside the subtree. */
  parentId: string | null;
  name: string;
  nameKey: string;
  color: string;
  createdBy: string | null;
  /** An ISO timestamp. */
  createdAt: string;
  entries: StoredEntry[];
  /** Users who starred the folder, with an ISO timestamp. */
  stars: { userId: string; createdAt: string }[];
}

/** A deleted subtree. Readers accept every version, writers write the newest. */
export interface DeletedSubtree {
  version: 1;
  /** Parents first. */
  folders: StoredFolder[];
  /** Entries of the former ancestors, nearest first; ancestors without an entry are left out. */
  inherited: StoredEntry[][];
}

/**
 * Folders in the trash: one row per deletion, with the whole subtree as data, so that statements about folders never filter by deletion.
 * The id is that of the deleted folder. See ADR 0034.
 */
export const deletedFolders = pgTable(
  "deleted_folders",
  {
    id: id(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    deletedAt: timestampMs().notNull(),
    kind: text({ enum: ["image", "video", "board", "mixed"] }).notNull(),
    name: text().notNull(),
    color: text().notNull(),
    /** The former parent and its name at that time. */
    parentId: uuid(),
    parentName: text(),
    /** Number of folders of the subtree, including the deleted folder. */
    folderCount: integer().notNull(),
    subtree: jsonb().$type<DeletedSubtree>().notNull(),
  },
  (table) => [
    index("deleted_folders_newest").on(table.workspaceId, table.deletedAt.desc().nullsFirst()),
    index("deleted_folders_due").on(table.deletedAt),
  ],
);

/** Items that a deletion moved out of their folder. An item belongs to the last deleted folder that contained it. */
export const deletedFolderItems = pgTable(
  "deleted_folder_items",
  {
    itemId: uuid()
      .primaryKey()
      .references(() => items.id, { onDelete: "cascade" }),
    deletedFolderId: uuid()
      .notNull()
      .references(() => deletedFolders.id, { onDelete: "cascade" }),
    /** The folder that contained the item. It has no row any more. */
    folderId: uuid().notNull(),
    /** Whether the item was in the trash before. It returns to its folder, but stays in the trash. */
    wasTrashed: boolean().notNull(),
    /** `trashed_at` of the item after the deletion. A different value means that the item changed since. */
    trashedAt: timestampMs(),
    /** Entries of the folder that the deletion copied to the item. */
    entryIds: uuid().array().notNull(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [index("deleted_folder_items_folder").on(table.deletedFolderId)],
);
