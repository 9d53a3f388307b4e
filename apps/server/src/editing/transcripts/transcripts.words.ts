import type { StoredSegment } from "../../platform/db/schema/index.ts";
import { AiError, type Recognised, type RecognisedWord } from "../../platform/ports/speech.port.ts";

/**
 * Makes segments with reliable times of what a speech service recognised: in order, without overlaps, inside the piece, and with a time for each
 * word. Times of services are often slightly wrong, and sometimes nonsense.
 */

/** A pause in seconds after which words without segments begin a new one, and the most words of such a segment. */
const PAUSE_S = 0.8;
const SEGMENT_WORDS_MAX = 40;
/** Shortest segment and word in seconds. */
const SHORTEST_S = 0.02;
/** Seconds by which a time may be outside of the piece and is still taken for a rounding error. */
const TOLERANCE_S = 5;
/** Number of words that are compared to find the time of a word in a changed text. */
const COMPARED_WORDS = 8;
/** Scripts whose words are not separated by spaces. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

const ms = (seconds: number): number => Math.round(seconds * 1000) / 1000;
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Returns the words of a text as parts of it. In scripts without spaces the words of the language, with their punctuation. */
export function wordsIn(text: string): string[] {
  const tokens = text.split(/\s+/u).filter((token) => token !== "");
  return tokens.flatMap((token) => {
    if (token.length < 4 || !UNSPACED.test(token)) return [token];
    const parts: string[] = [];
    for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(token)) {
      if (isWordLike === true || parts.length === 0) parts.push(segment);
      else parts.push(`${parts.pop() ?? ""}${segment}`);
    }
    return parts;
  });
}

const bare = (word: string): string =>
  word
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** Fills the times of words without one evenly between their neighbours. */
function fillGaps(times: (RecognisedWord | null)[], tokens: readonly string[], start: number, end: number): RecognisedWord[] {
  const result: RecognisedWord[] = [];
  let index = 0;
  while (index < tokens.length) {
    const known = times[index];
    if (known) {
      result.push({ ...known, text: tokens[index] ?? "" });
      index += 1;
      continue;
    }
    let next = index;
    while (next < tokens.length && !times[next]) next += 1;
    const from = result.at(-1)?.end ?? start;
    const to = Math.max(from, times[next]?.start ?? end);
    const gap = tokens.slice(index, next);
    const letters = gap.reduce((sum, token) => sum + token.length, 0);
    let at = from;
    for (const token of gap) {
      const length = ((to - from) * token.length) / Math.max(1, letters);
      result.push({ start: at, end: at + length, text: token });
      at += length;
    }
    index = next;
  }
  return result;
}

/**
 * Gives each word of a text the time of the same word among `known`. Words that are not there get times between their neighbours. The result
 * does not overlap and is within the segment.
 */
export function timeWords(text: string, known: readonly RecognisedWord[], start: number, end: number): RecognisedWord[] {
  const tokens = wordsIn(text);
  let from = 0;
  const used = new Set<RecognisedWord>();
  const times = tokens.map((token): RecognisedWord | null => {
    const wanted = bare(token);
    if (wanted === "") return null;
    const index = known.slice(from, from + COMPARED_WORDS).findIndex((word) => bare(word.text) === wanted);
    if (index < 0) return null;
    const found = known[from + index] ?? null;
    from += index + 1;
    if (found) used.add(found);
    return found;
  });
  // A corrected word has the time of the word that it replaces.
  if (known.length === tokens.length)
    known.forEach((word, index) => {
      if (!used.has(word)) times[index] ??= word;
    });
  let last = start;
  return fillGaps(times, tokens, start, end).map((word) => {
    const begin = clamp(word.start, last, end);
    last = clamp(word.end, begin, end);
    return { start: ms(begin), end: ms(last), text: word.text };
  });
}

/** Returns segments of words that came without any. */
function segmentsOf(words: readonly RecognisedWord[]): RecognisedWord[] {
  const groups: RecognisedWord[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    const isNew =
      group === undefined ||
      before === undefined ||
      word.start - before.end > PAUSE_S ||
      group.length >= SEGMENT_WORDS_MAX ||
      /[.!?。！？؟]$/u.test(before.text);
    if (isNew) groups.push([word]);
    else group.push(word);
  }
  return groups.map((group) => {
    // Some services give each word with its leading space removed, others single characters.
    const isUnspaced = group.length > 1 && group.every(({ text }) => UNSPACED.test(text));
    return {
      start: group[0]?.start ?? 0,
      end: group.at(-1)?.end ?? 0,
      text: group.map(({ text }) => text).join(isUnspaced ? "" : " "),
    };
  });
}

/** Returns a text without times as sentences, evenly over the piece. */
function sentencesOf(text: string, seconds: number): RecognisedWord[] {
  const sentences = (text.match(/[^.!?。！？؟]+[.!?。！？؟]*\s*/gu) ?? []).map((sentence) => sentence.trim()).filter(Boolean);
  const letters = sentences.reduce((sum, sentence) => sum + sentence.length, 0);
  let at = 0;
  return sentences.map((sentence) => {
    const start = at;
    at += (seconds * sentence.length) / Math.max(1, letters);
    return { start, end: at, text: sentence };
  });
}

