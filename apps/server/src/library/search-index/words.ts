/** Maximum word length in characters; longer words are truncated in index and queries. */
export const WORD_MAX = 40;
/** Maximum number of words per entry; a comment in Chinese yields about two thousand. */
const WORDS_MAX = 2_500;
/** The same for the transcript of a video, which may last for hours. */
const SPOKEN_WORDS_MAX = 15_000;
/** Maximum number of words per query; further words are ignored. */
const TERMS_MAX = 32;

/** Letters that are normalised beyond removing marks. */
const FOLDS: Readonly<Record<string, string>> = {
  ß: "ss",
  ı: "i",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ς: "σ",
  // Arabic: variants of alef, yeh, kaf, and the teh marbuta.
  "\u0671": "\u0627",
  "\u0649": "\u064a",
  "\u06cc": "\u064a",
  "\u06a9": "\u0643",
  "\u0629": "\u0647",
  // Final forms of Hebrew letters.
  ך: "כ",
  ם: "מ",
  ן: "נ",
  ף: "פ",
  ץ: "צ",
};
const FOLDED = new RegExp(`[${Object.keys(FOLDS).join("")}]`, "gu");
/** Arabic-Indic digits. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/gu;
/** Accents, vowel points, the Arabic tatweel, and invisible characters. */
const MARKS = /[\p{M}\p{Cf}\u0640]/gu;
const ASCII = /^[\u0000-\u007f]*$/u;

const TOKEN = /[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu;
/** Runs of scripts without spaces, and of all other characters. */
const RUNS = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+|[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+/gu;
const UNSPACED = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;
/** Word boundaries inside a word: `fooBar`, `shot12`. */
const INNER = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})/u;
/** The Arabic article, alone or after a one-letter prefix; words are indexed with and without it. */
const ARTICLE = /^[وفبك]?ال(?=.{3})/u;

/** A search term: a word prefix, or (a character pair of a script without spaces) a whole word. */
export interface Term {
  word: string;
  prefix: boolean;
}

const bare = (text: string): string => (ASCII.test(text) ? text : text.normalize("NFKD").replace(MARKS, ""));

function lower(text: string): string {
  const small = text.toLowerCase();
  if (ASCII.test(small)) return small;
  return small.replace(FOLDED, (letter) => FOLDS[letter] ?? letter).replace(DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 15));
}

const cut = (word: string): string => (word.length <= WORD_MAX ? word : [...word].slice(0, WORD_MAX).join(""));

/** Normalises a text: lower case without marks, single spaces; punctuation between words stays. */
export function normalise(text: string): string {
  return lower(bare(text)).trim().replace(/\s+/gu, " ");
}

/** Returns whether a word belongs to a script without spaces. */
export const isUnspaced = (word: string): boolean => UNSPACED.test(word);

function* runsOf(text: string): Generator<string> {
  for (const [token] of bare(text).matchAll(TOKEN)) {
    if (ASCII.test(token)) yield token;
    else for (const [run] of token.matchAll(RUNS)) yield run;
  }
}

/**
 * Returns the index words of a text. Scripts without spaces yield every pair of adjacent characters and the last character, so that
 * any substring is found.
 */
export const wordsOf = (...texts: readonly string[]): Set<string> => collectWords(texts, WORDS_MAX);

/** Returns the index words of a transcript. */
export const spokenWordsOf = (texts: readonly string[]): Set<string> => collectWords(texts, SPOKEN_WORDS_MAX);

function collectWords(texts: readonly string[], most: number): Set<string> {
  const words = new Set<string>();
  for (const text of texts) {
    for (const run of runsOf(text)) {
      if (words.size >= most) return words;
      if (isUnspaced(run)) {
        const characters = [...lower(run)];
        characters.forEach((character, index) => words.add(character + (characters[index + 1] ?? "")));
        continue;
      }
      words.add(cut(lower(run)));
      const inner = run.split(INNER);
      for (let from = 1; from < Math.min(inner.length, 8); from += 1) words.add(cut(lower(inner.slice(from).join(""))));
      const stem = run.replace(ARTICLE, "");
      if (stem !== run) words.add(cut(lower(stem)));
    }
  }
  return words;
}

