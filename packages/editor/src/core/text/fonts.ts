const OWN_FAMILIES = '"Onest Variable", "IBM Plex Sans Arabic", "Noto Sans Hebrew Variable"';
const CHINESE_FAMILY = '"Noto Sans SC Variable"';
const EMOJI_FAMILY = '"Noto Color Emoji"';

/**
 * Font families of every drawn text (the product's own, then those of each script), the same on screen and in exports. Emoji and
 * Chinese letters come from fonts of the portal and of the server, or else from the device.
 */
export const FONT_FAMILIES = `${OWN_FAMILIES}, ${EMOJI_FAMILY}, "Apple Color Emoji", "Segoe UI Emoji", ${CHINESE_FAMILY}, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif`;

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
function freshLetters(text: string): string {
  const fresh = [...text].filter((letter) => letter > "\u007f" && !met.has(letter));
  for (const letter of fresh) met.add(letter);
  return fresh.join("");
}

/** What decides about the font of an emoji. Modifiers and joiners do not: each file has those of its emoji. */
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]/gu;

/** Returns the emoji of a text that decide which files of the font of emoji are needed. */
export const emojiOf = (text: string): string => text.match(EMOJI)?.join("") ?? "";

/** Letters and signs of Chinese, and of the other scripts of its font. */
const CHINESE = /[\u2e80-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/gu;

/** Returns the letters of a text that come from the Chinese font. */
export const chineseOf = (text: string): string => text.match(CHINESE)?.join("") ?? "";

/** Loads the fonts of these texts. Also resolves when some are not available: then the next family is used. */
export async function loadFonts(texts: readonly string[]): Promise<void> {
  const fonts = typeof document === "undefined" ? undefined : document.fonts;
  if (!fonts || typeof fonts.load !== "function") return;
  const text = texts.join(" ").slice(0, 10_000);
  const [emoji, chinese] = [emojiOf(text), chineseOf(text)];
  // By family: the fonts of emoji and of Chinese have Latin letters, too, and would be loaded for every text.
  const loaded = await Promise.allSettled([
    fonts.load(`650 24px ${OWN_FAMILIES}`, `${text} Ag`),
    fonts.load(`400 24px ${OWN_FAMILIES}`, `${text} Ag`),
    ...(chinese === "" ? [] : [fonts.load(`650 24px ${CHINESE_FAMILY}`, chinese), fonts.load(`400 24px ${CHINESE_FAMILY}`, chinese)]),
    ...(emoji === "" ? [] : [fonts.load(`24px ${EMOJI_FAMILY}`, emoji)]),
  ]);
  if (loaded.some((result) => result.status === "fulfilled" && result.value.length > 0)) generation += 1;
}

/** Loads the fonts of letters that were never requested. `onLoad` is not called when there are none. */
export function loadFreshFonts(letters: string, onLoad: () => void): void {
  const fresh = freshLetters(letters);
  if (fresh !== "") void loadFonts([fresh]).then(onLoad);
}
