/** The shortest word that is corrected; shorter ones are near to everything. In characters. */
export const CORRECTED_MIN = 4;

/** How many slips (a letter wrong, missing, too many, or two swapped) a word of this length is forgiven. */
export const forgiven = (length: number): number => (length < CORRECTED_MIN ? 0 : length < 7 ? 1 : 2);

/** How many slips separate what was typed from the word, and from the word's nearest beginning (Damerau–Levenshtein, adjacent swaps). */
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

/** The known words that may have been meant, the likeliest first; none when none is near enough. */
export function nearestOf(typed: string, known: readonly string[]): string[] {
  const limit = forgiven([...typed].length);
  return known
    .map((word) => ({ word, ...slips(typed, word) }))
    .filter(({ beginning }) => beginning <= limit)
    .toSorted((one, other) => one.beginning - other.beginning || one.whole - other.whole || (one.word < other.word ? -1 : 1))
    .map(({ word }) => word);
}

/** The known word that was most likely meant; null when none is near enough. */
export const nearest = (typed: string, known: readonly string[]): string | null => nearestOf(typed, known)[0] ?? null;
