import { createRequire } from "node:module";
import path from "node:path";
import { GlobalFonts } from "@napi-rs/canvas";
import { emojiOf } from "@stillreel/editor/core";

/** Fonts that every process registers: they are small. */
const FONTS: readonly (readonly [folder: string, family: string, files: readonly string[]])[] = [
  [
    "@fontsource-variable/onest",
    "Onest Variable",
    ["latin", "latin-ext", "cyrillic", "cyrillic-ext"].map((set) => `onest-${set}-wght-normal`),
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

/**
 * Registers the product's fonts that a text needs, so that letters are the same as in browsers. Large ones are registered when the text has
 * their letters.
 */
export function registerFonts(text: string): void {
  const { resolve } = createRequire(import.meta.url);
  for (const [folder, family, files] of [...FONTS, ...(emojiOf(text) === "" ? [] : [EMOJI])]) {
    const root = path.dirname(resolve(`${folder}/package.json`));
    for (const file of files) GlobalFonts.registerFromPath(path.join(root, "files", `${file}.woff2`), family);
  }
}
