import type { createBoard, ServerResult } from "@stillreel/contract";
import { mediaOf, type OpenedRow } from "../../library/shares/index.ts";
import type { Media } from "../../media/media/index.ts";
import { avatarUrl } from "../../people/auth/index.ts";

type PresentedItem = ServerResult<typeof createBoard>;

/** Presents a board to a visitor with a link: without its workspace, folder and owner, of which the visitor learns nothing. */
export function visitorItem(media: Media, publicUrl: string, callerId: string, row: OpenedRow): PresentedItem {
  const { thumbnailUrl, thumbnailLargeUrl } = mediaOf(media, callerId, row);
  const createdAt = row.created_at.toISOString();
  return {
    id: row.item_id,
    // The contract requires an id. That of the board says nothing about its workspace.
    workspaceId: row.item_id,
    type: row.type,
    title: row.title,
    fullFileName: row.full_file_name,
    refName: "",
    parentId: null,
    stage: row.stage,
    trash: false,
    trashedAt: null,
    trashedFrom: null,
    purgeAt: null,
    favorite: false,
    likes: row.like_count,
    likedByMe: false,
    views: row.view_count,
    uniqueViews: 0,
    comments: row.comment_count,
    createdAt,
    updatedAt: createdAt,
    owner: { id: "hidden", displayName: row.owner_name ?? "", photoURL: avatarUrl(row.owner_avatar) },
    mimeType: row.mime_type,
    size: Number(row.size_bytes),
    width: row.width,
    height: row.height,
    duration: null,
    sourceUrl: null,
    thumbnailUrl,
    thumbnailLargeUrl,
    posterUrl: null,
    placeholder: row.placeholder,
    shareUrl: `${publicUrl}/s/${row.slug}`,
    access: row.visibility,
    folderAccess: "private",
    pageUrl: null,
    description: row.description,
    storyboard: null,
    progress: null,
    updating: null,
    live: false,
    failure: null,
    pictureVersion: 1,
    annotated: false,
    capture: null,
    chapters: [],
    chaptersEnabled: false,
    permission: { read: true, write: false },
  };
}
