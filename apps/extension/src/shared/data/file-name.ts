import { eachGrapheme, FILE_NAME_MAX, graphemes, TITLE_BYTES_MAX, TITLE_MAX } from "@stillreel/contract";

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Most file systems limit a name to 255 bytes; the browser may add " (12)" to make it unique. */
const NAME_BYTES_MAX = 240;
/** Device names that Windows reserves, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/iu;

/** Shortens a text at grapheme boundaries. */
function shorten(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  let short = "";
  for (const segment of eachGrapheme(text)) {
    if (!fits(`${short}${segment}…`)) break;
    short += segment;
  }
  return `${short.trimEnd()}…`;
}

const hostOf = (pageUrl: string | null | undefined): string => (pageUrl && URL.canParse(pageUrl) ? new URL(pageUrl).host : "");

/** Returns a page title as item title: one line, within the server's limit, never empty. */
export function titleOf(pageTitle: string | undefined, pageUrl: string | null | undefined): string {
  const clean = (pageTitle ?? "").replace(/[\u0000-\u001f\u007f-\u009f\s]+/gu, " ").trim();
  return shorten(clean || hostOf(pageUrl) || "Untitled", (text) => graphemes(text) <= TITLE_MAX && bytes(text) <= TITLE_BYTES_MAX);
}

/** Returns a file name base that every system accepts: no separators, reserved or invisible characters, no device name. */
function safeBase(text: string): string {
  const clean = text
    .replace(/[\u0000-\u001f\u007f-\u009f/\\:*?"<>|\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu, (met) =>
      met.includes("\u200d") ? met : " ",
    )
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/^[.~\s]+|[.\s]+$/gu, "");
  const base = shorten(clean || "capture", (short) => bytes(short) <= NAME_BYTES_MAX - 5 && short.length <= FILE_NAME_MAX - 5);
  return DEVICE.test(base) ? `_${base}` : base;
}

/** Values of the file name placeholders. */
export interface FileNameFacts {
  title: string;
  pageUrl: string | null;
  takenAt: Date;
}

const two = (value: number): string => String(value).padStart(2, "0");

/**
 * Builds a file name from the preferences' pattern: `{title}`, `{host}`, `{date}` (2026-03-10) and `{time}` (14.06.09, local).
 * @param ending extension without its dot
 */
export function fileNameOf(pattern: string, { title, pageUrl, takenAt }: FileNameFacts, ending = "png"): string {
  const values: Record<string, string> = {
    title,
    host: hostOf(pageUrl).replace(/:\d+$/u, ""),
    date: `${takenAt.getFullYear()}-${two(takenAt.getMonth() + 1)}-${two(takenAt.getDate())}`,
    time: `${two(takenAt.getHours())}.${two(takenAt.getMinutes())}.${two(takenAt.getSeconds())}`,
  };
  const filled = pattern.replace(/\{(title|host|date|time)\}/gu, (_, name: string) => values[name] ?? "");
  return `${safeBase(filled.trim() === "" ? title : filled)}.${ending}`;
}

/** Returns the file name with another extension. */
export const withEnding = (fileName: string, ending: string): string => `${fileName.replace(/\.[A-Za-z0-9]{2,4}$/u, "")}.${ending}`;

/**
 * Returns the download path below the browser's download folder: the preferred subfolder and the name. Invalid folder names
 * are sanitised; parent references are removed.
 */
export function downloadPath(subfolder: string, fileName: string): string {
  const folders = subfolder
    .split("/")
    .map((part) => part.trim())
    .filter((part) => part !== "" && !/^\.+$/u.test(part))
    .map(safeBase);
  return [...folders, fileName].join("/");
}
