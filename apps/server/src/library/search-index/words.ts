/** Longer words are cut, in the index and in queries alike. In characters. */
export const WORD_MAX = 40;
/** Words that one entry holds at most; a comment in Chinese makes some two thousand. */
const WORDS_MAX = 2_500;
/** Words of a query beyond these are not looked at. */
const TERMS_MAX = 32;

/** Letters that differ from others by more than a mark, as they are compared. */
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
  // Arabic: ways of writing alef, yeh, kaf, and the teh marbuta.
  "\u0671": "\u0627",
  "\u0649": "\u064a",
  "\u06cc": "\u064a",
  "\u06a9": "\u0643",
  "\u0629": "\u0647",
  // Hebrew letters at the end of a word.
  ך: "כ",
  ם: "מ",
  ן: "נ",
  ף: "פ",
  ץ: "צ",
};
const FOLDED = new RegExp(`[${Object.keys(FOLDS).join("")}]`, "gu");
/** Arabic-Indic digits. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/gu;
/** Accents, vowel points, the Arabic stretching line, and characters that cannot be seen. */
const MARKS = /[\p{M}\p{Cf}\u0640]/gu;
const ASCII = /^[\u0000-\u007f]*$/u;

const TOKEN = /[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu;
/** Scripts that are written without spaces: runs of them and of everything else. */
const RUNS = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+|[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+/gu;
const UNSPACED = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;
/** Where a word begins inside another: `fooBar`, `shot12`. */
const INNER = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})/u;
/** The Arabic article, alone or after a one-letter word; looked up with and without. */
const ARTICLE = /^[وفبك]?ال(?=.{3})/u;

/** One word that is looked for: the beginning of a word, or (pairs of characters of scripts without spaces) a whole one. */
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

/** A text as it is compared: small letters without marks, one space between words; what stands between words stays. */
export function normalise(text: string): string {
  return lower(bare(text)).trim().replace(/\s+/gu, " ");
}

/** Is this a word of a script without spaces? */
export const isUnspaced = (word: string): boolean => UNSPACED.test(word);

function* runsOf(text: string): Generator<string> {
  for (const [token] of bare(text).matchAll(TOKEN)) {
    if (ASCII.test(token)) yield token;
    else for (const [run] of token.matchAll(RUNS)) yield run;
  }
}

/**
 * The words under which a text is found. Scripts without spaces give every pair of neighbours and the last character alone, so that
 * any part of them, from one character on, begins something.
 */
export function wordsOf(...texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts) {
    for (const run of runsOf(text)) {
      if (words.size >= WORDS_MAX) return words;
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

/** What somebody typed, as words to look for; a word that another one begins with is left out. */
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

/** Is the term among these words? */
export function isHit(term: Term, words: ReadonlySet<string>): boolean {
  if (words.has(term.word)) return true;
  if (!term.prefix) return false;
  for (const word of words) if (word.startsWith(term.word)) return true;
  return false;
}

/** The findable part of a page's address: host and path, readable. */
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

/** What an entry is about; its words begin with this, so that folders and items never stand in one another's way. */
export type EntryKind = "item" | "folder";
export const TAG_LENGTH = 13;
const tagOf = (workspaceId: string, kind: EntryKind): string => workspaceId.replaceAll("-", "").slice(-12) + kind.charAt(0);
const quoted = (lexeme: string): string => `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** Words as the text form of a `tsvector`, tagged with their space. */
export function vectorOf(workspaceId: string, kind: EntryKind, words: Iterable<string>): string {
  const tag = tagOf(workspaceId, kind);
  return Array.from(words, (word) => quoted(tag + word)).join(" ");
}

/** Terms as the text form of a `tsquery` over one space's entries. */
export function tsqueryOf(workspaceId: string, kind: EntryKind, terms: readonly Term[]): string {
  const tag = tagOf(workspaceId, kind);
  return terms.map((term) => quoted(tag + term.word) + (term.prefix ? ":*" : "")).join(" & ");
}
