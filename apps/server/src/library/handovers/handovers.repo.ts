import type { ItemType } from "@stillreel/contract";
import { sql, type SQL } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { moveFollowers } from "../items/index.ts";

export type LibraryKind = ItemType;

/** The two ends of a transfer. */
export interface Ends {
  /** Space of the previous owner. */
  from: string;
  /** Space of the receiver. */
  to: string;
  receiverId: string;
}

/** Items that are transferred. Unfinished uploads have no bytes, and their upload ends with its account. */
const IS_TRANSFERRED = sql`stage not in ('recording', 'uploading')`;

/** Returns the personal space of a user. */
export async function findPersonal(db: Executor, userId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from workspaces where personal_owner_id = ${userId}`);
  return rows[0]?.id;
}

/** What a library holds, as a transfer counts it. */
export interface Holdings {
  items: number;
  bytes: number;
  /** Kinds with items or folders. */
  kinds: LibraryKind[];
}

/** Locks the links, items and comments of a space in the common lock order, and returns what is transferred. */
export async function hold(tx: Executor, spaceId: string): Promise<Holdings> {
  await tx.execute(sql`select slug from share_links where workspace_id = ${spaceId} and revoked_at is null order by slug for update`);
  const { rows } = await tx.execute<{
    items: number;
    bytes: string;
    images: boolean | null;
    videos: boolean | null;
    boards: boolean | null;
  }>(sql`
    with held as materialized (
      select id, type, size_bytes, annotated from items where workspace_id = ${spaceId} and ${IS_TRANSFERRED} order by id for no key update
    )
    select count(*)::int as items, bool_or(type = 'image') as images, bool_or(type = 'video') as videos, bool_or(type = 'board') as boards,
      coalesce(sum(size_bytes), 0) + coalesce((
        select sum(b.size_bytes) from held h join picture_details d on d.item_id = h.id join blobs b on b.id = d.original_blob_id
        where h.annotated), 0) + coalesce((
        select sum(b.size_bytes) from held h join edit_files f on f.item_id = h.id and f.kind in ('source', 'sound', 'picture')
          join blobs b on b.id = f.blob_id), 0) as bytes
    from held`);
  const folders = await tx.execute<{ kind: LibraryKind }>(sql`select distinct kind from folders where workspace_id = ${spaceId}`);
  const [row] = rows;
  const kinds = new Set<LibraryKind>(folders.rows.map(({ kind }) => kind));
  if (row?.images) kinds.add("image");
  if (row?.videos) kinds.add("video");
  if (row?.boards) kinds.add("board");
  return { items: row?.items ?? 0, bytes: Number(row?.bytes ?? 0), kinds: [...kinds] };
}

/** Returns the normalized names of the folders at the root of a space. */
export async function rootNames(tx: Executor, spaceId: string): Promise<Set<string>> {
  const { rows } = await tx.execute<{ name_key: string }>(
    sql`select name_key from folders where workspace_id = ${spaceId} and parent_id is null`,
  );
  return new Set(rows.map((row) => row.name_key));
}

const target = (folders: ReadonlyMap<LibraryKind, string>, kind: SQL): SQL =>
  sql`case ${kind} when 'video' then ${folders.get("video") ?? null}::uuid when 'board' then ${folders.get("board") ?? null}::uuid
    else ${folders.get("image") ?? null}::uuid end`;

/**
 * Moves the folders, items, links and comments of a locked space, with set-based statements. Addresses contain only ids, so they stay
 * valid. A file name that exists at the receiver is extended.
 */
export async function moveAll(tx: Executor, { from, to, receiverId }: Ends, folders: ReadonlyMap<LibraryKind, string>): Promise<void> {
  await tx.execute(sql`
    update folders set workspace_id = ${to}, parent_id = coalesce(parent_id, ${target(folders, sql`kind`)}),
      path = array[${target(folders, sql`kind`)}] || path, nest_level = nest_level + 1, created_by = ${receiverId}
    where workspace_id = ${from}`);
  await tx.execute(sql`update share_links set workspace_id = ${to}, created_by = ${receiverId} where workspace_id = ${from}
    and item_id in (select id from items where workspace_id = ${from} and ${IS_TRANSFERRED})`);
  await tx.execute(sql`
    update comments c set workspace_id = ${to} from items i where i.id = c.item_id and i.workspace_id = ${from} and ${IS_TRANSFERRED}`);
  await moveFollowers(tx, sql`select id from items where workspace_id = ${from} and ${IS_TRANSFERRED}`, to);
  await tx.execute(sql`
    update deleted_folders set workspace_id = ${to} where workspace_id = ${from}`);
  await tx.execute(sql`
    update items i set workspace_id = ${to}, owner_id = ${receiverId},
      folder_id = case when i.trashed_at is null then coalesce(i.folder_id, ${target(folders, sql`i.type`)}) else i.folder_id end,
      ref_name = case when exists (select from items o where o.workspace_id = ${to} and o.ref_name = i.ref_name)
        then i.ref_name || '-' || left(i.id::text, 8) else i.ref_name end
    where i.workspace_id = ${from} and ${IS_TRANSFERRED}`);
}

/** Rows of a space whose search entries still belong to another one. */
export interface StaleEntry {
  item_id: string | null;
  folder_id: string | null;
}

/** Returns the next items and folders whose search entries still name the former space. */
export async function listStaleEntries(db: Executor, { from, to }: Pick<Ends, "from" | "to">, limit: number): Promise<StaleEntry[]> {
  const { rows } = await db.execute<StaleEntry & Record<string, unknown>>(sql`
    select distinct stale.item_id, stale.folder_id from (
      select e.item_id, e.folder_id from search_entries e
        left join items i on i.id = e.item_id left join folders f on f.id = e.folder_id
      where e.workspace_id = ${from} and coalesce(i.workspace_id, f.workspace_id) = ${to}
      order by e.at desc, e.id desc limit ${limit}
    ) stale`);
  return rows;
}

/** Returns the searchable data of items, locked against deletion. */
export async function findableItems(tx: Executor, ids: readonly string[]) {
  const { rows } = await tx.execute<{
    id: string;
    workspace_id: string;
    title: string;
    page_url: string | null;
    description: string;
    chapters: { name: string }[];
    text: string | null;
    created_at: string;
  }>(sql`
    select id, workspace_id, title, page_url, description, chapters, created_at, (select text from boards where item_id = items.id) as text from items
    where id = any(${sql.param(ids)}::uuid[]) order by id for key share`);
  return rows.map((row) => ({
    id: row.id,
    workspaceId: row.workspace_id,
    title: row.title,
    pageUrl: row.page_url,
    description: row.description,
    chapters: row.chapters,
    text: row.text,
    createdAt: new Date(row.created_at),
  }));
}

/** Returns the searchable data of folders, locked against deletion. */
export async function findableFolders(tx: Executor, ids: readonly string[]) {
  const { rows } = await tx.execute<{ id: string; workspace_id: string; name: string; created_at: string }>(sql`
    select id, workspace_id, name, created_at from folders where id = any(${sql.param(ids)}::uuid[]) order by id for key share`);
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id, name: row.name, createdAt: new Date(row.created_at) }));
}