/** Returns the terms of a query; a word that is a prefix of another is omitted. */
export function termsOf(typed: string): Term[] {
  const found = new Map<string, Term>();
  for (const run of runsOf(typed)) {
    if (!isUnspaced(run)) {
      const word = cut(lower(run));
      found.set(word, { word, prefix: true });
      continue;
    }
    const characters = [...lower(run)];
    if (characters.length === 1) found.set(characters[0] ?? "", { word: characters[0] ?? "", prefix: true });
    for (let index = 0; index + 1 < characters.length; index += 1) {
      const word = (characters[index] ?? "") + (characters[index + 1] ?? "");
      found.set(word, { word, prefix: false });
    }
  }
  const terms = [...found.values()].slice(0, TERMS_MAX);
  return terms.filter((term) => !(term.prefix && terms.some((other) => other !== term && other.word.startsWith(term.word))));
}

/** Returns whether the term matches one of these words. */
export function isHit(term: Term, words: ReadonlySet<string>): boolean {
  if (words.has(term.word)) return true;
  if (!term.prefix) return false;
  for (const word of words) if (word.startsWith(term.word)) return true;
  return false;
}

/** Returns the searchable part of a page's address: host and path, decoded. */
export function addressOf(pageUrl: string | null): string {
  if (pageUrl === null) return "";
  try {
    const { hostname, pathname } = new URL(pageUrl);
    return `${hostname} ${decoded(pathname)}`;
  } catch {
    return "";
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Kind of an entry. Its words have this prefix, so that folders and items are indexed separately. */
export type EntryKind = "item" | "folder";
export const TAG_LENGTH = 13;
const tagOf = (workspaceId: string, kind: EntryKind): string => workspaceId.replaceAll("-", "").slice(-12) + kind.charAt(0);
const quoted = (lexeme: string): string => `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** Formats words as `tsvector` text, prefixed with their space. */
export function vectorOf(workspaceId: string, kind: EntryKind, words: Iterable<string>): string {
  const tag = tagOf(workspaceId, kind);
  return Array.from(words, (word) => quoted(tag + word)).join(" ");
}

/** Formats words as `tsvector` text without a space: those of a passage, which is found by its item. */
export const plainVectorOf = (words: Iterable<string>): string => Array.from(words, quoted).join(" ");

/** Formats terms as `tsquery` text for passages. `any`: one of the terms is enough. */
export const plainQueryOf = (terms: readonly Term[], any: boolean): string =>
  terms.map((term) => quoted(term.word) + (term.prefix ? ":*" : "")).join(any ? " | " : " & ");

/** Formats terms as `tsquery` text for the entries of one space. */
export function tsqueryOf(workspaceId: string, kind: EntryKind, terms: readonly Term[]): string {
  const tag = tagOf(workspaceId, kind);
  return terms.map((term) => quoted(tag + term.word) + (term.prefix ? ":*" : "")).join(" & ");
}

/** Returns terms as a search engine stores them: with the tag of their space. */
export const taggedTerms = (workspaceId: string, kind: EntryKind, terms: readonly Term[]): Term[] => {
  const tag = tagOf(workspaceId, kind);
  return terms.map(({ word, prefix }) => ({ word: tag + word, prefix }));
};

/** Maximum number of characters of a heading. */
const HEADING_MAX = 100;

/** Returns a title, or the beginning of one, as a search engine stores it: normalised, with the tag of its space. */
export const headingOf = (workspaceId: string, title: string): string =>
  tagOf(workspaceId, "item") + [...normalise(title)].slice(0, HEADING_MAX).join("");
