import { FILE_NAME_MAX, graphemes, TITLE_BYTES_MAX, TITLE_MAX } from "@stillreel/contract";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Most file systems take 255 bytes a name; the browser may add " (12)" to make one unique. */
const NAME_BYTES_MAX = 240;
/** Names that Windows keeps for devices, whatever ending they have. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/iu;

/** Cuts between characters as people see them, never inside one. */
function shorten(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  let short = "";
  for (const { segment } of segmenter.segment(text)) {
    if (!fits(`${short}${segment}…`)) break;
    short += segment;
  }
  return `${short.trimEnd()}…`;
}

const hostOf = (pageUrl: string | null | undefined): string => (pageUrl && URL.canParse(pageUrl) ? new URL(pageUrl).host : "");

/** A page's title as an item's title: one line, at most as long as the server takes, never empty. */
export function titleOf(pageTitle: string | undefined, pageUrl: string | null | undefined): string {
  const clean = (pageTitle ?? "").replace(/[\u0000-\u001f\u007f-\u009f\s]+/gu, " ").trim();
  return shorten(clean || hostOf(pageUrl) || "Untitled", (text) => graphemes(text) <= TITLE_MAX && bytes(text) <= TITLE_BYTES_MAX);
}

/** A text as the base of a file name that every system takes: no separators, no reserved or invisible characters, no device. */
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

/** What a file name is made from. */
export interface FileNameFacts {
  title: string;
  pageUrl: string | null;
  takenAt: Date;
}

const two = (value: number): string => String(value).padStart(2, "0");

/**
 * A file name by the pattern of the preferences: `{title}`, `{host}`, `{date}` (2026-03-10) and `{time}` (14.06.09, local).
 * @param ending without its dot
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

/** The same file name with another ending. */
export const withEnding = (fileName: string, ending: string): string => `${fileName.replace(/\.[A-Za-z0-9]{2,4}$/u, "")}.${ending}`;

/**
 * Where a download goes, below the browser's folder for downloads: the subfolder of the preferences and the name.
 * Folders that no system takes are made harmless; a way up is none.
 */
export function downloadPath(subfolder: string, fileName: string): string {
  const folders = subfolder
    .split("/")
    .map((part) => part.trim())
    .filter((part) => part !== "" && !/^\.+$/u.test(part))
    .map(safeBase);
  return [...folders, fileName].join("/");
}
