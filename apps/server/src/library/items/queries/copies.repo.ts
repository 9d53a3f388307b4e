import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../platform/db/client.ts";
import type { ItemType } from "./bulk.repo.ts";
import { moveFollowers } from "./followers.repo.ts";

/** Data of a new copy. */
export interface NewCopy {
  id: string;
  fromId: string;
  workspaceId: string;
  folderId: string | null;
  ownerId: string;
  title: string;
  refName: string;
  at: Date;
  /**
   * Whether the user may write the source. Only then does the copy include the original, the markers and the sensitive
   * boxes.
   */
  withOriginal: boolean;
}

/** Locks the source of a copy, so that concurrent copies get different titles and the source is not deleted. */
export async function lockSource(
  tx: Executor,
  itemId: string,
): Promise<{ stage: string; title: string; trashed: boolean; blobId: string | null; unfinished: boolean } | undefined> {
  const { rows } = await tx.execute<{ stage: string; title: string; trashed: boolean; blob_id: string | null; unfinished: boolean }>(
    sql`select stage, title, trashed_at is not null as trashed, blob_id, progress is not null as unfinished from items where id = ${itemId} for no key update`,
  );
  const [row] = rows;
  return row && { stage: row.stage, title: row.title, trashed: row.trashed, blobId: row.blob_id, unfinished: row.unfinished };
}

/** Returns the statement that finds which of these titles live items of a container have. */
export const takenStatement = (containerId: string, type: ItemType, titles: readonly string[]): SQL => sql`
  select title from items where container_id = ${containerId} and type = ${type} and trashed_at is null
    and title collate "natural" = any(${sql.param(titles)}::text[])`;

export async function takenTitles(tx: Executor, containerId: string, type: ItemType, titles: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ title: string }>(takenStatement(containerId, type, titles));
  return new Set(rows.map((row) => row.title));
}

/** Returns the bytes that a copy of an item adds to its owner's quota. */
export async function sizeOf(tx: Executor, itemId: string, withOriginal: boolean): Promise<number> {
  const { rows } = await tx.execute<{ bytes: string }>(sql`
    select i.size_bytes + coalesce(b.size_bytes, 0) as bytes from items i
    left join picture_details d on d.item_id = i.id and ${withOriginal}
    left join blobs b on b.id = d.original_blob_id
    where i.id = ${itemId}`);
  return Number(rows[0]?.bytes ?? 0);
}

/** Copies a locked item and its renditions. Blobs are shared, and their reference counts are incremented in id order. */
export async function insertCopy(tx: Executor, copy: NewCopy): Promise<void> {
  const held = sql`
    select blob_id from items where id = ${copy.fromId} union all select blob_id from renditions where item_id = ${copy.fromId}
    union all select blob_id from board_images where board_id = ${copy.fromId}
    ${copy.withOriginal ? sql`union all select original_blob_id from picture_details where item_id = ${copy.fromId}` : sql``}`;
  await tx.execute(sql`select id from blobs where id in (${held}) order by id for no key update`);
  await tx.execute(sql`
    update blobs b set refs = b.refs + one.times
    from (select blob_id, count(*)::int as times from (${held}) held group by blob_id) one
    where b.id = one.blob_id`);
  const at = sql`${copy.at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into items (id, workspace_id, folder_id, type, owner_id, title, full_file_name, ref_name, stage, blob_id, mime_type, size_bytes, width, height,
      duration_ms, placeholder, thumbnail_small_key, thumbnail_large_key, preview_key, poster_key, playback_key, playback_mime_type, storyboard_key, storyboard, progress,
      video_facts, recording_facts, failure, page_url, description, chapters, chapters_enabled, annotated, created_at, updated_at)
    select ${copy.id}::uuid, ${copy.workspaceId}::uuid, ${copy.folderId}::uuid, type, ${copy.ownerId}::uuid, ${copy.title}, full_file_name, ${copy.refName},
      stage, blob_id, mime_type, size_bytes, width, height, duration_ms, placeholder, thumbnail_small_key, thumbnail_large_key, preview_key, poster_key,
      playback_key, playback_mime_type, storyboard_key, storyboard, progress, video_facts, recording_facts, failure, page_url, description, chapters, chapters_enabled, annotated and ${copy.withOriginal}, ${at}, ${at}
    from items where id = ${copy.fromId}`);
  await copyBoard(tx, copy);
  await tx.execute(sql`
    insert into renditions (item_id, kind, blob_id, width, height, facts, created_at)
    select ${copy.id}::uuid, kind, blob_id, width, height, facts, ${at} from renditions where item_id = ${copy.fromId}`);
  await tx.execute(sql`
    insert into captions (item_id, language, label, vtt, automatic, created_by, updated_at)
    select ${copy.id}::uuid, language, label, vtt, automatic, ${copy.ownerId}::uuid, ${at} from captions where item_id = ${copy.fromId}`);
  // A reader knows the text from the captions only.
  const readable = copy.withOriginal
    ? sql`true`
    : sql`exists (select from captions c where c.item_id = t.item_id and c.language = t.language)`;
  await tx.execute(sql`
    insert into transcripts (item_id, state, run_id, language, progress, segments, source, model, version, created_by, updated_at)
    select ${copy.id}::uuid, state, run_id, language, progress, segments, source, model, version, ${copy.ownerId}::uuid, ${at}
    from transcripts t where item_id = ${copy.fromId} and state = 'ready' and ${readable}`);
  await tx.execute(sql`
    insert into transcript_passages (item_id, position, text, marks, words)
    select t.item_id, p.position, p.text, p.marks, p.words
    from transcripts t join transcript_passages p on p.item_id = ${copy.fromId} where t.item_id = ${copy.id}`);
  // The times are those of the unedited file, which a copy of an edited video does not have.
  if (copy.withOriginal)
    await tx.execute(sql`
    insert into pointer_tracks (item_id, track, updated_at)
    select ${copy.id}::uuid, track, ${at} from pointer_tracks p
    where item_id = ${copy.fromId} and not exists (select from video_versions v where v.item_id = p.item_id and v.kind = 'edit' and v.is_shown)`);
  await tx.execute(
    copy.withOriginal
      ? sql`
    insert into picture_details (item_id, original_blob_id, markers, capture, updated_at)
    select ${copy.id}::uuid, original_blob_id, markers, capture, ${at} from picture_details where item_id = ${copy.fromId}`
      : sql`
    insert into picture_details (item_id, capture, updated_at)
    select ${copy.id}::uuid, capture - 'sensitive', ${at} from picture_details where item_id = ${copy.fromId} and capture is not null`,
  );
}

