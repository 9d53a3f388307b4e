/**
 * Returns the parts that the arguments of `npm run bench` name, in the order of the arguments; all parts without arguments.
 * @throws Error with the list of all parts when an argument is not a part: a misspelt name must not measure everything
 */
export function partsToMeasure(words: readonly string[], all: readonly string[]): string[] {
  const unknown = words.filter((word) => !all.includes(word));
  if (unknown.length > 0) throw new Error(`Unknown part: ${unknown.join(", ")}. Parts: ${all.join(", ")}.`);
  return words.length > 0 ? [...words] : [...all];
}
