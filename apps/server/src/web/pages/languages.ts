import { directionOf, MIRRORED_LANGUAGE } from "@stillreel/i18n";
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
