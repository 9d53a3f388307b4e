import type { FolderKind, ItemType } from "@stillreel/contract";
import { and, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { ISO_TIMESTAMPS } from "../../platform/db/pool.ts";
import { favoriteFolders, folders, shareLinks } from "../../platform/db/schema/index.ts";
import type { MemberRole } from "../../access/policies/items.policy.ts";
import { loadFragment, loadStatement } from "../../platform/db/statement.ts";

export type FolderRow = typeof folders.$inferSelect;
export type { FolderKind } from "@stillreel/contract";

/** Folder data that is the same for all users who may read the whole workspace. */
export interface StoredFolder {
  id: string;
  workspaceId: string;
  parentId: string | null;
  kind: FolderKind;
  name: string;
  color: string;
  nestLevel: number;
  /** An ISO timestamp. */
  createdAt: string;
  /** Number of folders directly inside. */
  children: number;
}

/** A folder with the data of one user. */
export interface ListedFolder extends StoredFolder {
  favorite: boolean;
  /** Whether the folder has a link. */
  linked: boolean;
  /** Number of live items directly inside. */
  items: number;
}

/** A folder, and the user's membership in its workspace with the current version of the workspace's rights. */
export interface PlacedFolder extends ListedFolder {
  role: MemberRole;
  rightsVersion: string;
}

const FOLDER_SLOTS = { folderColumns: loadFragment(import.meta.url, "./sql/folder-columns.sql") };

type TreeRow = Omit<StoredFolder, "id" | "children"> & { id: string | null; version: string };
const FOLDERS_TREE = loadStatement<TreeRow, [workspaceId: string]>(import.meta.url, "./sql/folders-tree.sql", {
  slots: FOLDER_SLOTS,
  types: ISO_TIMESTAMPS,
});

/**
 * Returns the folders of a workspace, oldest first, with the version of this state. Child counts are computed here
 * from all rows.
 */
export async function listStored(pool: Pool, workspaceId: string): Promise<{ version: number; folders: StoredFolder[] }> {
  const rows = await FOLDERS_TREE.run(pool, [workspaceId]);
  const inside = new Map<string | null, number>();
  for (const { parentId } of rows) inside.set(parentId, (inside.get(parentId) ?? 0) + 1);
  const folders: StoredFolder[] = [];
  // A workspace without folders gives one row without a folder.
  for (const { version: _, id, ...row } of rows) if (id !== null) folders.push({ id, ...row, children: inside.get(id) ?? 0 });
  return { version: Number(rows[0]?.version ?? 0), folders };
}

/** Data that changes too often to be cached: the number of live items per folder, and the user's starred folders. */
export interface FolderNumbers {
  items: ReadonlyMap<string, number>;
  starred: ReadonlySet<string>;
  /** Folders with a link. */
  linked: ReadonlySet<string>;
}

/** Length of an id as text in characters. */
const ID_LENGTH = 36;

const FOLDERS_NUMBERS = loadStatement<
  { items: string | null; starred: string[] | null; linked: string[] | null },
  [userId: string, workspaceId: string]
>(import.meta.url, "./sql/folders-numbers.sql");

/**
 * Reads the numbers of a workspace in one statement. The rows of differences are returned as one text of ids and
 * numbers and summed here. For thousands of folders the database would take twice as long.
 */
export async function readNumbers(pool: Pool, userId: string, workspaceId: string): Promise<FolderNumbers> {
  const rows = await FOLDERS_NUMBERS.run(pool, [userId, workspaceId]);
  const [row] = rows;
  const items = new Map<string, number>();
  for (const difference of row?.items?.split(",") ?? []) {
    const id = difference.slice(0, ID_LENGTH);
    items.set(id, (items.get(id) ?? 0) + Number(difference.slice(ID_LENGTH)));
  }
  return { items, starred: new Set(row?.starred), linked: new Set(row?.linked) };
}

const FOLDERS_MANY = loadStatement<PlacedFolder, [userId: string, folderIds: readonly string[]]>(
  import.meta.url,
  "./sql/folders-many.sql",
  { slots: FOLDER_SLOTS, types: ISO_TIMESTAMPS },
);

/** Returns these folders if the user is a member of their workspace, in no specific order. */
export async function listMany(pool: Pool, userId: string, folderIds: readonly string[]): Promise<PlacedFolder[]> {
  return FOLDERS_MANY.run(pool, [userId, folderIds]);
}

/** Returns the ids of the folders of a workspace that a user starred. */
export async function listStarred(db: Executor, userId: string, workspaceId: string): Promise<string[]> {
  const rows = await db
    .select({ id: favoriteFolders.folderId })
    .from(favoriteFolders)
    .where(and(eq(favoriteFolders.userId, userId), eq(favoriteFolders.workspaceId, workspaceId)));
  return rows.map(({ id }) => id);
}

/** Returns the ids of the folders of a workspace that have a link. */
export async function listLinked(db: Executor, workspaceId: string): Promise<string[]> {
  const rows = await db
    .select({ id: shareLinks.folderId })
    .from(shareLinks)
    .where(and(eq(shareLinks.workspaceId, workspaceId), isNotNull(shareLinks.folderId), isNull(shareLinks.revokedAt)));
  return rows.flatMap(({ id }) => id ?? []);
}

const FOLDERS_LEVEL = loadStatement<
  ListedFolder,
  [userId: string, workspaceId: string, folderId: string | null, kind: FolderKind | null, alsoIds: readonly string[]]
>(import.meta.url, "./sql/folders-level.sql", { slots: FOLDER_SLOTS, types: ISO_TIMESTAMPS });

/** A level of a tree. */
export interface Level {
  /** The folder whose content is shown; null for the root. */
  folderId: string | null;
  /** Kind of the folders; null for every kind. */
  kind: FolderKind | null;
  /** Folders that are listed too, wherever they are. */
  alsoIds: readonly string[];
}

/** Returns the folders of a level, the folder itself and its ancestors, oldest first, for a user who may read the whole workspace. */
export async function listLevel(pool: Pool, userId: string, workspaceId: string, level: Level): Promise<ListedFolder[]> {
  return FOLDERS_LEVEL.run(pool, [userId, workspaceId, level.folderId, level.kind, level.alsoIds]);
}

const FOLDERS_ITEMS_AT_ROOT = loadStatement<{ items: number }, [workspaceId: string, kind: FolderKind]>(
  import.meta.url,
  "./sql/folders-items-at-root.sql",
);

/** Counts the live items at the root of a workspace: those of one kind, or all of them. */
export async function countAtRoot(pool: Pool, workspaceId: string, kind: FolderKind | null): Promise<number> {
  const [row] = await FOLDERS_ITEMS_AT_ROOT.run(pool, [workspaceId, kind ?? "mixed"]);
  return row?.items ?? 0;
}

const FOLDERS_COUNT_AMONG = loadStatement<{ container_id: string; count: number }, [itemIds: readonly string[]]>(
  import.meta.url,
  "./sql/folders-count-among.sql",
);

/** Counts how many of these items each folder or root contains, without trashed items. */
export async function countAmong(pool: Pool, itemIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await FOLDERS_COUNT_AMONG.run(pool, [itemIds]);
  return new Map(rows.map((row) => [row.container_id, row.count]));
}

/** The small thumbnail of an item in a folder. */
export interface ThumbnailRow {
  folder_id: string;
  thumbnail_small_key: string;
}

const FOLDERS_THUMBNAILS = loadStatement<ThumbnailRow, [folderIds: readonly string[], hiddenItemIds: readonly string[]]>(
  import.meta.url,
  "./sql/folders-thumbnails.sql",
);

/**
 * Returns the storage keys of the small thumbnails of the two newest live items per folder, without items that are
 * hidden from the caller. Each item type is read from the end of the index, then both are merged.
 */
export async function listThumbnails(pool: Pool, folderIds: readonly string[], hiddenItemIds: readonly string[]): Promise<ThumbnailRow[]> {
  return FOLDERS_THUMBNAILS.run(pool, [folderIds, hiddenItemIds]);
}

/** Returns a folder of this workspace. */
export async function findFolder(db: Executor, workspaceId: string, folderId: string): Promise<FolderRow | undefined> {
  const rows = await db
    .select()
    .from(folders)
    .where(and(eq(folders.id, folderId), eq(folders.workspaceId, workspaceId)));
  return rows[0];
}

/** Returns a folder of this workspace and prevents its deletion until the transaction ends. */
export async function holdFolder(tx: Executor, workspaceId: string, folderId: string): Promise<FolderRow | undefined> {
  const rows = await tx
    .select()
    .from(folders)
    .where(and(eq(folders.id, folderId), eq(folders.workspaceId, workspaceId)))
    .for("key share");
  return rows[0];
}

/** Counts the folders directly inside this one, or at the root of the workspace. */
export async function countSiblings(db: Executor, workspaceId: string, parentId: string | null): Promise<number> {
  return db.$count(folders, and(eq(folders.workspaceId, workspaceId), sql`coalesce(parent_id, workspace_id) = ${parentId ?? workspaceId}`));
}

/** Inserts a folder. Returns false when a sibling has its name, including one inserted concurrently. */
export async function insertFolder(tx: Executor, row: typeof folders.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(folders).values(row).onConflictDoNothing().returning({ id: folders.id });
  return inserted.length > 0;
}

/** Returns the folder with this name among the children of `parentId`. */
export async function findByName(
  db: Executor,
  target: { workspaceId: string; parentId: string | null; kind: FolderKind; nameKey: string },
): Promise<string | undefined> {
  const rows = await db
    .select({ id: folders.id })
    .from(folders)
    .where(
      and(
        eq(folders.workspaceId, target.workspaceId),
        sql`coalesce(parent_id, workspace_id) = ${target.parentId ?? target.workspaceId}`,
        eq(folders.kind, target.kind),
        eq(folders.nameKey, target.nameKey),
      ),
    );
  return rows[0]?.id;
}

/** Changes of a folder. Absent properties stay unchanged. */
export interface FolderChange {
  name?: string | undefined;
  nameKey?: string | undefined;
  color?: string | undefined;
}

/** Changes name or colour. Returns false when the folder does not exist. */
export async function updateFolder(tx: Executor, folderId: string, change: FolderChange): Promise<boolean> {
  const changed = await tx.update(folders).set(change).where(eq(folders.id, folderId)).returning({ id: folders.id });
  return changed.length > 0;
}

/** SQL condition for a folder and its descendants. */
const inSubtree = (folder: { id: string; workspaceId: string }): SQL =>
  sql`workspace_id = ${folder.workspaceId} and (id = ${folder.id} or ${folder.id}::uuid = any(path))`;

/** Returns the deepest level in a folder's subtree. */
export async function deepestLevel(db: Executor, folder: FolderRow): Promise<number> {
  const { rows } = await db.execute<{ level: number }>(sql`select max(nest_level) as level from folders where ${inSubtree(folder)}`);
  return rows[0]?.level ?? folder.nestLevel;
}

/** Moves a folder with its descendants and applies other changes in one statement. `path` is that of its new position. */
export async function moveSubtree(
  tx: Executor,
  folder: FolderRow,
  to: { parentId: string | null; path: string[] },
  change: FolderChange,
): Promise<void> {
  const own = (column: SQL, value: string | undefined): SQL =>
    value === undefined ? column : sql`case when id = ${folder.id} then ${value} else ${column} end`;
  await tx.execute(sql`
    update folders set parent_id = case when id = ${folder.id} then ${to.parentId}::uuid else parent_id end,
      path = ${sql.param(to.path)}::uuid[] || path[${folder.nestLevel + 1}::int :],
      nest_level = nest_level + ${to.path.length - folder.nestLevel}::int,
      name = ${own(sql.raw("name"), change.name)}, name_key = ${own(sql.raw("name_key"), change.nameKey)},
      color = ${own(sql.raw("color"), change.color)}
    where ${inSubtree(folder)}`);
}

/** Locks a folder and its descendants exclusively. Waits for items that are being added to them. Returns the ids. */
export async function lockSubtree(tx: Executor, folder: { id: string; workspaceId: string }): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`select id from folders where ${inSubtree(folder)} order by id for update`);
  return rows.map((row) => row.id);
}

