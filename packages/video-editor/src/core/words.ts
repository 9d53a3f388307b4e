import type { EditDocument } from "@stillreel/contract";
import { type Range, removedRanges, sourceAt, timeMapOf } from "./time-map.ts";

/** Silence that stays before and after a cut, in seconds. */
export const WORD_MARGIN_S = 0.08;
/** Silences that are longer are proposed for removal, in seconds. */
export const SILENCE_S = 0.8;

/** A transcript as the server gives it, in seconds of the displayed video. */
export interface GivenTranscript {
  language: string | null;
  segments: readonly {
    start: number;
    end: number;
    text: string;
    /** Absent when the speech service gives no times of words. */
    words?: readonly { start: number; end: number; text: string }[] | undefined;
  }[];
}

/** A word with its time in seconds of the edited video's own source. */
export interface Word extends Range {
  text: string;
  /** Index of its segment, and its index among the words of that. */
  segment: number;
  index: number;
}

/** Divides the time of a segment among its words by their numbers of letters. */
function spread({ start, end, text }: GivenTranscript["segments"][number]): { start: number; end: number; text: string }[] {
  const texts = text.split(/\s+/u).filter((word) => word !== "");
  const letters = texts.reduce((sum, word) => sum + word.length + 1, 0);
  let at = start;
  return texts.map((word) => {
    const from = at;
    at += ((end - start) * (word.length + 1)) / Math.max(1, letters);
    return { start: from, end: at, text: word };
  });
}

/**
 * Returns the words of a transcript in seconds of the source, in their order.
 * @param shown the document that was rendered into the displayed video; null when it is unedited
 */
export function wordsOf({ segments }: GivenTranscript, shown: EditDocument | null = null): Word[] {
  const map = shown && timeMapOf(shown);
  return segments.flatMap((given, segment) =>
    (given.words ?? spread(given)).flatMap(({ start, end, text }, index) => {
      if (!map) return [{ from: start, to: Math.max(start, end), text: text.trim(), segment, index }];
      // The middle of a word is never on a cut. A joined video has no words here.
      const middle = sourceAt(map, (start + end) / 2);
      if (middle.itemId !== undefined) return [];
      const half = ((end - start) / 2) * (middle.placed.clip.speed ?? 1);
      return [{ from: Math.max(0, middle.at - half), to: middle.at + half, text: text.trim(), segment, index }];
    }),
  );
}

/** Returns the texts of a transcript after the text of one word was changed. Everything else stays. */
export function correctedSegments(
  { segments }: GivenTranscript,
  { segment, index }: Pick<Word, "segment" | "index">,
  text: string,
): { start: number; end: number; text: string }[] {
  return segments.map((given, number) => {
    const { start, end } = given;
    if (number !== segment) return { start, end, text: given.text };
    const words = given.words ?? spread(given);
    let from = 0;
    for (const [at, word] of words.entries()) {
      const found = given.text.indexOf(word.text.trim(), from);
      if (found === -1) break;
      from = found + word.text.trim().length;
      if (at === index) return { start, end, text: `${given.text.slice(0, found)}${text}${given.text.slice(from)}`.trim() };
    }
    // The words are not parts of the text, as the contract demands.
    return { start, end, text: words.map((word, at) => (at === index ? text : word.text.trim())).join(" ") };
  });
}

/** Returns the index of the word that is spoken at a second of the source; the last one before it in a silence. -1 before the first. */
export const wordAt = (words: readonly Word[], at: number): number => words.findLastIndex(({ from }) => from <= at + 1e-6);

/** Returns whether a word is removed: its middle is in no clip of the edited video's own source. */
export const isStruck = ({ clips }: Pick<EditDocument, "clips">, { from, to }: Range): boolean => {
  const middle = (from + to) / 2;
  return !clips.some(({ itemId, start, end }) => itemId === undefined && middle >= start && middle < end);
};

/** Returns for every word whether it is removed. */
export function struckWords(document: Pick<EditDocument, "clips">, words: readonly Word[], duration: number): boolean[] {
  const removed = removedRanges(document, duration);
  return words.map((word) => {
    const middle = (word.from + word.to) / 2;
    let [low, high] = [0, removed.length];
    while (low < high) {
      const at = (low + high) >> 1;
      if ((removed[at]?.to ?? 0) <= middle) low = at + 1;
      else high = at;
    }
    return middle >= (removed[low]?.from ?? Infinity);
  });
}

/** Returns the removed ranges of the source that are shown again for struck words from one index to another one. */
export function backOfWords(
  document: Pick<EditDocument, "clips">,
  words: readonly Word[],
  [first, last]: readonly [first: number, last: number],
  duration: number,
): Range[] {
  const cut = cutOfWords(words, first, last, duration);
  if (!cut) return [];
  const [one, other, before, after] = [words[first], words[last], words[first - 1], words[last + 1]];
  // Beside a word that is played, the whole silence comes back. Beside one that stays struck, only the rest that every cut leaves.
  const isBeforeStruck = before !== undefined && isStruck(document, before);
  const isAfterStruck = after !== undefined && isStruck(document, after);
  const from = isBeforeStruck ? Math.max(before.to, (one?.from ?? 0) - WORD_MARGIN_S) : (before?.to ?? 0);
  const to = isAfterStruck ? Math.min(after.from, (other?.to ?? 0) + WORD_MARGIN_S) : (after?.from ?? duration);
  return removedRanges(document, duration).flatMap((removed) => {
    const range = { from: Math.max(from, removed.from), to: Math.min(to, removed.to) };
    return range.to - range.from > 1e-6 ? [range] : [];
  });
}

/**
 * Returns the range of the source to remove for words from one index to another one. The silence around them is removed too, except a
 * short rest beside the neighbouring words.
 */
