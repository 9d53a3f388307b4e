/** A part of a text and whether it matches. */
export interface MarkedPiece {
  text: string;
  isHit: boolean;
}

/** Combining marks and tatweel, ignored in comparisons. */
const IGNORED = /[\p{M}\u0640]/gu;
const LETTER = /[\p{L}\p{N}]/u;
/** Scripts without spaces: a match may start at any character. */
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const plain = (text: string): string => text.normalize("NFKD").replace(IGNORED, "").toLowerCase();

/** Returns the normalised words of a text. */
const wordsOf = (typed: string): string[] => plain(typed).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns whether every typed word is a prefix of a word in the text. False for empty input. */
export function hasEveryWord(text: string, typed: string): boolean {
  const words = wordsOf(typed);
  return words.length > 0 && words.every((word) => markHits(text, word).some(({ isHit }) => isHit));
}

/** Splits a text into parts and marks prefix matches of the typed words, ignoring case and accents. */
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

/** Returns the index after the characters that match the word from `start`; `start` itself without a match. */
function endOfMatch(keys: readonly string[], start: number, word: string): number {
  let left = word;
  for (let at = start; at < keys.length; at += 1) {
    const key = keys[at] ?? "";
    if (left === "") {
      // Following marks belong to the last character.
      if (key !== "") return at;
    } else if (left.startsWith(key)) left = left.slice(key.length);
    else return start;
  }
  return left === "" ? keys.length : start;
}
