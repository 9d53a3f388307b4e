import { and, eq, isNull, sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../db/client.ts";
import { blobs, folders, items, renditions, shareLinks } from "../../db/schema/index.ts";
import type { MemberRole } from "../../policies/items.policy.ts";
import type { Position } from "./items.cursor.ts";

/** An item with all that is shown of it: its owner, the objects of its bytes and thumbnails, and its live link. */
export interface ItemRow {
  id: string;
  workspace_id: string;
  folder_id: string | null;
  type: "image" | "video";
  owner_id: string | null;
  title: string;
  full_file_name: string;
  ref_name: string;
  stage: "recording" | "uploading" | "processing" | "ready" | "failed";
  blob_id: string | null;
  mime_type: string;
  /** bigint, as the driver gives it. */
  size_bytes: string;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  placeholder: string | null;
  trashed_at: Date | null;
  created_at: Date;
  updated_at: Date;
  owner_name: string | null;
  owner_avatar: string | null;
  storage_key: string | null;
  sha256: Buffer | null;
  small_key: string | null;
  large_key: string | null;
  slug: string | null;
}

const COLUMNS = `i.id, i.workspace_id, i.folder_id, i.type, i.owner_id, i.title, i.full_file_name, i.ref_name, i.stage, i.blob_id, i.mime_type, i.size_bytes,
  i.width, i.height, i.duration_ms, i.placeholder, i.trashed_at, i.created_at, i.updated_at,
  u.display_name as owner_name, u.avatar_blob_id as owner_avatar, b.storage_key, b.sha256, i.thumbnail_small_key as small_key, i.thumbnail_large_key as large_key, sl.slug`;

const JOINS = `
  left join users u on u.id = i.owner_id
  left join blobs b on b.id = i.blob_id
  left join share_links sl on sl.item_id = i.id and sl.revoked_at is null`;

export type ListView = "folder" | "all" | "shared" | "trash";
export type ListSort = "newest" | "oldest" | "name";

/** One list: the space or folder it is about, its order, and where to go on. */
export interface ListQuery {
  view: ListView;
  sort: ListSort;
  /** The folder or workspace for `folder`, the workspace otherwise. */
  placeId: string;
  type: "image" | "video" | null;
  after: Position | null;
}

/** Pages are read in one of these sizes: with a literal limit the planner knows that few rows are wanted, and plans stay few. */
const PAGE_SIZES = [51, 201] as const;

interface ListShape {
  from: string;
  where: string;
  key: string;
  /** The id that breaks ties. */
  tie: string;
}

const SHAPES: Record<ListView, ListShape> = {
  folder: { from: "items i", where: "i.container_id = $1 and i.trashed_at is null", key: "i.created_at", tie: "i.id" },
  all: { from: "items i", where: "i.workspace_id = $1 and i.trashed_at is null", key: "i.created_at", tie: "i.id" },
  trash: { from: "items i", where: "i.workspace_id = $1 and i.trashed_at is not null", key: "i.trashed_at", tie: "i.id" },
  shared: {
    from: "share_links l join items i on i.id = l.item_id",
    where: "l.workspace_id = $1 and l.revoked_at is null and l.visibility <> 'private' and i.trashed_at is null",
    key: "l.created_at",
    tie: "i.id",
  },
};

/** Is this list's sort key a moment? */
export const isDated = (sort: ListSort): boolean => sort !== "name";

/**
 * The statement of a list, its name and its text. Built from the constants above alone; what a caller gives travels as parameters.
 * The page is cut before anything is joined to it. Without a type, one page of each type is read by index and the two are merged.
 */
export function listStatement(
  query: Omit<ListQuery, "placeId" | "after"> & { after: boolean },
  size: number,
): { name: string; text: string } {
  const shape = SHAPES[query.view];
  const key = query.sort === "name" ? "lower(i.title)" : shape.key;
  const way = query.sort === "newest" ? "desc" : "asc";
  const beyond = query.after
    ? ` and (${key}, ${shape.tie}) ${way === "desc" ? "<" : ">"} ($2${query.sort === "name" ? "::text" : "::timestamptz"}, $3::uuid)`
    : "";
  const page = (type: string): string =>
    `(select i.*, ${key} as sort_key from ${shape.from} where ${shape.where}${type === "" ? "" : ` and i.type = '${type}'`}${beyond} order by ${key} ${way}, ${shape.tie} ${way} limit ${size})`;
  // Where the index does not begin with the type, one scan serves both.
  const merged = query.type === null && (query.view === "folder" || query.view === "all");
  const rows = merged
    ? `(select * from (${page("image")} union all ${page("video")}) m order by sort_key ${way}, id ${way} limit ${size})`
    : page(query.type ?? "");
  return {
    name: `items-${query.view}-${query.sort}-${query.type ?? "any"}-${query.after ? "after" : "first"}-${size}`,
    text: `select ${COLUMNS}, i.sort_key from ${rows} i ${JOINS} order by i.sort_key ${way}, i.id ${way}`,
  };
}

/** A page of a list, with one row more than asked for when there is a next page. One statement, prepared once a connection. */
export async function listPage(pool: Pool, query: ListQuery, limit: number): Promise<(ItemRow & { sort_key: Date | string })[]> {
  const size = PAGE_SIZES.find((candidate) => candidate > limit) ?? PAGE_SIZES[1];
  const statement = listStatement({ ...query, after: query.after !== null }, size);
  const { rows } = await pool.query<ItemRow & { sort_key: Date | string }>({
    ...statement,
    values: query.after ? [query.placeId, query.after.key, query.after.id] : [query.placeId],
  });
  return rows.length > limit + 1 ? rows.slice(0, limit + 1) : rows;
}

/** One item, with the caller's role in its space. */
export async function findItem(
  pool: Pool,
  itemId: string,
  userId: string | null,
): Promise<(ItemRow & { role: MemberRole | null }) | undefined> {
  const { rows } = await pool.query<ItemRow & { role: MemberRole | null }>({
    name: "items-find",
    text: `select ${COLUMNS}, m.role from items i ${JOINS} left join members m on m.workspace_id = i.workspace_id and m.user_id = $2 where i.id = $1`,
    values: [itemId, userId],
  });
  return rows[0];
}

/** The item behind a name that the server made, with its place in time. */
export async function findByRefName(
  db: Executor,
  workspaceId: string,
  refName: string,
): Promise<{ id: string; createdAt: Date } | undefined> {
  const rows = await db
    .select({ id: items.id, createdAt: items.createdAt })
    .from(items)
    .where(and(eq(items.workspaceId, workspaceId), eq(items.refName, refName)));
  return rows[0];
}

/** Inserts an item; false when its `refName` is taken in this workspace. */
export async function insertItem(db: Executor, row: typeof items.$inferInsert): Promise<boolean> {
  const inserted = await db
    .insert(items)
    .values(row)
    .onConflictDoNothing({ target: [items.workspaceId, items.refName] })
    .returning({ id: items.id });
  return inserted.length > 0;
}

/** A picture to be filed with its bytes and its job. */
export interface NewImageRow {
  id: string;
  workspaceId: string;
  folderId: string | null;
  ownerId: string;
  title: string;
  fullFileName: string;
  refName: string;
  mimeType: string;
  width: number;
  height: number;
  createdAt: Date;
  blob: { id: string; storageKey: string; sha256: Buffer; sizeBytes: number };
}

/** What became of it: filed, its folder is not there, or its `refName` is taken. The owner's name comes along for the answer. */
export interface Filed {
  outcome: "filed" | "no-folder" | "name-taken";
  ownerName: string | null;
  ownerAvatar: string | null;
}

/**
 * Files a picture in one statement, so in one transaction and one round trip: every upload runs it.
 * @param enqueue the SQL expression that queues the thumbnails' job, with its payload as `$16`
 */
export async function fileImage(pool: Pool, row: NewImageRow, enqueue: string): Promise<Filed> {
  const { rows } = await pool.query<{ filed: boolean; placed: boolean; owner_name: string | null; owner_avatar: string | null }>({
    name: "items-file-image",
    text: `with folder as (select id from folders where id = $3::uuid and workspace_id = $2::uuid and kind in ('image', 'mixed') for key share),
      filed as (
        insert into items (id, workspace_id, folder_id, type, owner_id, title, full_file_name, ref_name, stage, blob_id, mime_type, size_bytes, width, height, created_at, updated_at)
        select $1::uuid, $2::uuid, $3::uuid, 'image', $4::uuid, $5, $6, $7, 'processing', $8::uuid, $9, $10::bigint, $11::int, $12::int, $13::timestamptz, $13::timestamptz
        where $3::uuid is null or exists (select from folder)
        on conflict (workspace_id, ref_name) do nothing returning id),
      bytes as (insert into blobs (id, storage_key, sha256, size_bytes, mime_type) select $8::uuid, $14, $15::bytea, $10::bigint, $9 from filed)
      select ($3::uuid is null or exists (select from folder)) as placed, (select (${enqueue}).id from filed) is not null as filed, u.display_name as owner_name, u.avatar_blob_id as owner_avatar
      from (select 1) one left join users u on u.id = $4::uuid`,
    values: [
      row.id,
      row.workspaceId,
      row.folderId,
      row.ownerId,
      row.title,
      row.fullFileName,
      row.refName,
      row.blob.id,
      row.mimeType,
      row.blob.sizeBytes,
      row.width,
      row.height,
      row.createdAt,
      row.blob.storageKey,
      row.blob.sha256,
      JSON.stringify({ itemId: row.id }),
    ],
  });
  const [found] = rows;
  return {
    outcome: found?.filed ? "filed" : found?.placed ? "name-taken" : "no-folder",
    ownerName: found?.owner_name ?? null,
    ownerAvatar: found?.owner_avatar ?? null,
  };
}

/** The row just filed, as a query would read it: it has no thumbnails and no link yet. */
export function itemRowOf(row: NewImageRow, filed: Filed): ItemRow {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    folder_id: row.folderId,
    type: "image",
    owner_id: row.ownerId,
    title: row.title,
    full_file_name: row.fullFileName,
    ref_name: row.refName,
    stage: "processing",
    blob_id: row.blob.id,
    mime_type: row.mimeType,
    size_bytes: String(row.blob.sizeBytes),
    width: row.width,
    height: row.height,
    duration_ms: null,
    placeholder: null,
    trashed_at: null,
    created_at: row.createdAt,
    updated_at: row.createdAt,
    owner_name: filed.ownerName,
    owner_avatar: filed.ownerAvatar,
    storage_key: row.blob.storageKey,
    sha256: row.blob.sha256,
    small_key: null,
    large_key: null,
    slug: null,
  };
}