/** Locks the items in these folders in the common lock order of items. Returns the number of live ones. */
export async function lockItemsIn(tx: Executor, folderIds: readonly string[]): Promise<number> {
  const { rows } = await tx.execute<{ live: number }>(sql`
    select count(*) filter (where trashed_at is null)::int as live from (
      select trashed_at from items where folder_id = any(${sql.param(folderIds)}::uuid[]) order by id for no key update) locked`);
  return rows[0]?.live ?? 0;
}

/** Returns items in these folders that have direct rights entries for any principal. */
export async function listItemsWithEntries(
  tx: Executor,
  workspaceId: string,
  folderIds: readonly string[],
): Promise<{ id: string; folder_id: string }[]> {
  const { rows } = await tx.execute<{ id: string; folder_id: string }>(sql`
    select distinct i.id, i.folder_id from grants g join items i on i.id = g.item_id
    where g.workspace_id = ${workspaceId} and g.item_id is not null and i.folder_id = any(${sql.param(folderIds)}::uuid[])`);
  return rows;
}

/**
 * Moves all items out of these folders to the root, or with `trashedAt` to the trash. Items that are in the trash stay
 * there.
 */
export async function emptyFolders(tx: Executor, folderIds: readonly string[], at: Date, trashedAt: Date | null): Promise<void> {
  await tx.execute(sql`
    update items i set folder_id = null,
      updated_at = case when i.trashed_at is null then ${at}::timestamptz else i.updated_at end,
      trashed_at = coalesce(i.trashed_at, ${trashedAt}::timestamptz),
      trashed_from = case when i.trashed_at is null and ${trashedAt}::timestamptz is not null then f.name else i.trashed_from end
    from folders f where f.id = i.folder_id and i.folder_id = any(${sql.param(folderIds)}::uuid[])`);
}

