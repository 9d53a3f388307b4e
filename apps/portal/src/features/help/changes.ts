import december from "./pictures/december.webp";
import folders from "./pictures/folders.webp";
import links from "./pictures/links.webp";
import may from "./pictures/may.webp";
import search from "./pictures/search.webp";
import redact from "./pictures/redact.webp";

/** One entry of What's New. `name` selects its texts, `article` is the article that it links to. */
export interface Change {
  name: "folders" | "links" | "redact" | "search" | "december" | "may";
  day: string;
  picture: string;
  article: string;
}

/** The entries of What's New, newest first. Those of 2022 are fixed by the specification, which names only their months. */
export const CHANGES: readonly Change[] = [
  { name: "folders", day: "2026-11-24", picture: folders, article: "trash" },
  { name: "links", day: "2026-11-23", picture: links, article: "share-links" },
  { name: "redact", day: "2026-11-22", picture: redact, article: "redaction" },
  { name: "search", day: "2026-11-22", picture: search, article: "getting-started" },
  { name: "december", day: "2022-12-01", picture: december, article: "full-page" },
  { name: "may", day: "2022-05-01", picture: may, article: "annotate" },
];
