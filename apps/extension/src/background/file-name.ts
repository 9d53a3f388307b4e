import { FileName, Title } from "@stillreel/contract";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

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

/** A page's title as an item's title: one line, at most as long as the server takes, never empty. */
export function titleOf(pageTitle: string | undefined, pageUrl: string | undefined): string {
  const clean = (pageTitle ?? "").replace(/[\u0000-\u001f\u007f-\u009f\s]+/gu, " ").trim();
  const host = pageUrl && URL.canParse(pageUrl) ? new URL(pageUrl).host : "";
  return shorten(clean || host || "Untitled", (text) => Title.safeParse(text).success);
}

/** A title as a file name that every system takes: no separators, no reserved or invisible characters. */
export function fileNameOf(title: string): string {
  const base = title
    .replace(/[/\\:*?"<>|\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/^\.+|\.+$/gu, "")
    .trim();
  return `${shorten(base || "capture", (text) => FileName.safeParse(`${text}.png`).success)}.png`;
}
