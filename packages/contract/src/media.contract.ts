/** Widths of the two thumbnails, in pixels. Both are WebP, cropped from the top to 16:10. */
export const THUMBNAIL_WIDTHS = { small: 320, large: 640 } as const;
/** Width to height of thumbnails. */
export const THUMBNAIL_RATIO = 16 / 10;
/** Width of the whole picture's smaller copy, for the public page on small screens, in pixels. */
export const PREVIEW_WIDTH = 768;
/** How long a media URL lives, in seconds; pages renew them. */
export const MEDIA_URL_TTL_S = 300;
/** MIME types of pictures that can be uploaded, decided by content. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];
