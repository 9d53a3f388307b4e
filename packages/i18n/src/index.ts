/** A language of the product: its BCP 47 tag and its native name. */
export interface Language {
  tag: string;
  name: string;
}

/** The thirteen languages, in the order of menus. */
export const LANGUAGES = [
  { tag: "en", name: "English" },
  { tag: "es", name: "Español" },
  { tag: "ar", name: "العربية" },
  { tag: "bg", name: "Български" },
  { tag: "de", name: "Deutsch" },
  { tag: "fr", name: "Français" },
  { tag: "he", name: "עברית" },
  { tag: "it", name: "Italiano" },
  { tag: "nl", name: "Nederlands" },
  { tag: "pl", name: "Polski" },
  { tag: "pt", name: "Português" },
  { tag: "ru", name: "Русский" },
  { tag: "zh", name: "中文" },
] as const satisfies readonly Language[];

/** The language that is always complete. Other languages fall back to it. */
export const BASE_LANGUAGE = "en";

/** Names of the catalogues of the web interfaces. Each is one file per language. */
export const NAMESPACES = [
  "common",
  "auth",
  "account",
  "security",
  "tools",
  "transcript",
  "library",
  "item",
  "errors",
  "install",
  "extension",
  "public-page",
  "uploads",
  "selection",
  "search",
  "editor",
  "video-editor",
  "annotate",
  "video",
  "video-edit",
  "watch",
  "recorder",
  "workspaces",
  "notifications",
  "access",
  "administration",
  "integrations",
  "sends",
  "help",
  "saves",
  "boards",
] as const;
export type Namespace = (typeof NAMESPACES)[number];

/**
 * Catalogues that every page of the portal needs. English is part of its code; the build makes one file of those of each other language
 * (`early-texts.config.ts`).
 */
export const FIRST_NAMESPACES = ["common", "auth", "errors", "item", "library", "search", "selection", "uploads"] as const;

const RIGHT_TO_LEFT = new Set(["ar", "he"]);

/**
 * Languages for reviews of the layout: English texts that are 40 percent longer, and English texts from right to left. Only the query
 * of an address selects them.
 */
export const LONG_LANGUAGE = "en-XA";
export const MIRRORED_LANGUAGE = "en-XB";

/** Returns the language of a tag without script and region: `pt` of `pt-BR`. An empty text when it is no tag. */
export const baseOf = (tag: string): string => /^[a-z]{2,3}(?![a-z])/u.exec(tag.trim().toLowerCase())?.[0] ?? "";

/** Writing direction of a language tag such as `ar` or `ar-EG`. */
export const directionOf = (tag: string): "ltr" | "rtl" => (tag === MIRRORED_LANGUAGE || RIGHT_TO_LEFT.has(baseOf(tag)) ? "rtl" : "ltr");

/** Languages with catalogues (the parity check compares this list with the folders). Only these are offered. */
export const TRANSLATED: readonly string[] = ["en", "ar", "bg", "de", "es", "fr", "he", "it", "nl", "pl", "pt", "ru", "zh"];

/** Returns the translated language of a tag such as `pt-BR`; undefined without one. */
export function translatedTag(tag: string): string | undefined {
  const base = baseOf(tag);
  return TRANSLATED.includes(base) ? base : undefined;
}

export { formatCount, formatPercent, INTERPOLATION, joinList } from "./interpolation.ts";
export { sizeParts, sizeText, type SizeUnit } from "./size.ts";
