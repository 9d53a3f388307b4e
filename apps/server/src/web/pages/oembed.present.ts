import { embedCode, embedSize, PREVIEW_WIDTH } from "@stillreel/contract";
import type { OpenedRow, SharedMedia } from "../../library/shares/index.ts";

/** What somebody asks for: no larger than this. */
export interface OembedWish {
  maxWidth: number | undefined;
  maxHeight: number | undefined;
}

/** How large things are shown on other sites where they do not say how large they may be. */
const MOST = { width: 1_280, height: 800 } as const;

/** How an item is shown on another site, as https://oembed.com has it. */
export function presentOembed(publicUrl: string, row: OpenedRow, urls: SharedMedia, { maxWidth, maxHeight }: OembedWish) {
  const shareUrl = `${publicUrl}/s/${row.slug}`;
  const most = { width: maxWidth ?? MOST.width, height: maxHeight ?? MOST.height };
  const size = embedSize(row, most);
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
  // The picture that others fetch is the smaller one, which is no larger than this.
  const picture = embedSize(row, { width: Math.min(most.width, PREVIEW_WIDTH), height: most.height });
  return { type: "photo", ...about, url: `${shareUrl}/preview`, ...picture, html };
}

/** A still picture of a video, once there is one. */
function thumbnailOf(shareUrl: string, row: OpenedRow, urls: SharedMedia, most: { width: number; height: number }) {
  if (urls.posterUrl === null && urls.thumbnailLargeUrl === null) return {};
  const { width, height } = embedSize({ ...row, type: "image" }, most);
  return { thumbnail_url: `${shareUrl}/preview`, thumbnail_width: width, thumbnail_height: height };
}
