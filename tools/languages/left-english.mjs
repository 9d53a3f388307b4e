// Finds texts of other languages that are still English, and files of languages outside the catalogues that are missing.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Texts that are the same in every language: names, units and examples. */
const SAME_EVERYWHERE = [
  /^(?:errors|emails|administration|integrations|install|tools|extension):.*(?:[eE]xample|[pP]laceholder|[hH]int)$/u,
];

/** Two English words in a row make a text English; names and single words may be equal by chance. */
const ENGLISH = /\p{Ll}{2,} \p{Ll}{2,}/u;

/** Returns the texts of a catalogue, with their keys joined by dots. */
export function flatten(catalogue, prefix = "") {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

/**
 * Returns one sentence for each text of a language that equals the English one.
 * @param english catalogues by namespace
 * @param other the same catalogues in another language
 */
export function leftEnglish(language, english, other) {
  return Object.entries(other).flatMap(([namespace, catalogue]) => {
    const source = new Map(flatten(english[namespace] ?? {}));
    return flatten(catalogue)
      .filter(([key, text]) => {
        const from = source.get(key) ?? source.get(key.replace(/_(?:zero|one|two|few|many)$/u, "_other"));
        const words = text.replaceAll(/\{\{.*?\}\}|<[^>]+>|\S+[@:/.]\S+/gu, "");
        return text === from && ENGLISH.test(words) && !SAME_EVERYWHERE.some((pattern) => pattern.test(`${namespace}:${key}`));
      })
      .map(([key, text]) => `${language}/${namespace}.json: "${key}" is still English: ${text}`);
  });
}

/** Folders of the extension for languages whose tag there is another one. */
const EXTENSION_FOLDERS = { pt: "pt_BR", zh: "zh_CN" };

/** Returns the name of the folder with a language's texts of the extension's manifest. */
export const extensionFolder = (language) => EXTENSION_FOLDERS[language] ?? language;

/** Returns one sentence for each language whose texts of the extension's manifest are missing or have other keys than English. */
export function manifestProblems(folder, languages) {
  const read = (name) => JSON.parse(readFileSync(path.join(folder, name, "messages.json"), "utf8"));
  const keys = Object.keys(read("en")).join(" ");
  const missing = languages.flatMap((language) => {
    const name = extensionFolder(language);
    if (!existsSync(path.join(folder, name, "messages.json"))) return [`_locales/${name}/messages.json is missing.`];
    return Object.keys(read(name)).join(" ") === keys ? [] : [`_locales/${name}/messages.json has other keys than English.`];
  });
  const names = languages.map(extensionFolder);
  const unknown = readdirSync(folder).filter((name) => !names.includes(name));
  return [...missing, ...unknown.map((name) => `_locales/${name} belongs to no offered language.`)];
}
