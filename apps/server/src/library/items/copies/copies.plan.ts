import { eachGrapheme, graphemes, TITLE_BYTES_MAX, TITLE_MAX } from "@stillreel/contract";

const NUMBERED = /^(?<stem>.*\S) \((?<number>[1-9]\d{0,4})\)$/su;

/** Shortens a text so that `stem + ending` is still a valid title. */
export function withEnding(stem: string, ending: string): string {
  const fits = (text: string): boolean =>
    graphemes(text + ending) <= TITLE_MAX && new TextEncoder().encode(text + ending).length <= TITLE_BYTES_MAX;
  if (fits(stem)) return stem + ending;
  const parts = [...eachGrapheme(stem)];
  while (parts.length > 0 && !fits(parts.join("").trimEnd())) parts.pop();
  return parts.join("").trimEnd() + ending;
}

/**
 * Returns possible titles of a copy, best first: the same title, then with the numbers `from` to `to` appended. An
 * existing number is counted up: the copy of "Map (2)" is "Map (3)". Pure.
 */
export function copyTitles(title: string, from: number, to: number): string[] {
  const stem = NUMBERED.exec(title)?.groups?.["stem"] ?? title;
  const numbered = Array.from({ length: to - from + 1 }, (_, index) => withEnding(stem, ` (${from + index})`));
  return from <= 2 ? [title, ...numbered] : numbered;
}
