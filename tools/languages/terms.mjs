// Checks that translations use the terms of their language's glossary (docs/languages/<tag>.md). Wrong reports cost more than a missed
// one: the check covers nouns with one meaning, compares stems, and accepts every word of the row in the glossary.
import { flatten } from "./left-english.mjs";

/** The checked terms: the names in the English column of the glossaries, and the words of an English text that mean exactly this. */
export const TERMS = [
  { names: ["workspace"], english: /\bworkspaces?\b/iu },
  { names: ["trash"], english: /\b(?:the|from|in|to) trash\b/iu },
  { names: ["folder"], english: /\bfolders?\b/iu },
  { names: ["team"], english: /\bteams?\b/iu },
  { names: ["password"], english: /\bpasswords?\b/iu },
  { names: ["passkey"], english: /\bpasskeys?\b/iu },
  { names: ["webhook"], english: /(?<!Standard )\bwebhooks?\b/iu },
  { names: ["chapter"], english: /\bchapters?\b/iu },
  { names: ["caption", "captions"], english: /\bcaptions\b/iu },
  { names: ["transcript"], english: /\btranscripts?\b/iu },
  { names: ["library"], english: /\blibrary\b/iu },
  { names: ["comment"], english: /\bcomments\b/iu },
  { names: ["access token", "token"], english: /\baccess tokens?\b/iu },
  { names: ["recovery code"], english: /\brecovery codes?\b/iu },
  { names: ["notification"], english: /\bnotifications?\b/iu },
  { names: ["microphone"], english: /\bmicrophone\b/iu },
  { names: ["camera"], english: /\bcamera\b/iu },
  { names: ["timeline"], english: /\btimeline\b/iu },
  { names: ["playhead"], english: /\bplayhead\b/iu },
  { names: ["whiteboard"], english: /\bwhiteboards?\b/iu },
  { names: ["extension"], english: /\bextension\b/iu },
  { names: ["server"], english: /\bserver\b/iu },
  { names: ["draft"], english: /\bdrafts?\b/iu },
  { names: ["quota"], english: /\bquotas?\b/iu },
  { names: ["owner"], english: /\bowners?\b/iu },
  { names: ["link"], english: /\b(?:links|a link|the link)\b/iu },
  { names: ["version"], english: /\bversions?\b/iu },
  { names: ["export", "takeout"], english: /\bexports?\b/iu },
  { names: ["poster"], english: /\bposter\b/iu },
  { names: ["profile"], english: /\bprofile\b/iu },
  { names: ["authenticator app"], english: /\bauthenticator app\b/iu },
  { names: ["video"], english: /\bvideos?\b/iu },
];

/** Rows of a glossary: the names in English, and everything else of the row. */
export function glossaryRows(markdown) {
  const table = /## Glossary\n([\s\S]*?)(?=\n## |$)/u.exec(markdown)?.[1] ?? "";
  return table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) => line.split("|").slice(1, -1))
    .map(([english = "", ...others]) => ({
      names: english
        .replaceAll(/\([^)]*\)/gu, "")
        .replace(/^[^:]*:/u, "")
        .split(/[/,;]/u)
        .map((name) => name.trim().toLowerCase()),
      words: others.join(" "),
    }));
}

/** Returns the texts of a language with their English sources. A plural form that English does not have has the source of the general form. */
export function textPairs(english, other) {
  return Object.entries(other).flatMap(([namespace, catalogue]) => {
    const source = new Map(flatten(english[namespace] ?? {}));
    return flatten(catalogue).flatMap(([key, to]) => {
      const from = source.get(key) ?? source.get(key.replace(PLURAL, "_other"));
      return from === undefined ? [] : [{ key: `${namespace}:${key}`, from, to }];
    });
  });
}

/** Removes what inflection and spelling change: accents, vowel marks, final forms and forms of the alif. */
const plain = (text) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}|ـ/gu, "")
    .replaceAll(/[أإآ]/gu, "ا")
    .replaceAll(/[ךםןףץ]/gu, (letter) => "כמנפצ"["ךםןףץ".indexOf(letter)]);

const PLURAL = /_(?:zero|one|two|few|many|other)$/u;
const CHINESE = /\p{Script=Han}/u;
const ARABIC = /\p{Script=Arabic}/u;

/**
 * Returns the patterns of a word's stem; none for a word that is too short to mean anything. Arabic plurals change the vowels inside a word, so
 * its consonants are compared, too.
 */
function stemsOf(word) {
  if (CHINESE.test(word)) return [word];
  if (word.length < 3) return [];
  if (!ARABIC.test(word)) return [word.slice(0, Math.max(3, Math.floor(word.length * 0.65)))];
  const bare = word.replace(/^ال(?=.{3})/u, "");
  const consonants = bare.replaceAll(/(?<=.)[اويةه]/gu, "");
  return [bare.slice(0, Math.max(3, bare.length - 1)), ...(consonants.length < 3 ? [] : [[...consonants].join("[اوي]*")])];
}

/** Returns the pattern of a term in a language; null when its glossary does not have the term. */
function patternOf(rows, names) {
  const own = rows.filter((row) => names.some((name) => row.names.includes(name)));
  const words = own.flatMap((row) => plain(row.words).match(/[\p{L}\p{N}]+/gu) ?? []);
  const stems = words.flatMap(stemsOf);
  return stems.length === 0 ? null : new RegExp(stems.join("|"), "u");
}

/** Removes from an English text what is not translated: placeholders, tags and addresses. */
const translatable = (text) => text.replaceAll(/\{\{.*?\}\}|<[^>]+>|\S*[/@]\S*|\w+\.\w\S*/gu, " ");

/**
 * Returns one sentence for each text without the term that its English source has.
 * @param texts pairs of English and translated texts, by key
 * @param glossary the language's guide
 * @param exceptions reasons by key without plural form, for all languages, or by language and key
 */
export function termProblems(language, texts, glossary, exceptions = {}) {
  const rows = glossaryRows(glossary);
  return TERMS.flatMap(({ names, english }) => {
    const pattern = patternOf(rows, names);
    if (pattern === null) return [];
    const isAllowed = (key) => key in exceptions || `${language} ${key}` in exceptions;
    return texts
      .filter(({ key, from, to }) => english.test(translatable(from)) && !pattern.test(plain(to)) && !isAllowed(key.replace(PLURAL, "")))
      .map(
        ({ key, from, to }) =>
          `${language} ${key}: "${names[0]}" is missing its term of docs/languages/${language}.md.\n  ${from}\n  ${to}`,
      );
  });
}
