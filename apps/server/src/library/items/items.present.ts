import type { getImage, ServerResult } from "@stillreel/contract";
import type { Permission } from "../../access/policies/items.policy.ts";
import { avatarUrl } from "../../people/auth/index.ts";
import { type Media, playedUrl, storyboardOf } from "../../media/media/index.ts";
import type { ItemRow } from "./items.repo.ts";
import type { PictureDetails } from "./pictures.repo.ts";

/** An item as the contract shows it. */
export type PresentedItem = ServerResult<typeof getImage>;

/** What somebody may do with an item, and whether they may see the folder that it lies in: without that, they see it in none. */
export interface Sight {
  permission: Permission;
  seesFolder: boolean;
}

/**
 * Rows as the contract shows them. Pure but for the signing of URLs, and asks the database nothing, so that a page of
 * 200 items costs what its rows cost.
 * @param callerId whose URLs these are
 */
export function presentItems<Row extends ItemRow>(
  deps: { media: Media; publicUrl: string; trashDays: number },
  callerId: string,
  sight: (row: Row) => Sight,
  rows: readonly Row[],
): PresentedItem[] {
  return rows.map((row) => presentItem(deps, callerId, sight(row), row));
}

function presentItem(
  { media, publicUrl, trashDays }: { media: Media; publicUrl: string; trashDays: number },
  callerId: string,
  { permission, seesFolder }: Sight,
  row: ItemRow,
): PresentedItem {
  const thumbnail = (storageKey: string | null): string | null =>
    storageKey === null ? null : media.url({ storageKey, mimeType: "image/webp", callerId });
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    type: row.type,
    title: row.title,
    fullFileName: row.full_file_name,
    refName: row.ref_name,
    parentId: seesFolder ? row.folder_id : null,
    stage: row.stage,
    trash: row.trashed_at !== null,
    trashedAt: row.trashed_at,
    trashedFrom: row.trashed_at === null || !seesFolder ? null : row.trashed_from,
    purgeAt: row.trashed_at === null ? null : new Date(Date.parse(row.trashed_at) + trashDays * 86_400_000).toISOString(),
    favorite: row.favorite,
    likes: row.like_count,
    likedByMe: row.liked_by_me,
    views: row.view_count,
    uniqueViews: row.unique_view_count,
    comments: row.comment_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    owner: { id: row.owner_id ?? "deleted", displayName: row.owner_name ?? "", photoURL: avatarUrl(row.owner_avatar) },
    mimeType: row.mime_type,
    size: Number(row.size_bytes),
    width: row.width,
    height: row.height,
    duration: row.duration_ms === null ? null : row.duration_ms / 1000,
    sourceUrl: playedUrl(media, callerId, row),
    thumbnailUrl: thumbnail(row.small_key),
    thumbnailLargeUrl: thumbnail(row.large_key),
    posterUrl: thumbnail(row.poster_key),
    placeholder: row.placeholder,
    shareUrl: row.slug === null ? null : `${publicUrl}/s/${row.slug}`,
    access: accessOf(row),
    pageUrl: row.page_url,
    description: row.description,
    storyboard: storyboardOf(media, callerId, row),
    progress: row.progress === null ? null : row.progress / 100,
    live: row.live,
    failure: row.failure,
    pictureVersion: row.picture_version,
    annotated: row.annotated,
    // Original and markers are left out: whoever sends a list's entry back does not let go of them.
    capture: null,
    chapters: row.chapters,
    chaptersEnabled: row.chapters_enabled,
    permission,
  };
}

/**
 * One item with all that lists leave out. Original, markers and the boxes of what is private are for those who may write:
 * with any of them a redaction could be undone.
 * @param details undefined where nothing of it is kept
 */
export function withDetails(media: Media, callerId: string, item: PresentedItem, details: PictureDetails | undefined): PresentedItem {
  const { markers, capture, original } = details ?? { markers: null, capture: null, original: null };
  if (!item.permission.write) {
    const { sensitive: _, ...told } = capture ?? {};
    return { ...item, originalImage: null, markers: null, capture: capture && told };
  }
  return { ...item, originalImage: original && media.url({ ...original, callerId }), markers, capture };
}

/** Who can open an item, by the terms of its live link. */
function accessOf(row: Pick<ItemRow, "slug" | "visibility" | "has_password">): PresentedItem["access"] {
  if (row.slug === null || row.visibility === "private" || row.visibility === null) return "private";
  if (row.visibility === "workspace") return "workspace";
  return row.has_password ? "password" : "link";
}
