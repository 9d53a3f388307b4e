/** The families of every drawn text (the product's own, then what each script has), the same on screen and in the export. */
export const FONT_FAMILIES =
  '"Onest Variable", "IBM Plex Sans Arabic", "Noto Sans Hebrew Variable", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif';

/** Height of a line, as a share of the font's size. */
export const LINE_HEIGHT = 1.3;

/** Letters are as far apart at every zoom, so that lines end where they end in the file. */
export const TEXT_RENDERING = "geometricPrecision";

/** A font as canvas and CSS write it. */
export const fontOf = (fontSize: number, bold: boolean): string => `${bold ? 650 : 400} ${fontSize}px ${FONT_FAMILIES}`;

let generation = 0;
/** Grows whenever fonts came in: measures taken before are void. */
export const fontGeneration = (): number => generation;

const met = new Set<string>();
/** The letters of a text that were never asked for, without those that every font has. */
export function freshLetters(text: string): string {
  const fresh = [...text].filter((letter) => letter > "\u007f" && !met.has(letter));
  for (const letter of fresh) met.add(letter);
  return fresh.join("");
}

/** Loads the fonts that these texts need. Resolves also when some cannot be had: then the next family is drawn. */
export async function loadFonts(texts: readonly string[]): Promise<void> {
  const fonts = typeof document === "undefined" ? undefined : document.fonts;
  if (!fonts || typeof fonts.load !== "function") return;
  const sample = `${texts.join(" ").slice(0, 10_000)} Ag`;
  const loaded = await Promise.allSettled([fonts.load(fontOf(24, true), sample), fonts.load(fontOf(24, false), sample)]);
  if (loaded.some((result) => result.status === "fulfilled" && result.value.length > 0)) generation += 1;
}
