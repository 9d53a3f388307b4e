import type { StoryboardFacts } from "../../platform/db/schema/index.ts";
import type { MediaUrlOptions } from "./media.token.ts";

/** Signs addresses of media. */
export interface MediaUrls {
  url(options: MediaUrlOptions): string;
}

/** The columns of an item that describe its original file. */
interface StoredFile {
  storage_key: string | null;
  mime_type: string;
  size_bytes: string | number;
  full_file_name: string;
}

/** Returns the URL of the file that a page shows or plays: the playable rendition if it exists, else the original. */
export function playedUrl(
  media: MediaUrls,
  callerId: string,
  row: StoredFile & { playback_key: string | null; playback_mime_type: string | null },
): string | null {
  if (row.playback_key === null || row.playback_mime_type === null) return sourceUrl(media, callerId, row);
  return media.url({ storageKey: row.playback_key, mimeType: row.playback_mime_type, callerId });
}

/** Returns the seek thumbnails. Null until they exist. */
export function storyboardOf(
  media: MediaUrls,
  callerId: string,
  row: { storyboard: StoryboardFacts | null; storyboard_key: string | null },
): (StoryboardFacts & { url: string }) | null {
  if (row.storyboard === null || row.storyboard_key === null) return null;
  return { url: media.url({ storageKey: row.storyboard_key, mimeType: "image/webp", callerId }), ...row.storyboard };
}

/** Returns the signed URL of the original. Null while there is none. */
export function sourceUrl(
  media: MediaUrls,
  callerId: string,
  row: StoredFile,
  disposition: "inline" | "attachment" = "inline",
): string | null {
  if (row.storage_key === null) return null;
  const named = disposition === "attachment" ? { fileName: row.full_file_name, disposition } : {};
  return media.url({
    storageKey: row.storage_key,
    mimeType: row.mime_type,
    sizeBytes: Number(row.size_bytes),
    callerId,
    ...named,
  });
}
