/*
 * Values of whiteboards that pages need without the schemas.
 */

/** Version of the board document that is written today. A document of a newer version is refused. */
export const BOARD_FORMAT = 1;
/** Maximum number of elements of a board that are not deleted. */
export const BOARD_ELEMENTS_MAX = 20_000;
/** Share of a limit from which users are warned. */
export const BOARD_WARN_SHARE = 0.9;
/** Maximum size of one element, and of all elements of a board, as JSON text in bytes. */
export const BOARD_ELEMENT_BYTES_MAX = 200_000;
export const BOARD_BYTES_MAX = 20_000_000;
/** Maximum number of elements and maximum size of one message of a client. Larger changes are sent in several messages. */
export const BOARD_UPDATE_ELEMENTS_MAX = 1_000;
export const BOARD_MESSAGE_BYTES_MAX = 1_000_000;
/** Maximum version of an element that a client sends. Above it, no user could change the element. */
export const BOARD_ELEMENT_VERSION_MAX = 1_000_000_000;
/** Maximum distance of a coordinate from the origin. */
export const BOARD_COORDINATE_MAX = 1_000_000;
/** Maximum number of points of one line. */
export const BOARD_POINTS_MAX = 10_000;
/** Maximum length of a text element. */
export const BOARD_TEXT_MAX = 20_000;
/** Maximum size of an image on a board in bytes and in pixels, and maximum number of images of a board. */
export const BOARD_IMAGE_BYTES_MAX = 20_000_000;
export const BOARD_IMAGE_PIXELS_MAX = 50_000_000;
export const BOARD_IMAGES_MAX = 500;
/** Size of the picture of a board that links and thumbnails show, in pixels. */
export const BOARD_PICTURE = { width: 2_560, height: 1_600 } as const;
/** Maximum number of people that are connected to one board. */
export const BOARD_PARTICIPANTS_MAX = 200;
/** Interval in which a client sends its pointer at most, in milliseconds. */
export const BOARD_PRESENCE_MS = 50;
/** Time of work after which a version is stored automatically, in milliseconds, and days after which unnamed versions are deleted. */
export const BOARD_VERSION_MS = 600_000;
export const BOARD_VERSION_DAYS = 30;
/** Kinds of elements. `image` covers uploaded images and items of the library. */
export const BOARD_ELEMENT_TYPES = [
  "rectangle",
  "diamond",
  "ellipse",
  "arrow",
  "line",
  "freedraw",
  "text",
  "image",
  "frame",
  "magicframe",
  "embeddable",
] as const;
/** Templates of a new board. */
export const BOARD_TEMPLATES = ["blank", "retro", "flow", "wireframe", "story-map"] as const;
/** Formats of an export. The server draws PNG, SVG and PDF. */
export const BOARD_EXPORTS = ["png", "svg", "pdf", "excalidraw"] as const;
/** Type of the file of a board, and its ending without the dot. */
export const BOARD_MIME_TYPE = "application/vnd.excalidraw+json";
export const BOARD_ENDING = "excalidraw";

/** The smallest key of the drawing program: no element can be below it. */
const LOWEST_KEY = `A${"0".repeat(26)}`;
const KEY_FORM = /^[A-Za-z][0-9A-Za-z]{1,127}$/u;

/**
 * Returns whether a text is a fractional index, the key of an element's position. The first character says how many digits follow before the
 * fraction, which does not end with a zero. The drawing program adds nothing above an element with another key.
 */
export function isOrderKey(key: string): boolean {
  if (!KEY_FORM.test(key) || key === LOWEST_KEY) return false;
  const head = key.charCodeAt(0);
  const length = head >= 97 ? head - 97 + 2 : 90 - head + 2;
  return key.length === length || (key.length > length && !key.endsWith("0"));
}

const FRAME_FILE = /^frame_([0-9a-f-]{36})_(original|[0-9a-f]{8})_([0-9a-f]{12})$/u;

/** A frame of a video that is stored with a board. */
export interface BoardFrame {
  /** The video, whose rights decide who sees the frame. */
  videoId: string;
  /** Mark of the version that the video showed ({@link versionMark}). The frame is hidden while the video shows another one. */
  version: string;
  /** Start of the hash of the image that was taken. The same frame of another version of the video has the same one. */
  hash: string;
}
/** Returns the mark of a version within the ids of frames: the end of its id, which is random. Null is the video as it was recorded. */
export const versionMark = (versionId: string | null): string => versionId?.slice(-8) ?? "original";
/** Returns the id under which a board stores a frame: at most 64 characters, as ids in elements. */
export const frameFileId = ({ videoId, version, hash }: BoardFrame): string => `frame_${videoId}_${version}_${hash.slice(0, 12)}`;
/** Returns what the id of a stored image says about a frame; null for other images of a board. */
export function frameOf(fileId: string): BoardFrame | null {
  const [, videoId, version, hash] = FRAME_FILE.exec(fileId) ?? [];
  return videoId === undefined || version === undefined || hash === undefined ? null : { videoId, version, hash };
}
/** Returns whether two images are the same frame, of the same or of different versions of its video. */
export function isSameFrame(one: string, other: string): boolean {
  const [first, second] = [frameOf(one), frameOf(other)];
  return first !== null && first.videoId === second?.videoId && first.hash === second.hash;
}
