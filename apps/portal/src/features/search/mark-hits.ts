/** A piece of a text, and whether it is what was looked for. */
export interface MarkedPiece {
  text: string;
  isHit: boolean;
}

/** Marks, tatweel: not looked at when words are compared. */
const IGNORED = /[\p{M}\u0640]/gu;
const LETTER = /[\p{L}\p{N}]/u;
/** Scripts without spaces: a hit may begin anywhere. */
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const plain = (text: string): string => text.normalize("NFKD").replace(IGNORED, "").toLowerCase();

/** The words of something typed, as compared. */
const wordsOf = (typed: string): string[] => plain(typed).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Does every word of something typed begin a word of the text? Nothing typed begins none. */
export function hasEveryWord(text: string, typed: string): boolean {
  const words = wordsOf(typed);
  return words.length > 0 && words.every((word) => markHits(text, word).some(({ isHit }) => isHit));
}

/** A text in pieces: those that a word of `typed` matches are hits. Words match at their beginnings, whatever their case and accents. */
export function markHits(text: string, typed: string): MarkedPiece[] {
  const words = wordsOf(typed).toSorted((a, b) => b.length - a.length);
  const letters = [...text];
  const keys = letters.map(plain);
  const pieces: MarkedPiece[] = [];
  const add = (piece: string, isHit: boolean): void => {
    const last = pieces.at(-1);
    if (last?.isHit === isHit) last.text += piece;
    else if (piece !== "") pieces.push({ text: piece, isHit });
  };
  for (let at = 0; at < letters.length;) {
    const isStart = at === 0 || !LETTER.test(letters[at - 1] ?? "") || NO_SPACES.test(letters[at] ?? "");
    const end = isStart ? words.map((word) => endOfMatch(keys, at, word)).find((found) => found > at) : undefined;
    add(letters.slice(at, end ?? at + 1).join(""), end !== undefined);
    at = end ?? at + 1;
  }
  return pieces;
}

/** Index behind the letters that spell the word from `start` on; `start` itself when they do not. */
function endOfMatch(keys: readonly string[], start: number, word: string): number {
  let left = word;
  for (let at = start; at < keys.length; at += 1) {
    const key = keys[at] ?? "";
    if (left === "") {
      // Marks that follow belong to the last letter.
      if (key !== "") return at;
    } else if (left.startsWith(key)) left = left.slice(key.length);
    else return start;
  }
  return left === "" ? keys.length : start;
}
