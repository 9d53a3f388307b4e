import { and, eq } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { ISO_TIMESTAMPS } from "../../platform/db/pool.ts";
import { folders } from "../../platform/db/schema/index.ts";
import { BEFORE_FIRST, type ItemOrder, ORDER_SLOTS } from "../../platform/db/item-orders.ts";
import { loadFragment, loadStatement, loadVariants } from "../../platform/db/statement.ts";
import type { Position } from "../../platform/http/cursor.ts";
import { SHOWN_BY_FOLDER } from "./shares.repo.ts";

const url = import.meta.url;
const LISTED = { listed: loadFragment(url, "./sql/folder-links-listed.sql", SHOWN_BY_FOLDER) };

/** A valid link of a folder with the shared folder, or with a folder inside it. */
export interface FolderLinkRow {
  slug: string;
  visibility: "link" | "workspace" | "private";
  password_hash: string | null;
  expires_at: Date | null;
  taken_down_at: Date | null;
  max_views: number | null;
  openings: number;
  allow_comments: boolean;
  allow_download: boolean;
  item_order: ItemOrder;
  folder_order: "name" | "oldest";
  /** The shared folder. */
  link_folder_id: string;
  host_id: string | null;
  workspace_id: string;
  /** The requested folder. */
  id: string;
  name: string;
  color: string;
  parent_id: string | null;
  /** Ids from the root to the requested folder. */
  folder_chain: string[];
  space_kind: "personal" | "team";
  space_name: string;
  /** bigint as returned by the driver. */
  rights_version: string;
  owner_name: string | null;
  owner_avatar: string | null;
}

const OPEN = loadStatement<FolderLinkRow, [slug: string, folderId: string | null]>(url, "./sql/folder-links-open.sql");

/** Returns the valid link of a folder with this folder of it, null for the shared one. Undefined for other links and folders. */
export async function openFolder(pool: Pool, slug: string, folderId: string | null): Promise<FolderLinkRow | undefined> {
  const [row] = await OPEN.run(pool, [slug, folderId]);
  return row;
}

/** An item in the list of a shared folder. */
export interface ListedRow {
  id: string;
  type: "image" | "video";
  title: string;
  stage: "recording" | "uploading" | "processing" | "ready" | "failed";
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  placeholder: string | null;
  live: boolean;
  comment_count: number;
  /** An ISO timestamp. */
  created_at: string;
  small_key: string | null;
  large_key: string | null;
  poster_key: string | null;
}

type ListedValues = [folderId: string, afterKey: string, afterId: string, hiddenIds: readonly string[], limit: number];
const ITEMS = loadVariants<ListedRow, ListedValues, ItemOrder>(url, "./sql/folder-links-items.sql", ORDER_SLOTS, {
  slots: { ...LISTED, time: "i.created_at", title: "i.title" },
  types: ISO_TIMESTAMPS,
});

/** Returns the items of a folder that its link shows, at most `limit` (201). */
export async function listItems(
  pool: Pool,
  folderId: string,
  { order, after, hiddenIds, limit }: { order: ItemOrder; after: Position | null; hiddenIds: readonly string[]; limit: number },
): Promise<ListedRow[]> {
  const { key, id } = after ?? BEFORE_FIRST[order];
  return ITEMS[order].run(pool, [folderId, key, id, hiddenIds, limit]);
}

/** A shared folder, or one below it, with the numbers of its items and bytes that the link shows. */
export interface TreeRow {
  id: string;
  name: string;
  color: string;
  parent_id: string | null;
  images: number;
  videos: number;
  boards: number;
  /** A numeric in the driver's string form. */
  bytes: string;
}

const TREE = loadStatement<
  TreeRow,
  [folderId: string, hiddenFolderIds: readonly string[], workspaceId: string, hiddenIds: readonly string[]]
>(url, "./sql/folder-links-tree.sql");

/** What a link does not show. */
export interface Hidden {
  folderIds: readonly string[];
  itemIds: readonly string[];
}

/** Returns a folder and the folders below it that its link shows, oldest first. */
export async function listTree(pool: Pool, workspaceId: string, folderId: string, hidden: Hidden): Promise<TreeRow[]> {
  return TREE.run(pool, [folderId, hidden.folderIds, workspaceId, hidden.itemIds]);
}

const THUMBNAILS = loadStatement<
  { folder_id: string; thumbnail_small_key: string },
  [folderIds: readonly string[], hiddenIds: readonly string[]]
>(url, "./sql/folder-links-thumbnails.sql", { slots: SHOWN_BY_FOLDER });

/** Returns the storage keys of the small thumbnails of the two newest items per folder. */
export async function listThumbnails(
  pool: Pool,
  folderIds: readonly string[],
  hiddenIds: readonly string[],
): Promise<{ folder_id: string; thumbnail_small_key: string }[]> {
  return folderIds.length === 0 ? [] : THUMBNAILS.run(pool, [folderIds, hiddenIds]);
}

const NAMES = loadStatement<{ id: string; name: string }, [folderIds: readonly string[]]>(url, "./sql/folder-links-names.sql");

/** Returns the names of folders by their ids. */
export async function namesOf(pool: Pool, folderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = folderIds.length === 0 ? [] : await NAMES.run(pool, [folderIds]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A file of a shared folder, for its download. */
export interface SharedFile {
  id: string;
  folder_id: string | null;
  title: string;
  full_file_name: string;
  mime_type: string;
  created_at: Date;
  trashed: boolean;
  /** Null until the item's bytes have been uploaded. */
  storage_key: string | null;
  /** A bigint in the driver's string form. */
  size_bytes: string;
}

const FILES = loadStatement<SharedFile, [folderIds: readonly string[], limit: number, workspaceId: string, hiddenIds: readonly string[]]>(
  url,
  "./sql/folder-links-files.sql",
  { slots: LISTED },
);

/** Returns the files of folders that a link shows, oldest first, at most `limit`. */
export async function listFiles(
  pool: Pool,
  workspaceId: string,
  folderIds: readonly string[],
  { limit, hiddenIds }: { limit: number; hiddenIds: readonly string[] },
): Promise<SharedFile[]> {
  return FILES.run(pool, [folderIds, limit, workspaceId, hiddenIds]);
}

/** Returns the name of a folder of this workspace. */
export async function findFolderName(db: Executor, workspaceId: string, folderId: string): Promise<string | undefined> {
  const rows = await db
    .select({ name: folders.name })
    .from(folders)
    .where(and(eq(folders.id, folderId), eq(folders.workspaceId, workspaceId)));
  return rows[0]?.name;
}
