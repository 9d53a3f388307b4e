import type { ItemType } from "@stillreel/contract";
import { loadFragment } from "../../../platform/db/statement.ts";
import type { StoryboardFacts } from "../../../platform/db/schema/index.ts";

/** An item with all displayed data: owner, storage keys of its bytes and thumbnails, and live link. */
export interface ItemRow {
  id: string;
  workspace_id: string;
  folder_id: string | null;
  type: ItemType;
  owner_id: string | null;
  title: string;
  full_file_name: string;
  ref_name: string;
  stage: "recording" | "uploading" | "processing" | "ready" | "failed";
  mime_type: string;
  /** A bigint in the driver's string form. */
  size_bytes: string;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  placeholder: string | null;
  /** Timestamps are ISO strings. */
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
  /** Progress in percent of a render that will replace the video. */
  updating: number | null;
  like_count: number;
  liked_by_me: boolean;
  view_count: number;
  unique_view_count: number;
  trashed_from: string | null;
  slug: string | null;
  visibility: "link" | "workspace" | "private" | null;
  has_password: boolean | null;
  /** Who can open the item by the link of a folder; null when no such link shows it. */
  folder_access: "link" | "password" | "workspace" | null;
  /** Whether the caller starred the item. */
  favorite: boolean;
}

const joinedColumns = loadFragment(import.meta.url, "./sql/item-joined-columns.sql");

/**
 * Slots of every statement that reads an {@link ItemRow}: its columns, and the joins of the item `i` that they read. `$2` is the caller.
 * Values that most items share are read as null; {@link itemRows} restores them.
 */
export const ITEM_SLOTS = {
  itemColumns: `${loadFragment(import.meta.url, "./sql/item-own-columns.sql")},\n  original.storage_key,\n  ${joinedColumns}`,
  originalJoin: "left join lateral (select storage_key from blobs where id = i.blob_id limit 1) original on true",
  itemJoins: loadFragment(import.meta.url, "./sql/item-joins.sql"),
  hasFolderLinks: "true",
};

/**
 * The condition that a workspace has links of folders, for the slot `hasFolderLinks` of a statement that reads items of one workspace only.
 * It is evaluated once, and saves two lookups per item where there are none.
 * @param workspaceId an expression that does not depend on the item
 */
export const hasFolderLinksIn = (workspaceId: string): string =>
  `exists (select from share_links where workspace_id = ${workspaceId} and folder_id is not null and revoked_at is null)`;

/** {@link ITEM_SLOTS} with the version of the row. The slot `rowVersion` is its column. */
export const VERSIONED_SLOTS = { ...ITEM_SLOTS, itemColumns: `${ITEM_SLOTS.itemColumns}, {rowVersion} as row_version` };
/** The columns of a {@link StampRow} instead of all. A change of the key of the original file is a new version of the item. */
export const STAMP_SLOTS = { itemColumns: `i.id, {rowVersion} as row_version,\n  ${joinedColumns}`, originalJoin: "" };
/** The columns of an item that {@link STAMP_SLOTS} and its joins use. */
export const STAMP_SOURCES = "i.id, i.workspace_id, i.folder_id, i.owner_id, i.stage, i.live, i.like_count";

/** The columns that are read from other rows than the item's. */
export const JOINED_COLUMNS = [
  "liked_by_me",
  "owner_name",
  "owner_avatar",
  "slug",
  "visibility",
  "has_password",
  "favorite",
  "folder_access",
] as const satisfies (keyof ItemRow)[];

/** The joined columns of an item as the database returns them. */
export type JoinedColumns = Pick<ReadRow, (typeof JOINED_COLUMNS)[number]>;

/**
 * What identifies the state of an item as the caller sees it: the version of its row, and the values of all columns that are read from other
 * rows. Reading it takes half of the time of reading all columns.
 */
export interface StampRow extends JoinedColumns {
  id: string;
  /** The transaction that wrote the row. Each change of a column is a new row of another transaction. */
  row_version: string;
}

/** A row of a list: all columns, and what identifies its state. */
export type VersionedRow = ReadRow & StampRow;

/** Columns that are null in most rows. */
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
/** A row as the database returns it. */
export type ReadRow<Row extends ItemRow = ItemRow> = Omit<Row, Ordinary> & { [Column in Ordinary]: Row[Column] | null };

/** Restores the values that most items share. */
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