/** Changes some columns; false when the item is gone. */
export async function updateItem(db: Executor, itemId: string, change: Partial<typeof items.$inferInsert>): Promise<boolean> {
  const changed = await db.update(items).set(change).where(eq(items.id, itemId)).returning({ id: items.id });
  return changed.length > 0;
}

/** A folder of this workspace, shared-locked so that it cannot vanish before the item lies in it. */
export async function lockFolder(
  db: Executor,
  workspaceId: string,
  folderId: string,
): Promise<{ kind: "image" | "video" | "mixed" } | undefined> {
  const rows = await db
    .select({ kind: folders.kind })
    .from(folders)
    .where(and(eq(folders.id, folderId), eq(folders.workspaceId, workspaceId)))
    .for("share");
  return rows[0];
}

/** The folder's workspace, or undefined. */
export async function findFolder(db: Executor, folderId: string): Promise<{ workspaceId: string } | undefined> {
  const rows = await db.select({ workspaceId: folders.workspaceId }).from(folders).where(eq(folders.id, folderId));
  return rows[0];
}

/** Removes an item for ever: the row, its renditions' rows, and its link. Answers the blobs it held, or undefined when it was gone already. */
export async function deleteItem(db: Executor, itemId: string, at: Date): Promise<string[] | undefined> {
  const held = await db.select({ blobId: items.blobId }).from(items).where(eq(items.id, itemId)).for("update");
  if (!held[0]) return undefined;
  const derived = await db.select({ blobId: renditions.blobId }).from(renditions).where(eq(renditions.itemId, itemId));
  await db
    .update(shareLinks)
    .set({ revokedAt: at })
    .where(and(eq(shareLinks.itemId, itemId), isNull(shareLinks.revokedAt)));
  await db.delete(items).where(eq(items.id, itemId));
  return [...(held[0].blobId ? [held[0].blobId] : []), ...derived.map((row) => row.blobId)];
}

