/** Limits that more than one side must know. Sizes in bytes, lengths in characters as people count them (graphemes). */
export const NAME_MAX = 32;
/** Room for {@link NAME_MAX} of the longest emoji (35 bytes); characters piled up from more code points meet this first. */
export const NAME_BYTES_MAX = 1_280;
export const FOLDER_NAME_MAX = 35;
/** Room for {@link FOLDER_NAME_MAX} of the longest emoji (35 bytes); characters piled up from more code points meet this first. */
export const FOLDER_NAME_BYTES_MAX = 1_400;
/** A folder's name as it is compared stands in an index, whose entries are limited in bytes. */
export const FOLDER_KEY_BYTES_MAX = 2_400;
/** Levels of folders inside one another. */
export const FOLDER_DEPTH_MAX = 32;
export const TITLE_MAX = 255;
/** Titles are sorted by an index, whose entries are limited in bytes; characters made of many code points meet this first. */
export const TITLE_BYTES_MAX = 1_500;
export const FILE_NAME_MAX = 255;
export const EMAIL_MAX = 254;
/** What an e-mail address looks like; stricter than the standard, so that one address cannot smuggle in a second. */
export const EMAIL_PATTERN = /^[^\s@<>"',;:\\()[\]]+@[^\s@<>"',;:\\()[\]]+\.[^\s@<>"',;:\\()[\].]{2,}$/u;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;
/** Addresses that one call may invite. */
export const INVITE_EMAILS_MAX = 100;
/** Days in which a deleted workspace can be brought back. */
export const WORKSPACE_GRACE_DAYS = 30;
/** Days for which an invite opens its workspace. */
export const INVITE_DAYS = 7;
/** Logos and thumbnails of workspaces and teams (spec §5). */
export const LOGO_MAX_BYTES = 30 * 1024;
/** A profile picture may be larger than a logo: it is made small on the server. */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;
export const SHARE_MESSAGE_MAX = 2_000;
export const SHARE_RECIPIENTS_MAX = 10;
/** The phrase that somebody types to delete their account (spec §9). */
export const DELETE_ACCOUNT_PHRASE = "delete my account";
/** How long a toast stays, in milliseconds (spec §9). */
export const TOAST_MS = 3_000;
export const LIST_LIMIT_DEFAULT = 50;
export const LIST_LIMIT_MAX = 200;
/** Ids that one bulk call takes. */
export const BULK_MAX = 10_000;
export const COMMENT_MAX = 2_000;
export const SEARCH_QUERY_MAX = 200;
export const SEARCH_LIMIT_MAX = 50;
/** Chapters (spec §5): how many at least, and how long each and the whole video must be, in seconds. */
export const CHAPTERS_MIN = 3;
export const CHAPTERS_MAX = 100;
export const CHAPTER_NAME_MAX = 100;
export const CHAPTER_MIN_S = 10;
export const CHAPTERS_VIDEO_MIN_S = 30;
export const PAGE_URL_MAX = 2_000;
export const DESCRIPTION_MAX = 5_000;
/** A reaction is one emoji; the longest (families, flags with tags) have some dozen code units. */
export const REACTION_MAX = 32;
/** Different emoji on one comment. */
export const REACTIONS_MAX = 20;
export const MENTIONS_MAX = 20;
/** Seconds of a visit after which it counts as a view. */
export const VIEW_MIN_S = 3;
/** Silence after which the same session begins another view, in minutes. */
export const VIEW_GAP_MIN = 30;
/** Parts into which a video's length is cut to tell which of it was watched. */
export const VIEW_BUCKETS = 100;
export const SEGMENTS_MAX = 500;
export const STATISTICS_DAYS_MAX = 366;
/** Captions of one language. */
export const CAPTIONS_BYTES_MAX = 1_000_000;
export const CAPTION_LANGUAGES_MAX = 30;
/** Longest recording, in seconds, and the longest stretch that can be downloaded as a GIF. */
export const RECORDING_MAX_S = 6 * 3_600;
export const GIF_MAX_S = 30;
/** Annotations of one picture: how many, how large as JSON text, points of one stroke, characters of one text. */
export const SHAPES_MAX = 2_000;
export const MARKERS_BYTES_MAX = 1_000_000;
/** The same on its way, where a character of {@link MARKERS_BYTES_MAX} may need three bytes. */
export const MARKERS_WIRE_BYTES_MAX = 3 * MARKERS_BYTES_MAX;
export const SHAPE_POINTS_MAX = 5_000;
export const SHAPE_TEXT_MAX = 2_000;
/** The longest side that a picture of ours may have, in pixels: what browsers can still draw. */
export const PICTURE_SIDE_MAX = 65_535;
/** How tall a capture of a whole page may become before it stops, in CSS pixels: the default, and the most that can be chosen. */
export const FULL_PAGE_LIMIT_DEFAULT = 30_000;
export const FULL_PAGE_LIMIT_MAX = 60_000;
export const FILE_NAME_PATTERN_MAX = 120;

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Length of a text as a person counts it: an emoji with modifiers is one. */
export function graphemes(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}
