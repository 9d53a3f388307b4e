import { BASE_LANGUAGE, directionOf, MIRRORED_LANGUAGE, translatedTag } from "@stillreel/i18n";
import en from "@stillreel/i18n/en/public-page.json" with { type: "json" };
import { catalogueReader } from "../../platform/languages/index.ts";

/** Texts in one language for server-rendered pages. They are plain text and must be escaped where they are inserted. */
export type PageTexts = Record<string, string>;

/** The texts of a language, and its writing direction. */
export interface PageLanguage {
  code: string;
  direction: "ltr" | "rtl";
  texts: PageTexts;
}

const reader = catalogueReader<PageTexts>("public-page", en);

/** Returns the texts and the direction of a language; English for languages without texts. */
export function pageLanguage(tag: string): PageLanguage {
  const { language, texts } = reader(tag);
  return { code: language, direction: directionOf(tag === MIRRORED_LANGUAGE ? tag : language), texts };
}

/**
 * Returns the wanted language in the order of the portal's detector: query, cookie, then the browser's list (spec §7). A language that
 * the product does not have is skipped.
 */
export function wantedLanguage(asked: {
  query?: string | undefined;
  cookie?: string | undefined;
  acceptLanguage?: string | undefined;
}): string {
  if (asked.query === MIRRORED_LANGUAGE) return MIRRORED_LANGUAGE;
  const tags = [asked.query, asked.cookie, ...browserTags(asked.acceptLanguage ?? "")];
  return tags.map((tag) => translatedTag(tag ?? "")).find((tag) => tag !== undefined) ?? BASE_LANGUAGE;
}

/** Maximum number of languages of a browser that are considered. */
const TAGS_MAX = 20;

/** Returns the languages of an `Accept-Language` header in the order of their quality (RFC 9110, section 12.5.4). */
function browserTags(header: string): string[] {
  return header
    .slice(0, 1_000)
    .split(",", TAGS_MAX)
    .map((entry) => {
      const [tag = "", ...parameters] = entry.split(";").map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
