/** Minimum length of a corrected word in characters; shorter words are similar to too many others. */
export const CORRECTED_MIN = 4;

/** Returns the number of accepted typing errors (wrong, missing, additional or swapped letters) for a word length. */
export const forgiven = (length: number): number => (length < CORRECTED_MIN ? 0 : length < 7 ? 1 : 2);

/** Returns the edit distance to the word and to its nearest prefix (Damerau–Levenshtein with adjacent swaps). */
export function slips(typed: string, word: string): { whole: number; beginning: number } {
  const from = [...typed];
  const to = [...word];
  let before: number[] = [];
  let last = to.map((_letter, index) => index + 1);
  last.unshift(0);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let least = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    before = last;
    last = next;
  }
  return { whole: last[to.length] ?? 0, beginning: Math.min(...last) };
}

/** Returns similar known words, the most likely first; empty when none is similar enough. */
export function nearestOf(typed: string, known: readonly string[]): string[] {
  const limit = forgiven([...typed].length);
  return known
    .map((word) => ({ word, ...slips(typed, word) }))
    .filter(({ beginning }) => beginning <= limit)
    .toSorted((one, other) => one.beginning - other.beginning || one.whole - other.whole || (one.word < other.word ? -1 : 1))
    .map(({ word }) => word);
}

/** Returns the most likely known word; null when none is similar enough. */
export const nearest = (typed: string, known: readonly string[]): string | null => nearestOf(typed, known)[0] ?? null;