const isUsable = ({ start, end }: RecognisedWord, seconds: number): boolean =>
  Number.isFinite(start) && Number.isFinite(end) && start >= -TOLERANCE_S && start <= seconds + TOLERANCE_S && end >= start - TOLERANCE_S;

/** A piece of the sound in seconds of the video. */
export interface PieceTimes {
  start: number;
  end: number;
}

/**
 * Returns the segments of a piece in seconds of the video.
 * @throws AiError `junk` when most of the times are nonsense
 */
export function segmentsOfPiece(recognised: Recognised, piece: PieceTimes): StoredSegment[] {
  const seconds = piece.end - piece.start;
  const words = recognised.words.filter((word) => isUsable(word, seconds)).toSorted((one, other) => one.start - other.start);
  const rough =
    recognised.segments.length > 0 ? recognised.segments : words.length > 0 ? segmentsOf(words) : sentencesOf(recognised.text, seconds);
  const spoken = rough.filter(({ text }) => text !== "");
  const usable = spoken.filter((segment) => isUsable(segment, seconds));
  if (usable.length * 2 < spoken.length) throw new AiError("junk", "The times in the answer of the speech service can't be used.");
  const ordered = usable.toSorted((one, other) => one.start - other.start);
  const result: StoredSegment[] = [];
  let last = 0;
  ordered.forEach((segment, index) => {
    const start = clamp(segment.start, last, seconds);
    const next = ordered[index + 1]?.start ?? seconds;
    const end = clamp(segment.end, start, Math.max(start, Math.min(seconds, Math.max(next, start + SHORTEST_S))));
    if (seconds - start < SHORTEST_S) return;
    last = Math.min(seconds, Math.max(end, start + SHORTEST_S));
    const own = words.filter((word) => (word.start + word.end) / 2 >= start - 0.5 && (word.start + word.end) / 2 <= last + 0.5);
    const times = words.length > 0 ? timeWords(segment.text, own, start, last) : null;
    const shift = (time: number): number => ms(Math.min(piece.end, piece.start + time));
    result.push({
      start: shift(start),
      end: shift(last),
      text: segment.text,
      ...(times === null ? {} : { words: times.map((word) => ({ start: shift(word.start), end: shift(word.end), text: word.text })) }),
    });
  });
  return result;
}

/**
 * Returns changed segments as they are stored: in order, inside the video, and with the times of the words that they had.
 * Empty ones are removed.
 */
export function withTimes(
  changed: readonly { start: number; end: number; text: string }[],
  before: readonly StoredSegment[],
  duration: number,
): StoredSegment[] {
  const hasWords = before.some(({ words }) => words !== undefined);
  const known = before.flatMap(({ words }) => words ?? []);
  let last = 0;
  return changed
    .filter(({ text }) => text !== "")
    .toSorted((one, other) => one.start - other.start)
    .flatMap((segment): StoredSegment[] => {
      const start = ms(clamp(segment.start, last, duration));
      const end = ms(clamp(segment.end, start, duration));
      if (end - start < SHORTEST_S) return [];
      last = end;
      const text = segment.text.replace(/\s+/gu, " ");
      if (!hasWords) return [{ start, end, text }];
      const own = known.filter((word) => word.end > start && word.start < end);
      return [{ start, end, text, words: timeWords(text, own, start, end) }];
    });
}

/** Moves segments and words by a map of times. Words that the map removes disappear, and segments without words too. */
export function movedBy(segments: readonly StoredSegment[], map: (seconds: number) => number | null): StoredSegment[] {
  const moved = segments.flatMap((segment): StoredSegment[] => {
    if (segment.words === undefined) {
      const [start, end] = [map(segment.start), map(segment.end)];
      // A segment without times of words stays when its middle stays.
      const middle = map((segment.start + segment.end) / 2);
      if (middle === null) return [];
      return [{ text: segment.text, start: ms(start ?? middle), end: ms(Math.max(end ?? middle, (start ?? middle) + SHORTEST_S)) }];
    }
    const words = segment.words.flatMap((word) => {
      const middle = map((word.start + word.end) / 2);
      if (middle === null) return [];
      const start = map(word.start) ?? middle;
      return [{ text: word.text, start: ms(Math.min(start, middle)), end: ms(Math.max(map(word.end) ?? middle, middle)) }];
    });
    const ordered = words.toSorted((one, other) => one.start - other.start);
    if (ordered.length === 0) return [];
    const text = words.length === segment.words.length ? segment.text : textOf(ordered.map((word) => word.text));
    return [{ start: ordered[0]?.start ?? 0, end: ordered.at(-1)?.end ?? 0, text, words: ordered }];
  });
  let last = 0;
  return moved
    .toSorted((one, other) => one.start - other.start)
    .map((segment) => {
      const start = Math.max(segment.start, last);
      last = Math.max(segment.end, start);
      return { ...segment, start, end: last };
    });
}

/** Joins words to a text: with spaces, except in scripts without them. */
const textOf = (words: readonly string[]): string =>
  words.reduce(
    (text, word) => text + (text === "" || (UNSPACED.test(text.slice(-1)) && UNSPACED.test(word.charAt(0))) ? "" : " ") + word,
    "",
  );
