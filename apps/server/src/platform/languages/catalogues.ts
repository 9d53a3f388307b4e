import { readFileSync } from "node:fs";
import path from "node:path";
import { BASE_LANGUAGE, translatedTag } from "@stillreel/i18n";
import { repositoryRoot } from "../config/repository-root.ts";

/** The texts of one catalogue in one language. */
export interface Known<T> {
  /** Tag of the language of the texts. */
  language: string;
  texts: T;
}

/**
 * Returns a function that gives the texts of a catalogue for a language tag such as `pt-BR`: those of the language, else the English
 * ones. Each file is read once. Another language has the same keys as English, with its own plural forms.
 *
 * @param english the English catalogue, which is a part of the program
 */
export function catalogueReader<T>(namespace: string, english: T): (tag: string) => Known<T> {
  const known = new Map<string, Known<T>>([[BASE_LANGUAGE, { language: BASE_LANGUAGE, texts: english }]]);
  return (tag) => {
    const language = translatedTag(tag) ?? BASE_LANGUAGE;
    const found = known.get(language) ?? { language, texts: read<T>(namespace, language) };
    known.set(language, found);
    return found;
  };
}

const read = <T>(namespace: string, language: string): T =>
  JSON.parse(readFileSync(path.join(repositoryRoot(), "packages/i18n/src", language, `${namespace}.json`), "utf8")) as T;

/** Returns the text of a key with a number, in the plural form of the language. */
export function pluralOf(texts: Readonly<Record<string, unknown>>, key: string, count: number, language: string): string {
  const form = `${key}_${new Intl.PluralRules(language).select(count)}`;
  return String(texts[form] ?? texts[`${key}_other`] ?? "");
}
