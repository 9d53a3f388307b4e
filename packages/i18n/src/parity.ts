import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { BASE_LANGUAGE } from "./index.ts";

/** Plural forms that a language may have in addition to or instead of English's: `key_one`, `key_few` and so on. */
const PLURAL = /_(zero|one|two|few|many|other)$/u;

/** Numbers that show whether a plural form is for one number only: Russian's form `one` is for 1, 21, 31 and so on. */
const SAMPLES = Array.from({ length: 200 }, (_, number) => number);

/** Placeholders of the number that chooses the plural form. */
const NUMBER = /\{\{(?:count|number|shown)\}\}/gu;

type Catalogue = { [key: string]: string | Catalogue };

/**
 * Compares every language folder with English. A language may be missing, but not partial.
 *
 * @param folder the folder with one folder per language
 * @returns one sentence per difference; empty without differences
 */
export function parityProblems(folder: string): string[] {
  const languages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== BASE_LANGUAGE);
  return languages.flatMap(({ name }) => compareLanguage(folder, name));
}

function compareLanguage(folder: string, language: string): string[] {
  const files = namesIn(path.join(folder, BASE_LANGUAGE));
  const theirs = namesIn(path.join(folder, language));
  const problems = theirs.filter((file) => !files.includes(file)).map((file) => `${language}/${file} has no English file.`);
  for (const file of files) {
    if (!theirs.includes(file)) problems.push(`${language}/${file} is missing.`);
    else
      problems.push(
        ...compareFile(read(folder, BASE_LANGUAGE, file), read(folder, language, file), new Intl.PluralRules(language)).map(
          (problem) => `${language}/${file}: ${problem}`,
        ),
      );
  }
  return problems;
}

function compareFile(english: Map<string, string>, other: Map<string, string>, plurals: Intl.PluralRules): string[] {
  const problems: string[] = [];
  const wanted = new Map<string, string>();
  for (const [key, text] of english) {
    if (!PLURAL.test(key)) wanted.set(key, text);
    // English's `_other` matches every plural form of the language.
    else if (key.endsWith("_other"))
      for (const form of plurals.resolvedOptions().pluralCategories) wanted.set(key.replace(PLURAL, `_${form}`), text);
  }
  for (const [key, text] of wanted) {
    const translated = other.get(key);
    if (translated === undefined) problems.push(`"${key}" is missing.`);
    else if (translated.trim() === "") problems.push(`"${key}" is empty.`);
    else if (!allowedPlaceholders(key, text, plurals).includes(placeholders(translated)))
      problems.push(`"${key}" holds ${placeholders(translated) || "no placeholders"} instead of ${placeholders(text) || "none"}.`);
  }
  for (const key of other.keys()) if (!wanted.has(key)) problems.push(`"${key}" is not in English.`);
  return problems;
}

/**
 * Returns the sets of placeholders that a translation may have: those of English, and in a plural form for exactly one number
 * also those without the number. Arabic and Hebrew write "one image" and "two images" without a digit.
 */
function allowedPlaceholders(key: string, english: string, plurals: Intl.PluralRules): string[] {
  const form = PLURAL.exec(key)?.[1];
  const numbers = form === undefined ? [] : SAMPLES.filter((number) => plurals.select(number) === form);
  return [placeholders(english), ...(numbers.length === 1 ? [placeholders(english.replaceAll(NUMBER, ""))] : [])];
}

/** Returns the placeholders (`{{name}}`) and tags (`<b>`) of a text, each once, in a fixed order. */
function placeholders(text: string): string {
  return [...new Set(text.match(/\{\{\s*\w+[^}]*\}\}|<\/?\w+\/?>/gu))].toSorted().join(" ");
}

const namesIn = (folder: string): string[] => readdirSync(folder).filter((file) => file.endsWith(".json"));

function read(folder: string, language: string, file: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (catalogue: Catalogue, prefix: string): void => {
    for (const [key, value] of Object.entries(catalogue)) {
      if (typeof value === "string") texts.set(prefix + key, value);
      else walk(value, `${prefix}${key}.`);
    }
  };
  walk(JSON.parse(readFileSync(path.join(folder, language, file), "utf8")) as Catalogue, "");
  return texts;
}
