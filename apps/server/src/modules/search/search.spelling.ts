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

/** The known word that was most likely meant; null when none is near enough. */
export function nearest(typed: string, known: readonly string[]): string | null {
  const limit = forgiven([...typed].length);
  let best: { word: string; whole: number; beginning: number } | null = null;
  for (const word of known) {
    const distance = slips(typed, word);
    if (distance.beginning > limit) continue;
    const closer =
      best === null || distance.beginning < best.beginning || (distance.beginning === best.beginning && distance.whole < best.whole);
    if (closer || (best && distance.beginning === best.beginning && distance.whole === best.whole && word < best.word))
      best = { word, ...distance };
  }
  return best?.word ?? null;
}
