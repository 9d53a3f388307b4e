/** How the tools of the toolbar are drawn: with words and keys, with words, or as icons. */
type ToolForm = "keys" | "words" | "icons";

/** Which tools have room: the first `count`, drawn in one form. */
export interface ToolFit {
  count: number;
  form: ToolForm;
}

/** Widths in CSS pixels of everything in the row. */
export interface ToolWidths {
  /** What is always in the row: the tools that cut, and the menu with the tools that have no room. */
  fixed: readonly ToolWidth[];
  /** Tools that move into the menu, the last one first. */
  tools: readonly ToolWidth[];
  gap: number;
}

export interface ToolWidth {
  /** With its word and its key. */
  whole: number;
  /** Width of the key, with its gap. */
  key: number;
  /** Width of the word, with its gap. */
  word: number;
}

/** A row of words is not worth it when fewer than this many tools are beside those that cut. */
const WORDS_MIN = 3;

const widthIn = (form: ToolForm, { whole, key, word }: ToolWidth): number =>
  form === "keys" ? whole : form === "words" ? whole - key : whole - key - word;

/**
 * Returns what fits into a row.
 * @param main number of tools that must be visible with their keys; with fewer, the keys are left out to make room
 * @param width of the row in CSS pixels
 */
export function fitTools({ fixed, tools, gap }: ToolWidths, main: number, width: number): ToolFit {
  const countIn = (form: ToolForm): number => {
    let used = fixed.reduce((sum, one) => sum + widthIn(form, one) + gap, -gap);
    const first = tools.findIndex((one) => (used += widthIn(form, one) + gap) > width);
    return first === -1 ? tools.length : first;
  };
  const withKeys = countIn("keys");
  if (withKeys >= main) return { count: withKeys, form: "keys" };
  const withWords = countIn("words");
  return withWords >= Math.min(WORDS_MIN, tools.length) ? { count: withWords, form: "words" } : { count: countIn("icons"), form: "icons" };
}
