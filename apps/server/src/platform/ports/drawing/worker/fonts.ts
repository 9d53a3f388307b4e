import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { GlobalFonts } from "@napi-rs/canvas";
import { chineseOf, emojiOf } from "@stillreel/editor/core";

/**
 * Fonts that every process registers: they are small. Of the files of a family, the last one that has a letter draws it. The Latin file is
 * the last one, because browsers take spaces and digits from it: letters have other distances beside a space of another file.
 */
const FONTS: readonly (readonly [folder: string, family: string, files: readonly string[]])[] = [
  [
    "@fontsource-variable/onest",
    "Onest Variable",
    ["cyrillic-ext", "cyrillic", "latin-ext", "latin"].map((set) => `onest-${set}-wght-normal`),
  ],
  [
    "@fontsource/ibm-plex-sans-arabic",
    "IBM Plex Sans Arabic",
    ["400", "600"].map((weight) => `ibm-plex-sans-arabic-arabic-${weight}-normal`),
  ],
  ["@fontsource-variable/noto-sans-hebrew", "Noto Sans Hebrew Variable", ["noto-sans-hebrew-hebrew-wght-normal"]],
];
/** The whole font of emoji: smaller than its parts for browsers together. */
const EMOJI = ["@fontsource/noto-color-emoji", "Noto Color Emoji", ["noto-color-emoji-emoji-400-normal"]] as const;

/** The Chinese font, in about 100 files of some letters each. */
const CHINESE = { folder: "@fontsource-variable/noto-sans-sc", family: "Noto Sans SC Variable" } as const;

/** Returns whether a list of ranges (`U+4e00,U+4e8c-4e94`) contains one of the letters. */
function containsAny(ranges: string, letters: readonly number[]): boolean {
  return ranges.split(",").some((range) => {
    const [first = 0, last = first] = range
      .slice(2)
      .split("-")
      .map((digits) => Number.parseInt(digits, 16));
    return letters.some((letter) => first <= letter && letter <= last);
  });
}

/** Returns the files of the Chinese font that have letters of a text. */
function chineseFiles(text: string, root: string): string[] {
  const letters = [...new Set(chineseOf(text))].map((letter) => letter.codePointAt(0) ?? 0);
  if (letters.length === 0) return [];
  const parts = JSON.parse(readFileSync(path.join(root, "unicode.json"), "utf8")) as Record<string, string>;
  return Object.entries(parts)
    .filter(([, ranges]) => containsAny(ranges, letters))
    .map(([name]) => `noto-sans-sc-${name.replace(/[[\]]/gu, "")}-wght-normal`);
}

/**
 * Registers the product's fonts that a text needs, so that letters are the same as in browsers. Large ones are registered when the text has
 * their letters.
 */
export function registerFonts(text: string): void {
  const { resolve } = createRequire(import.meta.url);
  const rootOf = (folder: string): string => path.dirname(resolve(`${folder}/package.json`));
  const chinese = [CHINESE.folder, CHINESE.family, chineseFiles(text, rootOf(CHINESE.folder))] as const;
  for (const [folder, family, files] of [...FONTS, chinese, ...(emojiOf(text) === "" ? [] : [EMOJI])])
    for (const file of files) GlobalFonts.registerFromPath(path.join(rootOf(folder), "files", `${file}.woff2`), family);
}
