import type { getImage, ServerResult } from "@stillreel/contract";
import type { Permission } from "../../access/policies/items.policy.ts";
import { avatarUrl } from "../../people/auth/index.ts";
import { type Media, playedUrl, storyboardOf } from "../../media/media/index.ts";
import type { ItemRow } from "./queries/items.repo.ts";
import type { PictureDetails } from "./queries/pictures.repo.ts";

/** An item in the contract's form. */
export type PresentedItem = ServerResult<typeof getImage>;

/** The caller's permission on an item, and whether they may see its folder. If not, the item is shown without folder. */
export interface Sight {
  permission: Permission;
  seesFolder: boolean;
}

/**
 * Converts rows to the contract's form. Pure except for signing URLs, and without database queries, so that the cost
 * of a page of 200 items depends only on its rows.
 * @param callerId the caller for whom the URLs are signed
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
    folderAccess: row.folder_access ?? "private",
    pageUrl: row.page_url,
    description: row.description,
    storyboard: storyboardOf(media, callerId, row),
    progress: row.progress === null ? null : row.progress / 100,
    updating: row.updating === null ? null : row.updating / 100,
    live: row.live,
    failure: row.failure,
    pictureVersion: row.picture_version,
    annotated: row.annotated,
    // Original and markers are left out, so that a client that sends a list entry back does not delete them.
    capture: null,
    chapters: row.chapters,
    chaptersEnabled: row.chapters_enabled,
    permission,
  };
}

/**
 * Adds the data to an item that lists leave out. Original, markers and private boxes require write permission,
 * because each of them could undo a redaction.
 * @param details undefined when the item has none
 */
export function withDetails(media: Media, callerId: string, item: PresentedItem, details: PictureDetails | undefined): PresentedItem {
  const { markers, capture, original } = details ?? { markers: null, capture: null, original: null };
  if (!item.permission.write) {
    const { sensitive: _, ...visible } = capture ?? {};
    return { ...item, originalImage: null, markers: null, capture: capture && visible };
  }
  return { ...item, originalImage: original && media.url({ ...original, callerId }), markers, capture };
}

/** Returns who can open an item: by its own live link, otherwise by the link of a folder. An own link for fewer people hides it there. */
function accessOf(row: Pick<ItemRow, "slug" | "visibility" | "has_password" | "folder_access">): PresentedItem["access"] {
  if (row.slug === null) return row.folder_access ?? "private";
  if (row.visibility === "private" || row.visibility === null) return "private";
  if (row.visibility === "workspace") return "workspace";
  return row.has_password ? "password" : "link";
}
