let segmenter: Intl.Segmenter | undefined;

/**
 * Yields the characters of a text as users count them: an emoji with modifiers is one character. The segmenter is created with the first
 * text, because its rules take 10 to 50 ms to load.
 */
export function* eachGrapheme(text: string): Generator<string, void> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** Returns the length of a text as users count it. */
export function graphemes(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of eachGrapheme(text)) count += 1;
  return count;
}
