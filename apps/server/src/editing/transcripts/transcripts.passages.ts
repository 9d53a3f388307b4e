import type { Passage } from "../../library/search-index/index.ts";
import type { StoredSegment } from "../../platform/db/schema/index.ts";

/** Seconds of speech in a passage. Long enough for words that belong together, short enough to find one of them fast. */
const PASSAGE_S = 30;

const marksOf = ({ start, text, words }: StoredSegment): [number, string][] =>
  (words ?? [{ start, text }]).map((word) => [Math.round(word.start * 1000), word.text]);

/** Returns the passages of a transcript, for the search. */
export function passagesOf(segments: readonly StoredSegment[]): Passage[] {
  const passages: (Passage & { start: number })[] = [];
  for (const segment of segments) {
    const open = passages.at(-1);
    if (open && segment.end - open.start <= PASSAGE_S) {
      open.text += ` ${segment.text}`;
      open.marks.push(...marksOf(segment));
    } else passages.push({ start: segment.start, text: segment.text, marks: marksOf(segment) });
  }
  return passages.map(({ text, marks }) => ({ text, marks }));
}