/** Has a row taken these bytes? */
export async function isBlobKnown(db: Executor, blobId: string): Promise<boolean> {
  const rows = await db.select({ id: blobs.id }).from(blobs).where(eq(blobs.id, blobId));
  return rows.length > 0;
}

/** Numbers for the sidebar. */
export async function countItems(
  db: Executor,
  workspaceId: string,
): Promise<{ images: number; videos: number; trash: number; shared: number; storedBytes: number }> {
  const { rows } = await db.execute<{ images: number; videos: number; trash: number; stored: string; shared: number }>(sql`
    select count(*) filter (where i.trashed_at is null and i.type = 'image')::int as images,
      count(*) filter (where i.trashed_at is null and i.type = 'video')::int as videos,
      count(*) filter (where i.trashed_at is not null)::int as trash,
      coalesce(sum(i.size_bytes), 0) as stored,
      (select count(*)::int from share_links l join items s on s.id = l.item_id
        where l.workspace_id = ${workspaceId} and l.revoked_at is null and l.visibility <> 'private' and s.trashed_at is null) as shared
    from items i where i.workspace_id = ${workspaceId}`);
  const row = rows[0];
  return {
    images: row?.images ?? 0,
    videos: row?.videos ?? 0,
    trash: row?.trash ?? 0,
    shared: row?.shared ?? 0,
    storedBytes: Number(row?.stored ?? 0),
  };
}
