import type { Cue } from "./captions.ts";

/** A word with its seconds, and its place in the text of its segment. */
export interface SpokenWord {
  start: number;
  end: number;
  text: string;
  /** Index of its first character in the text. */
  at: number;
}

/** Some words that are spoken together. */
export interface SpokenSegment {
  start: number;
  end: number;
  text: string;
  words: readonly SpokenWord[];
}

/** A place where a searched text is spoken. */
export interface SpokenMatch {
  segment: number;
  /** Indexes of the first and the last word. */
  from: number;
  to: number;
  seconds: number;
}

/** A segment as a service or a file gives it. */
export interface GivenSegment {
  start: number;
  end: number;
  text: string;
  words?: readonly { start: number; end: number; text: string }[] | undefined;
}

/** Longest text of a paragraph of captions, and the longest pause in seconds inside it. */
const PARAGRAPH = { characters: 220, pauseS: 2 } as const;
const SENTENCE_END = /[.!?。！？؟]["'”’)]?$/u;

/** Returns the words of a text with their places. Times are distributed by length. */
function evenWords({ start, end, text }: GivenSegment): SpokenWord[] {
  const found = [...text.matchAll(/\S+/gu)];
  const letters = found.reduce((sum, [word]) => sum + word.length, 0);
  let time = start;
  return found.map((match) => {
    const from = time;
    time += ((end - start) * match[0].length) / Math.max(1, letters);
    return { start: from, end: time, text: match[0], at: match.index };
  });
}

/** Returns segments whose words have places in the text. Words without known times get times by their length. */
export function spokenSegments(given: readonly GivenSegment[]): SpokenSegment[] {
  return given.map((segment) => {
    const { start, end, text } = segment;
    let from = 0;
    const words = (segment.words ?? []).flatMap((word): SpokenWord[] => {
      const at = text.indexOf(word.text, from);
      if (at < 0) return [];
      from = at + word.text.length;
      return [{ ...word, at }];
    });
    return { start, end, text, words: words.length > 0 ? words : evenWords(segment) };
  });
}

/** Joins captions to paragraphs: until a sentence ends, or a pause follows. */
export function segmentsOfCues(cues: readonly Cue[]): SpokenSegment[] {
  const joined: (GivenSegment & { words: SpokenWord[] })[] = [];
  for (const { from, to, lines } of cues) {
    const text = lines.join(" ");
    const last = joined.at(-1);
    const own = evenWords({ start: from, end: to, text });
    const isNext =
      last !== undefined &&
      !SENTENCE_END.test(last.text) &&
      last.text.length + text.length < PARAGRAPH.characters &&
      from - last.end < PARAGRAPH.pauseS;
    if (isNext) {
      const offset = last.text.length + 1;
      last.text += ` ${text}`;
      last.end = Math.max(last.end, to);
      last.words.push(...own.map((word) => ({ ...word, at: word.at + offset })));
    } else joined.push({ start: from, end: to, text, words: own });
  }
  return joined.map(({ start, end, text, words }) => ({ start, end, text, words }));
}

/** Returns the index of the segment that is spoken at a second, or of the last one before it; -1 before the first. */
export const segmentAtSecond = (segments: readonly SpokenSegment[], time: number): number =>
  segments.findLastIndex(({ start }) => start <= time + 0.001);

/** Returns the index of the word that is spoken at a second; -1 in a pause. */
export function wordAtSecond({ words, end }: SpokenSegment, time: number): number {
  if (time > end + 0.3) return -1;
  return words.findLastIndex(({ start }) => start <= time + 0.001);
}

const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns the words of a text with the separators of the search: letters and digits only. */
const bare = (text: string): string =>
  folded(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Returns every place where a text is spoken, in order. */
export function findSpoken(segments: readonly SpokenSegment[], typed: string): SpokenMatch[] {
  const wanted = bare(typed);
  if (wanted === "") return [];
  return segments.flatMap((segment, index) => {
    let text = "";
    const starts: number[] = [];
    segment.words.forEach((word) => {
      const plain = bare(word.text);
      if (text !== "" && plain !== "") text += " ";
      starts.push(text.length);
      text += plain;
    });
    const matches: SpokenMatch[] = [];
    let at = text.indexOf(wanted);
    while (at >= 0) {
      const end = at + wanted.length;
      const from = starts.findLastIndex((start) => start <= at);
      const to = starts.findLastIndex((start) => start < end);
      matches.push({ segment: index, from, to, seconds: segment.words[from]?.start ?? segment.start });
      // A word matches once.
      at = text.indexOf(wanted, Math.max(end, starts[to + 1] ?? text.length));
    }
    return matches;
  });
}

/** Returns the text for the clipboard, with or without the times of its segments. */
export const copiedText = (segments: readonly SpokenSegment[], timeOf: ((seconds: number) => string) | null): string =>
  segments.map(({ start, text }) => (timeOf === null ? text : `${timeOf(start)} ${text}`)).join("\n");
