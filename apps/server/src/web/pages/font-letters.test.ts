import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { createCanvas, GlobalFonts } from "@napi-rs/canvas";
import { TRANSLATED } from "@stillreel/i18n";
import { expect, test } from "vitest";
import { loadPageAssets, ownFontsDir } from "./page-assets.ts";
import { pageAssetsDir } from "./pages.routes.ts";

const CATALOGUES = path.resolve(import.meta.dirname, "../../../../../packages/i18n/src");
const PORTAL_STYLES = path.resolve(import.meta.dirname, "../../../../../packages/ui/src/styles/fonts.css");
/** Largest font file before the first paint. */
const MAX_BYTES = 30_000;
/** Letters that come from the system: Chinese letters and signs, the arrow between names of menus, and a narrow space. */
const OF_SYSTEM = /[\p{Script=Han}\u3000-\u303F\uFF00-\uFF5E\u2192\u202F\n]/u;

/** A letter that Onest does not have. The small Cyrillic font has it, made of the letter below the accent of another one, and its accent. */
const BULGARIAN_I = 0x045d;

/** The letters of a rule for a font: those that its style sheet names and its file has. */
interface Face {
  family: string;
  has: (letter: number) => boolean;
}

/** Reads a number of WOFF2 with seven bits per byte. */
function base128(file: Buffer, at: { offset: number }): number {
  let value = 0;
  for (;;) {
    const byte = file[at.offset++] ?? 0;
    value = value * 128 + (byte & 127);
    if (byte < 128) return value;
  }
}

const KNOWN_TAGS = { cmap: 0, glyf: 10, loca: 11 };
const NO_TAG = 63;

/** Returns the table of a WOFF2 file that maps letters to glyphs. */
function letterTable(file: Buffer): Buffer {
  const at = { offset: 48 };
  let start = 0;
  let found: readonly [number, number] = [0, 0];
  for (let table = 0; table < file.readUInt16BE(12); table += 1) {
    const flags = file[at.offset++] ?? 0;
    const tag = flags & 63;
    if (tag === NO_TAG) at.offset += 4;
    const original = base128(file, at);
    const version = flags >> 6;
    const isOutline = tag === KNOWN_TAGS.glyf || tag === KNOWN_TAGS.loca;
    const length = isOutline ? version === 0 : version !== 0;
    const size = length ? base128(file, at) : original;
    if (tag === KNOWN_TAGS.cmap) found = [start, start + size];
    start += size;
  }
  return brotliDecompressSync(file.subarray(at.offset, at.offset + file.readUInt32BE(20))).subarray(...found);
}

/** Returns the letters of a font file (tables of the formats 4 and 12). */
function lettersOf(file: string): Set<number> {
  const map = letterTable(readFileSync(file));
  const letters = new Set<number>();
  const add = (first: number, last: number): void => {
    for (let letter = first; letter <= last && letter < 0x1_ff_ff; letter += 1) letters.add(letter);
  };
  for (let index = 0; index < map.readUInt16BE(2); index += 1) {
    const at = map.readUInt32BE(8 + index * 8);
    const format = map.readUInt16BE(at);
    if (format === 12)
      for (let group = 0; group < map.readUInt32BE(at + 12); group += 1)
        add(map.readUInt32BE(at + 16 + group * 12), map.readUInt32BE(at + 20 + group * 12));
    const count = format === 4 ? map.readUInt16BE(at + 6) / 2 : 0;
    for (let segment = 0; segment < count - 1; segment += 1)
      add(map.readUInt16BE(at + 16 + count * 2 + segment * 2), map.readUInt16BE(at + 14 + segment * 2));
  }
  return letters;
}

