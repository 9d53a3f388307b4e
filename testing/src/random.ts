/** Numbers from 0 to 1 that a seed determines. */
export type Random = () => number;

/** Returns the numbers of a seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns one of the entries. @throws Error when there is none */
export function oneOf<T>(random: Random, entries: readonly T[]): T {
  const found = entries[Math.floor(random() * entries.length)];
  if (found === undefined) throw new Error("There is nothing to choose from.");
  return found;
}

/** Returns the entries in a random order. */
export const shuffled = <T>(random: Random, entries: readonly T[]): T[] =>
  entries
    .map((entry) => ({ entry, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ entry }) => entry);
