import { and, eq, gt, lt } from "drizzle-orm";
import type { Pool } from "pg";
import { deleteInBatches } from "../../platform/db/batches.ts";
import type { Executor } from "../../platform/db/client.ts";
import { zips } from "../../platform/db/schema/index.ts";
import { loadStatement } from "../../platform/db/statement.ts";

export type ZipRow = typeof zips.$inferSelect;

/** A selected folder or a folder inside a selected one. */
export interface ZipFolderRow {
  id: string;
  name: string;
  parent_id: string | null;
}

/** A selected item or an item in one of these folders. */
export interface ZipItemRow {
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

export async function insertZip(db: Executor, row: typeof zips.$inferInsert): Promise<void> {
  await db.insert(zips).values(row);
}

/** Returns the user's zip until it expires. */
export async function findZip(db: Executor, id: string, userId: string, now: Date): Promise<ZipRow | undefined> {
  const rows = await db
    .select()
    .from(zips)
    .where(and(eq(zips.id, id), eq(zips.userId, userId), gt(zips.expiresAt, now)));
  return rows[0];
}

/** Deletes expired zips. Returns their number. */
export const deleteExpired = (db: Executor, now: Date, signal: AbortSignal): Promise<number> =>
  deleteInBatches(db, zips, lt(zips.expiresAt, now), signal);

const ZIPS_FOLDERS = loadStatement<ZipFolderRow, [workspaceId: string, folderIds: readonly string[]]>(
  import.meta.url,
  "./sql/zips-folders.sql",
);

/** Returns these folders of the workspace and all their descendants. */
export async function listFolderTrees(pool: Pool, workspaceId: string, folderIds: readonly string[]): Promise<ZipFolderRow[]> {
  if (folderIds.length === 0) return [];
  return ZIPS_FOLDERS.run(pool, [workspaceId, folderIds]);
}

const ZIPS_ITEMS = loadStatement<
  ZipItemRow,
  [workspaceId: string, itemIds: readonly string[], folderIds: readonly string[], limit: number]
>(import.meta.url, "./sql/zips-items.sql");

/**
 * Returns these items of the workspace, also trashed ones, and all live items of these folders. Oldest first, at most
 * `limit`.
 */
export async function listItems(
  pool: Pool,
  workspaceId: string,
  itemIds: readonly string[],
  folderIds: readonly string[],
  limit: number,
): Promise<ZipItemRow[]> {
  return ZIPS_ITEMS.run(pool, [workspaceId, itemIds, folderIds, limit]);
}