export async function deleteFolders(tx: Executor, folderIds: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from folders where id = any(${sql.param(folderIds)}::uuid[])`);
}

/** An item to be moved. */
export interface LockedItem {
  id: string;
  type: ItemType;
  folder_id: string | null;
}

/** Locks the live items among these ids in the common lock order of items. */
export async function lockItems(tx: Executor, workspaceId: string, itemIds: readonly string[]): Promise<LockedItem[]> {
  const { rows } = await tx.execute<{ id: string; type: ItemType; folder_id: string | null }>(sql`
    select id, type, folder_id from items
    where id = any(${sql.param(itemIds)}::uuid[]) and workspace_id = ${workspaceId} and trashed_at is null
    order by id for no key update`);
  return rows;
}

/** Moves locked items to the target (null: the root). Items that are there already stay unchanged. */
export async function moveItemsTo(tx: Executor, itemIds: readonly string[], targetId: string | null, at: Date): Promise<void> {
  await tx.execute(sql`
    update items set folder_id = ${targetId}::uuid, updated_at = ${at}
    where id = any(${sql.param(itemIds)}::uuid[]) and folder_id is distinct from ${targetId}::uuid`);
}

/** Stars a folder. */
export async function addFavorite(tx: Executor, row: typeof favoriteFolders.$inferInsert): Promise<void> {
  await tx.insert(favoriteFolders).values(row).onConflictDoNothing();
}

/** Removes a star. Returns false when there was none. */
export async function removeFavorite(tx: Executor, userId: string, folderId: string): Promise<boolean> {
  const removed = await tx
    .delete(favoriteFolders)
    .where(and(eq(favoriteFolders.userId, userId), eq(favoriteFolders.folderId, folderId)))
    .returning({ folderId: favoriteFolders.folderId });
  return removed.length > 0;
}
