/** Limits that several packages share. Sizes in bytes, lengths in characters as users count them (graphemes). */
export const NAME_MAX = 32;
/** Space for {@link NAME_MAX} of the longest emoji (35 bytes). Characters with more code points reach this limit first. */
export const NAME_BYTES_MAX = 1_280;
export const FOLDER_NAME_MAX = 35;
/** Space for {@link FOLDER_NAME_MAX} of the longest emoji (35 bytes). Characters with more code points reach this limit first. */
export const FOLDER_NAME_BYTES_MAX = 1_400;
/** Maximum size of a normalized folder name. It is in an index, whose entries are limited in bytes. */
export const FOLDER_KEY_BYTES_MAX = 2_400;
/** Maximum depth of nested folders. */
export const FOLDER_DEPTH_MAX = 32;
/** Maximum length of the name of the installation. */
export const SERVER_NAME_MAX = 60;
/** Maximum retention of the trash, and maximum value of the longest lifetime of links, in days. */
export const TRASH_DAYS_MAX = 3_650;
export const LINK_DAYS_MAX = 3_650;
/** Days without use after which items may be moved to the trash. Their owners are warned two weeks before. */
export const OLD_ITEM_DAYS_MIN = 30;
export const OLD_ITEM_DAYS_MAX = 3_650;
/** Maximum number of old items that is counted for a preview. */
export const OLD_ITEMS_COUNTED_MAX = 10_000;
export const TITLE_MAX = 255;
/** Maximum size of a title: an index sorts by it, and its entries are limited in bytes. Characters of many code points reach this first. */
export const TITLE_BYTES_MAX = 1_500;
export const FILE_NAME_MAX = 255;
export const EMAIL_MAX = 254;
/** Pattern of an e-mail address. It is stricter than the standard, so that one address cannot contain a second one. */
export const EMAIL_PATTERN = /^[^\s@<>"',;:\\()[\]]+@[^\s@<>"',;:\\()[\]]+\.[^\s@<>"',;:\\()[\].]{2,}$/u;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;
/** Number of recovery codes of an authenticator app. */
export const RECOVERY_CODES = 10;
/** Maximum number of access tokens of an account. */
export const ACCESS_TOKENS_MAX = 100;
/** Maximum number of webhooks of an account, and maximum length of their addresses. */
export const WEBHOOKS_MAX = 50;
export const WEBHOOK_URL_MAX = 2_000;
/** Days for which the log of deliveries is stored. */
export const WEBHOOK_LOG_DAYS = 30;
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 60;
/** Addresses that one call may invite. */
export const INVITE_EMAILS_MAX = 100;
/** Days in which a deleted workspace can be restored. */
export const WORKSPACE_GRACE_DAYS = 30;
/** Days for which an invite is valid. */
export const INVITE_DAYS = 7;
/** Logos and thumbnails of workspaces and teams (spec §5). */
export const LOGO_MAX_BYTES = 30 * 1024;
/** Maximum size of a profile picture. It may be larger than a logo, because the server scales it down. */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;
/** Maximum size of an uploaded picture for the link preview of a request. */
export const REQUEST_PICTURE_MAX_BYTES = 10 * 1024 * 1024;
export const SHARE_MESSAGE_MAX = 2_000;
export const SHARE_RECIPIENTS_MAX = 10;
/** Days after which a device without sessions counts as new again. */
export const SIGN_IN_DEVICE_DAYS = 90;
/** Maximum number of items that were opened or added last. */
export const RECENT_ITEMS_MAX = 6;
/** The phrase that a user types to delete the account (spec §9). */
export const DELETE_ACCOUNT_PHRASE = "delete my account";
/** Display time of a toast, in milliseconds (spec §9). */
export const TOAST_MS = 3_000;
export const LIST_LIMIT_DEFAULT = 50;
export const LIST_LIMIT_MAX = 200;
/** Maximum number of items in one save to a cloud drive or file-sync service. */
export const SAVE_ITEMS_MAX = 500;
/** Maximum lengths of what is sent to other services with an item. */
export const SEND_TEXT_MAX = 3_000;
export const SEND_TITLE_MAX = 255;
export const SEND_DESCRIPTION_MAX = 10_000;
/** Largest file that is sent to a channel, and that is attached to an issue or card, in bytes. */
export const SEND_FILE_BYTES_MAX = 256 * 1024 ** 2;
export const ATTACHED_BYTES_MAX = 25 * 1024 ** 2;
/** Maximum number of ids in one bulk call. */
export const BULK_MAX = 10_000;
export const COMMENT_MAX = 2_000;
export const SEARCH_QUERY_MAX = 200;
export const SEARCH_LIMIT_MAX = 50;
/** Chapters (spec §5): minimum count, and minimum length of each and of the whole video, in seconds. */
export const CHAPTERS_MIN = 3;
export const CHAPTERS_MAX = 100;
export const CHAPTER_NAME_MAX = 100;
export const CHAPTER_MIN_S = 10;
export const CHAPTERS_VIDEO_MIN_S = 30;
export const PAGE_URL_MAX = 2_000;
export const DESCRIPTION_MAX = 5_000;
/** Maximum length of a reaction, which is one emoji. The longest ones (families, flags with tags) have a dozen code units. */
export const REACTION_MAX = 32;
/** Maximum number of different emoji on one comment. */
export const REACTIONS_MAX = 20;
export const MENTIONS_MAX = 20;
/** Watched seconds after which a view is counted. */
export const VIEW_MIN_S = 3;
/** Minutes without reports after which the same session starts another view. */
export const VIEW_GAP_MIN = 30;
/** Number of parts of a video's length for which views are counted. */
export const VIEW_BUCKETS = 100;
export const SEGMENTS_MAX = 500;
export const STATISTICS_DAYS_MAX = 366;
/** Maximum size of the captions of one language. */
export const CAPTIONS_BYTES_MAX = 1_000_000;
export const CAPTION_LANGUAGES_MAX = 30;
/** Limits of a transcript: segments, characters of one, and bytes of the request that changes it. */
export const TRANSCRIPT_SEGMENTS_MAX = 20_000;
export const TRANSCRIPT_TEXT_MAX = 2_000;
export const TRANSCRIPT_BYTES_MAX = 8_000_000;
/** Maximum length of a recording, in seconds, and of a range that can be downloaded as a GIF. */
export const RECORDING_MAX_S = 6 * 3_600;
export const GIF_MAX_S = 30;
/** Limits of the annotations of one image: number, size as JSON text, points of one stroke, characters of one text. */
export const SHAPES_MAX = 2_000;
export const MARKERS_BYTES_MAX = 1_000_000;
/** Limit of the request, where a character of {@link MARKERS_BYTES_MAX} may need three bytes. */
export const MARKERS_WIRE_BYTES_MAX = 3 * MARKERS_BYTES_MAX;
export const SHAPE_POINTS_MAX = 5_000;
export const SHAPE_TEXT_MAX = 2_000;
/** Maximum side of an image that Stillreel creates, in pixels: what browsers can still draw. */
export const PICTURE_SIDE_MAX = 65_535;
/** Maximum height of a full-page capture, in CSS pixels: the default, and the highest choice. */
export const FULL_PAGE_LIMIT_DEFAULT = 30_000;
export const FULL_PAGE_LIMIT_MAX = 60_000;
export const FILE_NAME_PATTERN_MAX = 120;
/** Maximum number of notifications that one request marks. */
export const NOTIFICATION_IDS_MAX = 200;
/** Highest reported number of unread notifications. */
export const NOTIFICATION_UNREAD_MAX = 100;

/** Maximum length of the text of a report of a link. */
export const REPORT_TEXT_MAX = 1_000;
