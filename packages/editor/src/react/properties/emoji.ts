import { eachGrapheme } from "@stillreel/contract";

const EMOJI_LIKE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;
const GLYPH_MAX = 32;

/** Returns the first emoji of a text, or null. */
export function emojiIn(text: string): string | null {
  for (const segment of eachGrapheme(text.trim())) if (EMOJI_LIKE.test(segment) && segment.length <= GLYPH_MAX) return segment;
  return null;
}
