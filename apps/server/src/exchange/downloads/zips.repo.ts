import { and, eq, gt, lt } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { zips } from "../../platform/db/schema/index.ts";

export type ZipRow = typeof zips.$inferSelect;

/** A folder that was chosen, or lies inside one that was. */
export interface ZipFolderRow {
  id: string;
  name: string;
  parent_id: string | null;
}

/** An item that was chosen, or lies in such a folder. */
export interface ZipItemRow {
  id: string;
  folder_id: string | null;
  title: string;
  full_file_name: string;
  mime_type: string;
  created_at: Date;
  trashed: boolean;
  /** Null while its bytes have not arrived. */
  storage_key: string | null;
  /** bigint, as the driver gives it. */
  size_bytes: string;
}

export async function insertZip(db: Executor, row: typeof zips.$inferInsert): Promise<void> {
  await db.insert(zips).values(row);
}

/** This person's zip, while it may be fetched. */
export async function findZip(db: Executor, id: string, userId: string, now: Date): Promise<ZipRow | undefined> {
  const rows = await db
    .select()
    .from(zips)
    .where(and(eq(zips.id, id), eq(zips.userId, userId), gt(zips.expiresAt, now)));
  return rows[0];
}

/** Forgets what has run out. Answers how many. */
export async function deleteExpired(db: Executor, now: Date): Promise<number> {
  return (await db.delete(zips).where(lt(zips.expiresAt, now))).rowCount ?? 0;
}

/** These folders of the space, and all below them. */
export async function listFolderTrees(pool: Pool, workspaceId: string, folderIds: readonly string[]): Promise<ZipFolderRow[]> {
  if (folderIds.length === 0) return [];
  const { rows } = await pool.query<ZipFolderRow>({
    name: "zips-folders",
    text: `with recursive tree as (
        select id, name, parent_id from folders where id = any($2::uuid[]) and workspace_id = $1::uuid
        union
        select f.id, f.name, f.parent_id from tree t join folders f on f.parent_id = t.id)
      select id, name, parent_id from tree`,
    values: [workspaceId, folderIds],
  });
  return rows;
}

/** These items of the space, the trashed ones too, and all live ones of these folders; oldest first, at most `limit`. */
export async function listItems(
  pool: Pool,
  workspaceId: string,
  itemIds: readonly string[],
  folderIds: readonly string[],
  limit: number,
): Promise<ZipItemRow[]> {
  const { rows } = await pool.query<ZipItemRow>({
    name: "zips-items",
    text: `select i.id, i.folder_id, i.title, i.full_file_name, i.mime_type, i.created_at, i.trashed_at is not null as trashed, b.storage_key, coalesce(b.size_bytes, 0) as size_bytes
      from (
        select id from items where id = any($2::uuid[]) and workspace_id = $1::uuid
        union
        select id from items where folder_id = any($3::uuid[]) and trashed_at is null
      ) chosen join items i on i.id = chosen.id left join blobs b on b.id = i.blob_id
      order by i.created_at, i.id limit $4::int`,
    values: [workspaceId, itemIds, folderIds, limit],
  });
  return rows;
}
