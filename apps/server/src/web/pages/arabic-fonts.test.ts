import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createCanvas, GlobalFonts } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { ownFontsDir } from "./page-assets.ts";

const ORIGINALS = path.join(path.dirname(createRequire(import.meta.url).resolve("@fontsource/ibm-plex-sans-arabic/package.json")), "files");
const CATALOGUES = path.resolve(import.meta.dirname, "../../../../../packages/i18n/src/ar");
const MAX_BYTES = 30_000;
const COLUMNS = 12;
const CELL = { width: 170, height: 40 };

/** Words with letters of Persian, Urdu and Kurdish, vowel marks, digits, and ligatures. */
const OTHER_WORDS = [
  "پژوهشگر",
  "گفتگو",
  "ڈیجیٹل",
  "کوردستان",
  "ێۆڵ",
  "الْعَرَبِيَّةُ",
  "مُحَمَّدٌ",
  "لا",
  "لأن",
  "الإسلام",
  "الله",
  "ـــ",
  "٠١٢٣٤٥٦٧٨٩",
  "۰۱۲۳۴۵۶۷۸۹",
  "؟،؛٪",
];

/** Returns every Arabic word of the interface, once each. */
function wordsOfInterface(): string[] {
  const texts = readdirSync(CATALOGUES).map((file) => readFileSync(path.join(CATALOGUES, file), "utf8"));
  return [...new Set(texts.join(" ").match(/[\u0600-\u06FF]+/gu))];
}

/** Draws each word in a separate cell: spaces come from another font, because its file is before this one in the style sheet. */
function draw(words: readonly string[], family: string): { pixels: Buffer; widths: number[] } {
  const canvas = createCanvas(COLUMNS * CELL.width, Math.ceil(words.length / COLUMNS) * CELL.height);
  const context = canvas.getContext("2d");
  context.direction = "rtl";
  context.textAlign = "right";
  context.font = `20px "${family}"`;
  // The library does not apply hinting, which only the original has, to letters that are not upright.
  context.transform(1, 0, 0.001, 1, 0, 0);
  words.forEach((word, index) => {
    const [column, row] = [index % COLUMNS, Math.floor(index / COLUMNS)];
    context.fillText(word, (column + 1) * CELL.width - 8, row * CELL.height + 26);
  });
  return { pixels: canvas.data(), widths: words.map((word) => context.measureText(word).width) };
}

test.each(["400", "500", "600"])(
  "the small Arabic font of weight %s draws every text exactly like the original, in less than 30 KB",
  (weight) => {
    const file = path.join(ownFontsDir(), `arabic-${weight}.woff2`);
    expect(statSync(file).size).toBeLessThan(MAX_BYTES);
    expect(GlobalFonts.registerFromPath(file, `Small ${weight}`)).toBeTruthy();
    const original = path.join(ORIGINALS, `ibm-plex-sans-arabic-arabic-${weight}-normal.woff2`);
    expect(GlobalFonts.registerFromPath(original, `Original ${weight}`)).toBeTruthy();
    const words = [...wordsOfInterface(), ...OTHER_WORDS];
    expect(words.length).toBeGreaterThan(1_000);
    const [small, large] = [draw(words, `Small ${weight}`), draw(words, `Original ${weight}`)];
    expect(words.filter((_, index) => small.widths[index] !== large.widths[index])).toEqual([]);
    expect(small.pixels.equals(large.pixels)).toBe(true);
    // The comparison sees differences: another font has other widths, and letters that are not joined are wider.
    expect(draw(words, "sans-serif").widths).not.toEqual(large.widths);
    const joined = words.filter((word) => word.length > 5).slice(0, 20);
    const apart = joined.map((word) => [...word].join("\u200C"));
    expect(draw(apart, `Small ${weight}`).widths).not.toEqual(draw(joined, `Small ${weight}`).widths);
  },
);
