import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import type { Film, FrameElement, StoredFrame } from "./frames.plan.ts";

/** Pattern of the ids of a video's frames. An id has no characters with a meaning in patterns. */
const patternOf = (itemId: string): string => `frame\\_${itemId}\\_%`;

/** Returns a video with its file and its versions, in one statement: both belong together. Undefined when it has no file. */
export async function findFilm(db: Executor, itemId: string): Promise<Film | undefined> {
  const { rows } = await db.execute<{ storage_key: string; versions: Film["versions"] }>(sql`
    select b.storage_key, coalesce((
      select jsonb_agg(jsonb_build_object('id', v.id, 'kind', v.kind, 'isShown', v.is_shown, 'document', v.document, 'durationMs', v.duration_ms))
      from video_versions v where v.item_id = i.id
    ), '[]') as versions
    from items i join blobs b on b.id = i.blob_id where i.id = ${itemId} and i.type = 'video'`);
  const [row] = rows;
  return row && { itemId, storageKey: row.storage_key, versions: row.versions };
}

/** Returns the frames of a video on all boards. */
export async function listFrames(db: Executor, itemId: string): Promise<StoredFrame[]> {
  const { rows } = await db.execute<{ board_id: string; file_id: string; sha256: string }>(sql`
    select i.board_id, i.file_id, encode(b.sha256, 'hex') as sha256
    from board_images i join blobs b on b.id = i.blob_id
    where starts_with(i.file_id, 'frame_') and substr(i.file_id, 7, 36) = ${itemId} order by i.board_id, i.file_id`);
  return rows.map((row) => ({ boardId: row.board_id, fileId: row.file_id, sha256: row.sha256 }));
}

/** Returns the elements of boards that show frames of a video. Deleted ones are included: a user may undo that. */
export async function listElements(db: Executor, itemId: string, boardIds: readonly string[]): Promise<FrameElement[]> {
  const { rows } = await db.execute<{ board_id: string; file_id: string; at: string }>(sql`
    select board_id, data ->> 'fileId' as file_id, data -> 'customData' ->> 'at' as at from board_elements
    where board_id = any(${sql.param([...boardIds])}::uuid[]) and data ->> 'fileId' like ${patternOf(itemId)}
      and data -> 'customData' ->> 'at' is not null
    order by board_id, deleted, element_id`);
  return rows.map((row) => ({ boardId: row.board_id, fileId: row.file_id, at: Number(row.at) }));
}

/** Deletes images of boards. Their bytes no longer count for the items. Returns the blobs, to release. */
export async function deleteFrames(tx: Executor, frames: readonly Pick<StoredFrame, "boardId" | "fileId">[]): Promise<string[]> {
  const released: string[] = [];
  for (const { boardId, fileId } of frames) {
    const { rows } = await tx.execute<{ blob_id: string }>(sql`
      with gone as (
        delete from board_images where board_id = ${boardId} and file_id = ${fileId} returning board_id, blob_id, size_bytes
      ), board as (
        update boards b set image_bytes = image_bytes - gone.size_bytes from gone where b.item_id = gone.board_id
      ), item as (
        update items i set size_bytes = i.size_bytes - gone.size_bytes from gone where i.id = gone.board_id
      )
      select blob_id from gone`);
    released.push(...rows.map((row) => row.blob_id));
  }
  return released;
}

/** Gives an image of a board another id. */
export async function renameFrame(tx: Executor, { boardId, fileId }: Pick<StoredFrame, "boardId" | "fileId">, next: string): Promise<void> {
  await tx.execute(sql`update board_images set file_id = ${next} where board_id = ${boardId} and file_id = ${fileId}`);
}
