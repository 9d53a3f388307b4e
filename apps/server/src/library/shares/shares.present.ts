import { CaptureFacts, type getShare, type SharedItem, type ServerResult } from "@stillreel/contract";
import type { z } from "zod";
import { avatarUrl } from "../../people/auth/index.ts";
import { playedUrl, type Media } from "../../media/media/index.ts";
import type { LinkVisits, OpenedRow, ShareRow } from "./shares.repo.ts";

/** Presents a link with its settings to users who may change them. */
export function presentShare(publicUrl: string, row: ShareRow, { opened, openedAt }: LinkVisits): ServerResult<typeof getShare> {
  return {
    slug: row.slug,
    shareUrl: `${publicUrl}/s/${row.slug}`,
    visibility: row.visibility,
    hasPassword: row.passwordHash !== null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    maxViews: row.maxViews,
    allowComments: row.allowComments,
    allowDownload: row.allowDownload,
    showCapture: row.showCapture,
    order: row.folderId === null ? null : { items: row.itemOrder, folders: row.folderOrder },
    opened,
    openedAt: openedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    removal: row.takenDownAt === null ? null : { at: row.takenDownAt.toISOString(), reason: row.takenDownReason ?? "illegal" },
  };
}

/** Signed addresses of the item behind an open link; null when a file does not exist. */
export interface SharedMedia {
  /** File for display or playback. */
  sourceUrl: string | null;
  thumbnailUrl: string | null;
  thumbnailLargeUrl: string | null;
  /** Smaller version of an image. */
  previewUrl: string | null;
  /** Poster of a video. */
  posterUrl: string | null;
}

/** Signs the media addresses of an open link. */
export function mediaOf(media: Media, callerId: string, row: OpenedRow): SharedMedia {
  const thumbnail = (storageKey: string | null): string | null =>
    storageKey === null ? null : media.url({ storageKey, mimeType: "image/webp", callerId });
  return {
    // A whiteboard has no file: visitors see the picture that the server drew.
    sourceUrl: row.type === "board" ? thumbnail(row.preview_key ?? row.large_key) : playedUrl(media, callerId, row),
    thumbnailUrl: thumbnail(row.small_key),
    thumbnailLargeUrl: thumbnail(row.large_key),
    previewUrl: thumbnail(row.preview_key),
    posterUrl: thumbnail(row.poster_key),
  };
}

/** Returns the capture facts that the owner shows to visitors; never the sensitive boxes. */
export function shownCapture(row: OpenedRow): { pageUrl: string | null; capture: CaptureFacts | null } {
  if (!row.show_capture) return { pageUrl: null, capture: null };
  return { pageUrl: row.page_url, capture: CaptureFacts.safeParse(row.capture).data ?? null };
}

/** Presents an item to a visitor. */
export function presentShared(
  deps: { media: Media; publicUrl: string },
  callerId: string,
  row: OpenedRow & { likedByMe: boolean },
): z.input<typeof SharedItem> {
  const urls = mediaOf(deps.media, callerId, row);
  return {
    kind: "item",
    slug: row.slug,
    shareUrl: `${deps.publicUrl}/s/${row.slug}${row.link_folder_id === null ? "" : `?item=${row.item_id}`}`,
    item: {
      id: row.item_id,
      type: row.type,
      title: row.title,
      stage: row.stage,
      mimeType: row.mime_type,
      size: Number(row.size_bytes),
      width: row.width,
      height: row.height,
      duration: row.duration_ms === null ? null : row.duration_ms / 1000,
      sourceUrl: urls.sourceUrl,
      thumbnailUrl: urls.thumbnailUrl,
      posterUrl: urls.posterUrl,
      createdAt: row.created_at.toISOString(),
      owner: { displayName: row.owner_name ?? "", photoURL: avatarUrl(row.owner_avatar) },
      description: row.description,
      likes: row.like_count,
      likedByMe: row.likedByMe,
      views: row.view_count,
      comments: row.comment_count,
      live: row.live,
      ...shownCapture(row),
    },
    allowComments: row.allow_comments,
    allowDownload: row.allow_download,
  };
}