/** Returns the rules of a style sheet. */
function facesOf(css: string, fileOf: (address: string) => string): Face[] {
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/gu)].map(([, rule = ""]) => {
    const valueOf = (name: RegExp): string => name.exec(rule)?.[1] ?? "";
    const ranges = [...valueOf(/unicode-range:([^;]*)/u).matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gu)].map(
      ([, first = "", last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const,
    );
    const letters = lettersOf(fileOf(valueOf(/url\(["']?([^"')]+)/u)));
    return {
      family: valueOf(/font-family:\s*["']([^"']+)/u),
      has: (letter) => letters.has(letter) && ranges.some(([first, last]) => first <= letter && letter <= last),
    };
  });
}

/** Returns the path of a font file of a package, or of the product's own fonts. */
function fontFile(address: string): string {
  const name = path.basename(address).replace(/\.[\w-]{12}(?=\.woff2$)/u, "");
  if (readdirSync(ownFontsDir()).includes(name)) return path.join(ownFontsDir(), name);
  const { resolve } = createRequire(path.resolve(PORTAL_STYLES, "../../../package.json"));
  const packages = ["@fontsource-variable/onest", "@fontsource-variable/geist-mono", "@fontsource-variable/noto-sans-hebrew"];
  const folders = [...packages, "@fontsource/ibm-plex-sans-arabic"].map((of) =>
    path.join(path.dirname(resolve(`${of}/package.json`)), "files"),
  );
  const folder = folders.find((of) => readdirSync(of).includes(name));
  if (folder === undefined) throw new Error(`No package has the font ${name}.`);
  return path.join(folder, name);
}

const PORTAL = facesOf(readFileSync(PORTAL_STYLES, "utf8"), fontFile);
const PAGES = facesOf(loadPageAssets(pageAssetsDir()).css, fontFile);

test.each(TRANSLATED)("every letter of the texts has a font of the product, or comes from the system: %s", (language) => {
  const folder = path.join(CATALOGUES, language);
  const texts = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), "utf8"));
  const letters = [...new Set(texts.join(""))].filter((letter) => !OF_SYSTEM.test(letter));
  expect(letters.length).toBeGreaterThan(60);
  for (const faces of [PORTAL, PAGES]) {
    const named = faces.filter(({ family }) => !family.includes("Mono"));
    expect(letters.filter((letter) => !named.some(({ has }) => has(letter.codePointAt(0) ?? 0)))).toEqual([]);
  }
});

test("the check sees a letter that no font has", () => {
  expect(PORTAL.some(({ has }) => has(0x2192) || has(0x4e2d))).toBe(false);
  expect(PORTAL.filter(({ has }) => has(0x41)).map(({ family }) => family)).toEqual(["Onest Variable", "Geist Mono Variable"]);
});

test.each(["latin", "latin-ext", "cyrillic"])("the small font of %s letters has every letter and width of the original", (letters) => {
  const small = path.join(ownFontsDir(), `onest-${letters}-wght.woff2`);
  const original = fontFile(`onest-${letters}-wght-normal.woff2`);
  expect(statSync(small).size).toBeLessThan(MAX_BYTES);
  const all = lettersOf(original);
  expect(lettersOf(small)).toEqual(new Set([...all, ...(letters === "cyrillic" ? [BULGARIAN_I] : [])]));
  expect(GlobalFonts.registerFromPath(small, `Small ${letters}`)).toBeTruthy();
  expect(GlobalFonts.registerFromPath(original, `Original ${letters}`)).toBeTruthy();
  const context = createCanvas(10, 10).getContext("2d");
  const widthsOf = (family: string, weight: number): number[] => {
    context.font = `${weight} 100px "${family}"`;
    return [...all].map((letter) => context.measureText(String.fromCodePoint(letter, letter)).width);
  };
  for (const weight of [400, 550, 600, 700]) {
    const [mine, theirs] = [widthsOf(`Small ${letters}`, weight), widthsOf(`Original ${letters}`, weight)];
    // Widths are whole units of a thousandth of the size after the weights are reduced.
    expect(mine.filter((width, index) => Math.abs(width - (theirs[index] ?? 0)) > 0.31)).toEqual([]);
  }
  expect(widthsOf(`Small ${letters}`, 700)).not.toEqual(widthsOf(`Small ${letters}`, 400));
});

test("the Bulgarian letter with a grave accent is as wide as the letter without, and has another shape in each weight", () => {
  GlobalFonts.registerFromPath(path.join(ownFontsDir(), "onest-cyrillic-wght.woff2"), "Bulgarian");
  const context = createCanvas(120, 120).getContext("2d");
  const drawn = (letter: string, weight: number): [width: number, pixels: Buffer] => {
    context.clearRect(0, 0, 120, 120);
    context.font = `${weight} 100px Bulgarian`;
    context.fillText(letter, 10, 100);
    return [context.measureText(letter).width, Buffer.from(context.getImageData(0, 0, 120, 120).data)];
  };
  for (const weight of [400, 700]) {
    const [accented, plain, short] = ["\u045d", "\u0438", "\u0439"].map((letter) => drawn(letter, weight));
    expect(accented?.[0]).toBe(plain?.[0]);
    expect(accented?.[1].equals(plain?.[1] ?? Buffer.alloc(0))).toBe(false);
    expect(accented?.[1].equals(short?.[1] ?? Buffer.alloc(0))).toBe(false);
  }
});
