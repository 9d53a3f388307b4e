import { BOARD_PICTURE, embedCode, embedSize, PREVIEW_WIDTH } from "@stillreel/contract";
import type { OpenedRow, SharedMedia } from "../../library/shares/index.ts";

/** Maximum size that the oEmbed consumer requests. */
export interface OembedSize {
  maxWidth: number | undefined;
  maxHeight: number | undefined;
}

/** Default maximum size on other sites. */
const MOST = { width: 1_280, height: 800 } as const;

/** Returns the oEmbed response of an item, as specified at https://oembed.com. */
export function presentOembed(publicUrl: string, row: OpenedRow, urls: SharedMedia, { maxWidth, maxHeight }: OembedSize) {
  const shareUrl = `${publicUrl}/s/${row.slug}`;
  const most = { width: maxWidth ?? MOST.width, height: maxHeight ?? MOST.height };
  // A whiteboard has no size. Its drawing has.
  const shown = row.type === "board" ? { type: row.type, ...BOARD_PICTURE } : row;
  const size = embedSize(shown, most);
  const html = embedCode({ shareUrl, title: row.title, ...size });
  const about = {
    version: "1.0",
    title: row.title,
    author_name: row.owner_name ?? "",
    provider_name: "Stillreel",
    provider_url: publicUrl,
    cache_age: 300,
  };
  if (row.type === "video") return { type: "video", ...about, ...thumbnailOf(shareUrl, row, urls, most), ...size, html };
  // Other sites fetch the preview picture, which is not larger than this.
  const picture = embedSize(shown, { width: Math.min(most.width, PREVIEW_WIDTH), height: most.height });
  return { type: "photo", ...about, url: `${shareUrl}/preview`, ...picture, html };
}

/** Returns the thumbnail of a video, once it exists. */
function thumbnailOf(shareUrl: string, row: OpenedRow, urls: SharedMedia, most: { width: number; height: number }) {
  if (urls.posterUrl === null && urls.thumbnailLargeUrl === null) return {};
  const { width, height } = embedSize({ ...row, type: "image" }, most);
  return { thumbnail_url: `${shareUrl}/preview`, thumbnail_width: width, thumbnail_height: height };
}
