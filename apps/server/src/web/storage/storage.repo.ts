import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";

/** Sums of all spaces. PostgreSQL sends large numbers as text. */
export interface TotalsRow extends Record<string, unknown> {
  images: number;
  videos: number;
  boards: number;
  originals: number;
  trash: number;
  image_bytes: string;
  video_bytes: string;
  board_bytes: string;
  original_bytes: string;
  rendition_bytes: string;
  trash_bytes: string;
  counted_at: string;
}

export interface SpaceRow extends Record<string, unknown> {
  id: string;
  kind: "personal" | "team";
  name: string;
  owner_id: string | null;
  owner_name: string | null;
  owner_avatar: string | null;
  /** The own quota of the owner of a personal library, or null. */
  quota_bytes: string | null;
  items: number;
  trash: number;
  stored_bytes: string;
  trash_bytes: string;
  used_bytes: string;
}

/** End of a page: the largest spaces are first. */
export interface SpacePosition {
  storedBytes: string;
  id: string;
}

/**
 * Counts a page of spaces after an id and stores the result. Returns the last id, or null when no space is left. What is in the trash
 * counts with its originals and renditions.
 */
export async function countPage(db: Executor, afterId: string, limit: number): Promise<string | null> {
  const { rows } = await db.execute<{ workspace_id: string }>(sql`
    with spaces as materialized (select id from workspaces where id > ${afterId}::uuid order by id limit ${limit}),
    facts as (
      select i.workspace_id, i.type, i.trashed_at is not null as trashed, i.size_bytes,
        case when i.type = 'image'
          then (select b.size_bytes from picture_details d join blobs b on b.id = d.original_blob_id where i.annotated and d.item_id = i.id)
          else (select sum(b.size_bytes) from edit_files f join blobs b on b.id = f.blob_id where f.item_id = i.id)
        end as original,
        (select sum(b.size_bytes) from renditions r join blobs b on b.id = r.blob_id where r.item_id = i.id) as derived
      from spaces join items i on i.workspace_id = spaces.id
    ),
    sums as (
      select spaces.id,
        count(*) filter (where type = 'image' and not trashed) as images,
        count(*) filter (where type = 'video' and not trashed) as videos,
        count(*) filter (where type = 'board' and not trashed) as boards,
        count(original) filter (where not trashed) as originals,
        count(*) filter (where trashed) as trash,
        coalesce(sum(size_bytes) filter (where type = 'image' and not trashed), 0) as image_bytes,
        coalesce(sum(size_bytes) filter (where type = 'video' and not trashed), 0) as video_bytes,
        coalesce(sum(size_bytes) filter (where type = 'board' and not trashed), 0) as board_bytes,
        coalesce(sum(original) filter (where not trashed), 0) as original_bytes,
        coalesce(sum(derived) filter (where not trashed), 0) as rendition_bytes,
        coalesce(sum(size_bytes + coalesce(original, 0) + coalesce(derived, 0)) filter (where trashed), 0) as trash_bytes
      from spaces left join facts on facts.workspace_id = spaces.id group by spaces.id
    )
    insert into space_usage as u (workspace_id, images, videos, boards, originals, trash, image_bytes, video_bytes, board_bytes, original_bytes,
      rendition_bytes, trash_bytes, stored_bytes)
    select id, images, videos, boards, originals, trash, image_bytes, video_bytes, board_bytes, original_bytes, rendition_bytes, trash_bytes,
      image_bytes + video_bytes + board_bytes + original_bytes + rendition_bytes + trash_bytes
    from sums order by id
    on conflict (workspace_id) do update set images = excluded.images, videos = excluded.videos, boards = excluded.boards,
      originals = excluded.originals, trash = excluded.trash, image_bytes = excluded.image_bytes, video_bytes = excluded.video_bytes,
      board_bytes = excluded.board_bytes, original_bytes = excluded.original_bytes, rendition_bytes = excluded.rendition_bytes,
      trash_bytes = excluded.trash_bytes, stored_bytes = excluded.stored_bytes
    returning workspace_id`);
  return rows.reduce<string | null>((last, { workspace_id: id }) => (last === null || id > last ? id : last), null);
}

/** Stores the sums of all counted spaces. */
export async function sumUp(db: Executor, at: Date): Promise<void> {
  await db.execute(sql`
    insert into storage_totals as t (id, images, videos, boards, originals, trash, image_bytes, video_bytes, board_bytes, original_bytes,
      rendition_bytes, trash_bytes, counted_at)
    select 1, coalesce(sum(images), 0), coalesce(sum(videos), 0), coalesce(sum(boards), 0), coalesce(sum(originals), 0),
      coalesce(sum(trash), 0), coalesce(sum(image_bytes), 0), coalesce(sum(video_bytes), 0), coalesce(sum(board_bytes), 0),
      coalesce(sum(original_bytes), 0), coalesce(sum(rendition_bytes), 0), coalesce(sum(trash_bytes), 0), ${at.toISOString()}::timestamptz
    from space_usage
    on conflict (id) do update set images = excluded.images, videos = excluded.videos, boards = excluded.boards,
      originals = excluded.originals, trash = excluded.trash, image_bytes = excluded.image_bytes, video_bytes = excluded.video_bytes,
      board_bytes = excluded.board_bytes, original_bytes = excluded.original_bytes, rendition_bytes = excluded.rendition_bytes, trash_bytes = excluded.trash_bytes,
      counted_at = excluded.counted_at`);
}

/** Returns the sums of the last complete count. */
export async function totals(db: Executor): Promise<TotalsRow | undefined> {
  const { rows } = await db.execute<TotalsRow>(sql`
    select images, videos, boards, originals, trash, image_bytes, video_bytes, board_bytes, original_bytes, rendition_bytes, trash_bytes,
      counted_at
    from storage_totals where id = 1`);
  return rows[0];
}

/** Returns a page of spaces, the largest first. The page is chosen by the index `space_usage_largest`; names are read for its rows only. */
export async function listSpaces(db: Executor, after: SpacePosition | undefined, limit: number): Promise<SpaceRow[]> {
  const { rows } = await db.execute<SpaceRow>(sql`
    with shown as materialized (
      select u.*, w.kind, w.name, w.personal_owner_id from space_usage u join workspaces w on w.id = u.workspace_id
      where w.deleted_at is null
        ${after ? sql`and (u.stored_bytes, u.workspace_id) < (${after.storedBytes}::bigint, ${after.id}::uuid)` : sql``}
      order by u.stored_bytes desc, u.workspace_id desc limit ${limit}
    )
    select shown.workspace_id as id, shown.kind, case when shown.kind = 'personal' then owner.display_name else shown.name end as name,
      owner.id as owner_id, owner.display_name as owner_name, owner.avatar_blob_id as owner_avatar,
      case when shown.kind = 'personal' then owner.quota_bytes end as quota_bytes,
      shown.images + shown.videos + shown.boards as items, shown.trash, shown.stored_bytes, shown.trash_bytes,
      (select coalesce(sum(c.stored_bytes), 0) from space_counts c where c.workspace_id = shown.workspace_id) as used_bytes
    from shown
    left join lateral (
      select u.id, u.display_name, u.avatar_blob_id, u.quota_bytes from users u
      where u.id = coalesce(shown.personal_owner_id, (
        select m.user_id from members m where m.workspace_id = shown.workspace_id and m.role = 'owner' order by m.joined_at, m.user_id limit 1))
    ) owner on true
    order by shown.stored_bytes desc, shown.workspace_id desc`);
  return rows;
}
