import type { StoryboardFacts } from "../../platform/db/schema/index.ts";

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
  mime_type: string;
  /** bigint, as the driver gives it. */
  size_bytes: string;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  placeholder: string | null;
  /** Moments are ISO texts. */
  trashed_at: string | null;
  created_at: string;
  updated_at: string;
  owner_name: string | null;
  owner_avatar: string | null;
  storage_key: string | null;
  small_key: string | null;
  large_key: string | null;
  poster_key: string | null;
  playback_key: string | null;
  playback_mime_type: string | null;
  failure: string | null;
  page_url: string | null;
  chapters: { timestamp: number; name: string }[];
  chapters_enabled: boolean;
  comment_count: number;
  picture_version: number;
  annotated: boolean;
  description: string;
  storyboard_key: string | null;
  storyboard: StoryboardFacts | null;
  live: boolean;
  progress: number | null;
  like_count: number;
  liked_by_me: boolean;
  view_count: number;
  unique_view_count: number;
  trashed_from: string | null;
  slug: string | null;
  visibility: "link" | "workspace" | "private" | null;
  has_password: boolean | null;
  /** Has the caller starred it? */
  favorite: boolean;
}

/**
 * What a row of {@link ItemRow} is read from: the item `i`, joined by {@link JOINS}. `$2` is the caller. What is alike for most items is read
 * as null, which neither the database has to write nor the driver to read; {@link itemRows} says it again.
 */
export const COLUMNS = `i.id, i.workspace_id, i.folder_id, i.type, i.owner_id, i.title, i.full_file_name, i.ref_name, nullif(i.stage, 'ready') as stage,
  i.mime_type, i.size_bytes, i.width, i.height, i.duration_ms, i.placeholder, i.trashed_at, i.created_at, nullif(i.updated_at, i.created_at) as updated_at,
  u.display_name as owner_name, u.avatar_blob_id as owner_avatar, b.storage_key, i.thumbnail_small_key as small_key, i.thumbnail_large_key as large_key,
  i.poster_key, i.playback_key, i.playback_mime_type, i.failure, i.page_url, nullif(i.chapters, '[]') as chapters,
  nullif(i.chapters_enabled, false) as chapters_enabled, nullif(i.comment_count, 0) as comment_count, nullif(i.picture_version, 1) as picture_version,
  nullif(i.annotated, false) as annotated, i.trashed_from, nullif(i.description, '') as description, i.storyboard_key, i.storyboard,
  nullif(i.live, false) as live, i.progress, nullif(i.like_count, 0) as like_count, nullif(i.view_count, 0) as view_count,
  nullif(i.unique_view_count, 0) as unique_view_count,
  case when i.like_count > 0 then exists (select 1 from likes where item_id = i.id and user_id = $2::uuid) end as liked_by_me,
  sl.slug, sl.visibility, nullif(sl.password_hash is not null, false) as has_password, nullif(fav.item_id is not null, false) as favorite`;

/** Owners and bytes are looked up row by row, never by reading all of them: so the order of the rows stays as well. */
export const JOINS = `
  left join lateral (select display_name, avatar_blob_id from users where id = i.owner_id limit 1) u on true
  left join lateral (select storage_key from blobs where id = i.blob_id limit 1) b on true
  left join share_links sl on sl.item_id = i.id and sl.revoked_at is null
  left join favorites fav on fav.user_id = $2::uuid and fav.item_id = i.id`;

/** What {@link COLUMNS} read as null. */
type Ordinary =
  | "stage"
  | "chapters"
  | "chapters_enabled"
  | "comment_count"
  | "picture_version"
  | "annotated"
  | "updated_at"
  | "description"
  | "live"
  | "like_count"
  | "view_count"
  | "unique_view_count"
  | "liked_by_me"
  | "has_password"
  | "favorite";
/** A row of {@link COLUMNS} as it comes from the database. */
export type ReadRow<Row extends ItemRow = ItemRow> = Omit<Row, Ordinary> & { [Column in Ordinary]: Row[Column] | null };

/** Rows of {@link COLUMNS} with what is alike for most items. */
export function itemRows<Row extends ItemRow>(rows: ReadRow<Row>[]): Row[] {
  for (const row of rows as ReadRow[]) {
    row.stage ??= "ready";
    row.chapters ??= [];
    row.chapters_enabled ??= false;
    row.comment_count ??= 0;
    row.picture_version ??= 1;
    row.annotated ??= false;
    row.updated_at ??= row.created_at;
    row.description ??= "";
    row.live ??= false;
    row.like_count ??= 0;
    row.view_count ??= 0;
    row.unique_view_count ??= 0;
    row.liked_by_me ??= false;
    row.has_password ??= false;
    row.favorite ??= false;
  }
  return rows as unknown as Row[];
}
