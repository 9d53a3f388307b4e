import type { listSharedItems, SharedFolder, SharedFolderTile, ServerResult } from "@stillreel/contract";
import type { z } from "zod";
import { avatarUrl } from "../../people/auth/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { FolderLinkRow, ListedRow, TreeRow } from "./folder-links.repo.ts";

export type PresentedFolderItem = ServerResult<typeof listSharedItems>["items"][number];
export type PresentedSharedFolder = z.input<typeof SharedFolder>;
type PresentedTile = z.input<typeof SharedFolderTile>;

/** Presents an item in the list of a shared folder to a visitor. */
export function presentListed(
  media: Pick<Media, "url">,
  callerId: string,
  { allow_comments: allowComments }: Pick<FolderLinkRow, "allow_comments">,
  row: ListedRow,
): PresentedFolderItem {
  const picture = (storageKey: string | null): string | null =>
    storageKey === null ? null : media.url({ storageKey, mimeType: "image/webp", callerId });
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    stage: row.stage,
    width: row.width,
    height: row.height,
    duration: row.duration_ms === null ? null : row.duration_ms / 1000,
    thumbnailUrl: picture(row.small_key),
    thumbnailLargeUrl: picture(row.large_key),
    posterUrl: picture(row.poster_key),
    placeholder: row.placeholder,
    createdAt: row.created_at,
    comments: allowComments ? row.comment_count : 0,
    live: row.live,
  };
}

/** Presents a folder inside a shared one. */
export function presentTile(
  media: Pick<Media, "url">,
  callerId: string,
  { id, name, color, images, videos, boards }: TreeRow,
  thumbnails: readonly string[],
): PresentedTile {
  return {
    id,
    name,
    color,
    items: images + videos + boards,
    thumbnails: thumbnails.map((storageKey) => media.url({ storageKey, mimeType: "image/webp", callerId })),
  };
}

/** The parts of the page of a shared folder. */
interface Parts {
  publicUrl: string;
  row: FolderLinkRow;
  path: PresentedSharedFolder["folder"]["path"];
  tree: readonly TreeRow[];
  folders: PresentedTile[];
  page: ServerResult<typeof listSharedItems>;
  /** Creation of the newest item. */
  updatedAt: string | null;
}

/** Presents a shared folder, or a folder inside it, to a visitor. */
export function presentSharedFolder({ publicUrl, row, path, tree, folders, page, updatedAt }: Parts): PresentedSharedFolder {
  const own = tree.find(({ id }) => id === row.id);
  return {
    kind: "folder",
    slug: row.slug,
    shareUrl: `${publicUrl}/s/${row.slug}`,
    folder: {
      id: row.id,
      name: row.name,
      color: row.color,
      parentId: row.id === row.link_folder_id ? null : row.parent_id,
      path,
      images: own?.images ?? 0,
      videos: own?.videos ?? 0,
      boards: own?.boards ?? 0,
      size: tree.reduce((sum, { bytes }) => sum + Number(bytes), 0),
      updatedAt,
      owner: { displayName: row.owner_name ?? "", photoURL: avatarUrl(row.owner_avatar) },
      workspace: row.space_kind === "team" ? { name: row.space_name } : null,
    },
    folders,
    items: page.items,
    nextCursor: page.nextCursor,
    allowComments: row.allow_comments,
    allowDownload: row.allow_download,
  };
}
