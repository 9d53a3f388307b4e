/** Font families of every drawn text (the product's own, then those of each script), the same on screen and in exports. */
export const FONT_FAMILIES =
  '"Onest Variable", "IBM Plex Sans Arabic", "Noto Sans Hebrew Variable", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif';

/** Height of a line, as a share of the font's size. */
export const LINE_HEIGHT = 1.3;

/** Disables hinting: letters have the same distances at every zoom, so lines break as in the exported file. */
export const TEXT_RENDERING = "geometricPrecision";

/** Formats a font for canvas and CSS. */
export const fontOf = (fontSize: number, bold: boolean): string => `${bold ? 650 : 400} ${fontSize}px ${FONT_FAMILIES}`;

let generation = 0;
/** Returns a number that grows when fonts were loaded. Earlier text measurements are then stale. */
export const fontGeneration = (): number => generation;

const met = new Set<string>();
/** Returns the letters of a text whose fonts were never requested, without those that every font has. */
export function freshLetters(text: string): string {
  const fresh = [...text].filter((letter) => letter > "\u007f" && !met.has(letter));
  for (const letter of fresh) met.add(letter);
  return fresh.join("");
}

/** Loads the fonts of these texts. Also resolves when some are not available: then the next family is used. */
export async function loadFonts(texts: readonly string[]): Promise<void> {
  const fonts = typeof document === "undefined" ? undefined : document.fonts;
  if (!fonts || typeof fonts.load !== "function") return;
  const sample = `${texts.join(" ").slice(0, 10_000)} Ag`;
  const loaded = await Promise.allSettled([fonts.load(fontOf(24, true), sample), fonts.load(fontOf(24, false), sample)]);
  if (loaded.some((result) => result.status === "fulfilled" && result.value.length > 0)) generation += 1;
}
