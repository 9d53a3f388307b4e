import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BASE_LANGUAGE, FIRST_NAMESPACES, TRANSLATED } from "@stillreel/i18n";
import type { Plugin } from "vite";

const ENDING = ".texts.json";

/** Fonts, beside the Latin one, that the texts of a language need: parts of the names of files. */
const FONTS: Readonly<Record<string, readonly string[]>> = {
  ar: ["arabic-400", "arabic-500", "arabic-600"],
  bg: ["onest-cyrillic-wght"],
  he: ["noto-sans-hebrew-hebrew-wght"],
  pl: ["onest-latin-ext-wght"],
  ru: ["onest-cyrillic-wght"],
};

/** The facts of a file of the build that {@link earlyFilesOf} uses. */
export interface NamedFile {
  type: "asset" | "chunk";
  names?: readonly string[];
}

/**
 * Returns what `early.js` requests for each language other than English: the file with its first texts, then its fonts.
 * @throws Error when the build lacks one of them
 */
export function earlyFilesOf(bundle: Readonly<Record<string, NamedFile>>): Record<string, string[]> {
  const find = (isWanted: (name: string) => boolean, wanted: string): string => {
    const file = Object.keys(bundle).find((name) => bundle[name]?.names?.some(isWanted));
    if (file === undefined) throw new Error(`The build has no file ${wanted}.`);
    return `/${file}`;
  };
  return Object.fromEntries(
    TRANSLATED.filter((tag) => tag !== BASE_LANGUAGE).map((tag) => [
      tag,
      [
        find((name) => name === tag + ENDING, tag + ENDING),
        ...(FONTS[tag] ?? []).map((font) => find((name) => name.startsWith(font) && name.endsWith(".woff2"), font)),
      ],
    ]),
  );
}

/** Returns the first texts of a language, by namespace. */
function firstTexts(tag: string): string {
  const read = (namespace: string): unknown =>
    JSON.parse(readFileSync(fileURLToPath(new URL(`../../packages/i18n/src/${tag}/${namespace}.json`, import.meta.url)), "utf8"));
  return JSON.stringify(Object.fromEntries(FIRST_NAMESPACES.map((namespace) => [namespace, read(namespace)])));
}

/**
 * Adds one file with the first texts of each language to the build. Its name contains its hash, so that browsers never request it again.
 * A page in another language than English needs one request for its texts, and sends it together with those for its code.
 */
export function earlyTexts(): Plugin {
  return {
    name: "early-texts",
    apply: "build",
    buildStart() {
      for (const tag of TRANSLATED.filter((each) => each !== BASE_LANGUAGE))
        this.emitFile({ type: "asset", name: tag + ENDING, source: firstTexts(tag) });
    },
  };
}