/** Copies the drawing of a whiteboard: its present elements and its images, without earlier versions. Other items have none. */
async function copyBoard(tx: Executor, { id, fromId, at }: NewCopy): Promise<void> {
  const time = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into boards (item_id, seq, canvas, elements, bytes, image_bytes, text, changed_since, drawn_seq)
    select ${id}::uuid, seq, canvas, elements, bytes, image_bytes, text, ${time}, drawn_seq from boards where item_id = ${fromId}`);
  await tx.execute(sql`
    insert into board_elements (board_id, element_id, version, nonce, deleted, seq, bytes, data, created_by, updated_by, updated_at)
    select ${id}::uuid, element_id, version, nonce, deleted, seq, bytes, data, created_by, updated_by, updated_at
    from board_elements where board_id = ${fromId}`);
  await tx.execute(sql`
    insert into board_images (board_id, file_id, blob_id, mime_type, width, height, size_bytes, created_at)
    select ${id}::uuid, file_id, blob_id, mime_type, width, height, size_bytes, ${time} from board_images where board_id = ${fromId}`);
}

/**
 * Locks an item to be moved, after its link, in the same order as changes of links. Undefined when the item is no longer in
 * this workspace or is in the trash.
 */
export async function lockMoving(
  tx: Executor,
  itemId: string,
  workspaceId: string,
): Promise<{ folderId: string | null; refName: string } | undefined> {
  await tx.execute(sql`select slug from share_links where item_id = ${itemId} and revoked_at is null for update`);
  const { rows } = await tx.execute<{ folder_id: string | null; ref_name: string }>(sql`
    select folder_id, ref_name from items where id = ${itemId} and workspace_id = ${workspaceId} and trashed_at is null for no key update`);
  const [row] = rows;
  return row && { folderId: row.folder_id, refName: row.ref_name };
}

/**
 * Moves an item's dependent data to another workspace. Its links retain all their settings (a workspace link then
 * applies to the new workspace), and its comments are moved too. A trigger moves its stars, and the search module its
 * search entries. Its rights entries are deleted, because their members and teams do not exist in the new workspace.
 */
export async function followItem(tx: Executor, itemId: string, workspaceId: string): Promise<void> {
  await tx.execute(sql`delete from grants where item_id = ${itemId}`);
  await tx.execute(sql`update share_links set workspace_id = ${workspaceId} where item_id = ${itemId}`);
  await tx.execute(sql`update comments set workspace_id = ${workspaceId} where item_id = ${itemId}`);
  await moveFollowers(tx, sql`select ${itemId}::uuid as id`, workspaceId);
}