export function cutOfWords(words: readonly Word[], first: number, last: number, duration: number): Range | null {
  const [one, other] = [words[first], words[last]];
  if (!one || !other) return null;
  const [before, after] = [words[first - 1], words[last + 1]];
  const from = before ? Math.min(one.from, before.to + WORD_MARGIN_S) : Math.max(0, one.from - WORD_MARGIN_S);
  const to = after ? Math.max(other.to, after.from - WORD_MARGIN_S) : Math.min(duration, other.to + WORD_MARGIN_S);
  return { from, to };
}

/**
 * Returns ranges to remove, and the silences between them and other removed parts that are as short as what two cuts leave: nothing is
 * played between two struck words.
 */
export function withShortRests(
  document: Pick<EditDocument, "clips">,
  words: readonly Word[],
  ranges: readonly Range[],
  duration: number,
): Range[] {
  const all = [...removedRanges(document, duration), ...ranges].toSorted((one, other) => one.from - other.from);
  const rests: Range[] = [];
  let end = -Infinity;
  for (const { from, to } of all) {
    const isShort = from > end && from - end <= 2 * WORD_MARGIN_S + 1e-6;
    if (isShort && !words.some((word) => (word.from + word.to) / 2 > end && (word.from + word.to) / 2 < from))
      rests.push({ from: end, to: from });
    end = Math.max(end, to);
  }
  return [...ranges, ...rests];
}

/** Words without meaning, by language. Texts are compared without case and punctuation. Each entry may be several words. */
const FILLERS: Readonly<Record<string, readonly string[]>> = {
  ar: ["اه", "يعني", "امم"],
  de: ["äh", "ähm", "öh", "öhm", "hm", "ehm", "mhm"],
  en: ["um", "uh", "you know", "umm", "uhh", "er", "erm", "hmm", "mhm"],
  es: ["eh", "em", "este", "mmm"],
  fr: ["euh", "heu", "hum", "bah", "ben"],
  he: ["אה", "אמ", "אממ"],
  it: ["ehm", "eh", "uhm", "mmm"],
  ja: ["えー", "えーと", "あの", "うーん"],
  nl: ["eh", "ehm", "uh", "uhm"],
  pl: ["yyy", "eee", "hmm"],
  pt: ["ahn", "hum", "éh", "né"],
  ru: ["э", "ээ", "эм", "ммм", "мм"],
  zh: ["嗯", "呃", "那个"],
};

/** Returns the fillers of a language, those of English for an unknown one. */
export const fillersOf = (language: string | null): readonly string[] =>
  FILLERS[(language ?? "en").split("-")[0]?.toLowerCase() ?? "en"] ?? FILLERS["en"] ?? [];

/** Returns the indexes of the words at which a text starts. The last word of it may be the start of a word. */
export function findWords(words: readonly Word[], query: string): number[] {
  const parts = query
    .split(/\s+/u)
    .map(plain)
    .filter((part) => part !== "");
  if (parts.length === 0) return [];
  const spoken = words.map(({ text }) => plain(text));
  return spoken.flatMap((_, index) => {
    const isHere = parts.every((part, offset) => {
      const word = spoken[index + offset] ?? "";
      return offset === parts.length - 1 ? word.startsWith(part) : word === part;
    });
    return isHere ? [index] : [];
  });
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}']+/gu, "");

/** A silence or a filler that could be removed. */
export interface TidyProposal extends Range {
  kind: "silence" | "filler";
  /** Index of the word at which a filler starts, or after which a silence follows (-1: before the first word). */
  word: number;
  /** Number of words of a filler. */
  count: number;
}

export interface TidyOptions {
  language: string | null;
  duration: number;
  silence?: number;
}

/** Returns the silences between words that are too long. Their ends stay, so that words are not cut. */
function silences(words: readonly Word[], duration: number, least: number): TidyProposal[] {
  const found: TidyProposal[] = [];
  for (let index = -1; index < words.length; index += 1) {
    const [before, after] = [words[index], words[index + 1]];
    const from = before ? before.to + WORD_MARGIN_S : 0;
    const to = after ? after.from - WORD_MARGIN_S : duration;
    const gap = (after?.from ?? duration) - (before?.to ?? 0);
    if (gap > least && to > from) found.push({ kind: "silence", word: index, count: 0, from, to });
  }
  return found;
}

/** Returns the fillers among words, the longest first at each place. */
function fillers(words: readonly Word[], language: string | null, duration: number): TidyProposal[] {
  const texts = fillersOf(language)
    .map((text) => text.split(" ").map(plain))
    .toSorted((one, other) => other.length - one.length);
  const spoken = words.map(({ text }) => plain(text));
  const found: TidyProposal[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const filler = texts.find((parts) => parts.every((part, offset) => spoken[index + offset] === part));
    const range = filler && cutOfWords(words, index, index + filler.length - 1, duration);
    if (!filler || !range) continue;
    found.push({ kind: "filler", word: index, count: filler.length, ...range });
    index += filler.length - 1;
  }
  return found;
}

/** Returns what could be removed without losing a meaning, in the order of the source. Parts that are already removed are left out. */
export function tidyProposals(
  document: Pick<EditDocument, "clips">,
  words: readonly Word[],
  { language, duration, silence = SILENCE_S }: TidyOptions,
): TidyProposal[] {
  const found = [...silences(words, duration, silence), ...fillers(words, language, duration)];
  return found.filter((proposal) => !isStruck(document, proposal)).toSorted((one, other) => one.from - other.from);
}

/** Returns the total length of ranges in seconds. Overlapping parts count once. */
export function lengthOfRanges(ranges: readonly Range[]): number {
  let [end, sum] = [-Infinity, 0];
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    sum += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return sum;
}
