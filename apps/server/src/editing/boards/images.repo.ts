import { frameOf } from "@stillreel/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";

/** An image of a board with its object in the store. */
export interface ImageRow {
  fileId: string;
  mimeType: string;
  width: number;
  height: number;
  sizeBytes: number;
  storageKey: string;
  /** Time at which a video shows a frame that the server made, in milliseconds; null for other images. */
  shownAtMs: number | null;
}

interface Row extends Record<string, unknown> {
  file_id: string;
  mime_type: string;
  width: number;
  height: number;
  size_bytes: string;
  storage_key: string;
  shown_at_ms: number | null;
}

const rowOf = (row: Row): ImageRow => ({
  fileId: row.file_id,
  mimeType: row.mime_type,
  width: row.width,
  height: row.height,
  sizeBytes: Number(row.size_bytes),
  storageKey: row.storage_key,
  shownAtMs: row.shown_at_ms,
});

/** Returns all images of a board, also frames of videos that a caller may not see. */
export async function listAllImages(db: Executor, boardId: string): Promise<ImageRow[]> {
  const { rows } = await db.execute<Row>(sql`
    select i.file_id, i.mime_type, i.width, i.height, i.size_bytes, i.shown_at_ms, b.storage_key
    from board_images i join blobs b on b.id = i.blob_id where i.board_id = ${boardId} order by i.created_at, i.file_id`);
  return rows.map(rowOf);
}

/** Returns the images of a board that everyone with access to it may see: without frames of videos. */
export const listImages = async (db: Executor, boardId: string): Promise<ImageRow[]> =>
  (await listAllImages(db, boardId)).filter(({ fileId }) => frameOf(fileId) === null);

/** Returns the edited versions that videos show, by the ids of the videos. Those that show their recording are left out. */
export async function findShownVersions(db: Executor, videoIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (videoIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; item_id: string }>(sql`
    select id, item_id from video_versions where item_id = any(${sql.param([...videoIds])}::uuid[]) and is_shown and kind = 'edit'`);
  return new Map(rows.map((row) => [row.item_id, row.id]));
}

/** Returns the ids of the items on a board. */
export async function listItemIds(db: Executor, boardId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct data -> 'customData' ->> 'itemId' as id from board_elements
    where board_id = ${boardId} and not deleted and data -> 'customData' ->> 'itemId' is not null limit 500`);
  return rows.map(({ id }) => id);
}

/** Locks the row of a board that is not in the trash, and returns its number of images and its owner. */
export async function lockForImage(
  tx: Executor,
  boardId: string,
): Promise<{ images: number; ownerId: string | null; workspaceId: string } | undefined> {
  const { rows } = await tx.execute<{ images: number; owner_id: string | null; workspace_id: string }>(sql`
    select (select count(*)::int from board_images where board_id = b.item_id) as images, i.owner_id, i.workspace_id
    from boards b join items i on i.id = b.item_id where b.item_id = ${boardId} and i.trashed_at is null for update of b`);
  const [row] = rows;
  return row && { images: row.images, ownerId: row.owner_id, workspaceId: row.workspace_id };
}

export async function findImage(db: Executor, boardId: string, fileId: string): Promise<ImageRow | undefined> {
  const { rows } = await db.execute<Row>(sql`
    select i.file_id, i.mime_type, i.width, i.height, i.size_bytes, i.shown_at_ms, b.storage_key
    from board_images i join blobs b on b.id = i.blob_id where i.board_id = ${boardId} and i.file_id = ${fileId}`);
  return rows[0] && rowOf(rows[0]);
}

/** Adds an image whose blob exists. Its bytes count for the item. */
export async function insertImage(
  tx: Executor,
  boardId: string,
  image: Omit<ImageRow, "storageKey"> & { blobId: string; at: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into board_images (board_id, file_id, blob_id, mime_type, width, height, size_bytes, shown_at_ms, created_at)
    values (${boardId}, ${image.fileId}, ${image.blobId}, ${image.mimeType}, ${image.width}, ${image.height}, ${image.sizeBytes},
      ${image.shownAtMs}, ${image.at.toISOString()}::timestamptz)`);
  await tx.execute(sql`update boards set image_bytes = image_bytes + ${image.sizeBytes} where item_id = ${boardId}`);
  await tx.execute(sql`update items set size_bytes = size_bytes + ${image.sizeBytes} where id = ${boardId}`);
}

/** Returns whether the row of a blob exists. */
export async function isStored(db: Executor, blobId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from blobs where id = ${blobId}`);
  return rows.length > 0;
}
