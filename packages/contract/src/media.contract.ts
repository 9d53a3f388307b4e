/** Widths of the two thumbnails, in pixels. Both are WebP, cropped from the top to 16:10. */
export const THUMBNAIL_WIDTHS = { small: 320, large: 640 } as const;
/** Aspect ratio of thumbnails. */
export const THUMBNAIL_RATIO = 16 / 10;
/** Width of the smaller copy of the whole image, for the public page on small screens, in pixels. */
export const PREVIEW_WIDTH = 768;
/** Lifetime of a media URL, in seconds. Pages renew them. */
export const MEDIA_URL_TTL_S = 300;
/** MIME types of images that can be uploaded, detected by content. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];
/** MIME types of videos that can be uploaded, detected by content: mp4, mov, webm, mkv and avi. */
export const VIDEO_TYPES = ["video/mp4", "video/quicktime", "video/webm", "video/x-matroska", "video/x-msvideo"] as const;
export type VideoType = (typeof VIDEO_TYPES)[number];

const ENDINGS: Record<ImageType | VideoType, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
  "video/mp4": "mp4",
  "video/quicktime": "mov",
  "video/webm": "webm",
  "video/x-matroska": "mkv",
  "video/x-msvideo": "avi",
};
/** Returns the file name extension of a MIME type without the dot, or `bin` for neither image nor video. */
export const endingOf = (mimeType: string): string => (ENDINGS as Record<string, string>)[mimeType] ?? "bin";

/** Maximum length of the longer side of a video's poster, in pixels. */
export const POSTER_WIDTH = 1280;
