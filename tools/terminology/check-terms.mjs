// Finds banned words in the names and texts of files.
import { readFileSync } from "node:fs";
import path from "node:path";
import { extract, isReadable } from "./extract.mjs";
import { splitName } from "./vocabulary.mjs";

/** Returns whether `words` contains `banned` as consecutive words. */
const containsWords = (words, banned) => words.some((_, at) => banned.every((word, index) => words[at + index] === word));

const escaped = (word) => word.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
const BETWEEN = String.raw`(?:\s|\*|//)+`;

/** Builds the matchers of a vocabulary. Results for names are memoized, since most names occur in many files. */
function createMatcher(vocabulary) {
  const forNames = vocabulary.filter(({ inNames }) => inNames);
  const byText = new Map(vocabulary.filter(({ inTexts }) => inTexts).map((entry) => [entry.word, entry]));
  const patterns = [...byText.keys()].toSorted((a, b) => b.length - a.length).map((word) => escaped(word).replaceAll(" ", BETWEEN));
  const pattern = new RegExp(String.raw`(?<![\w-])(?:${patterns.join("|")})(?![\w-])`, "giu");
  const memo = new Map();
  const inName = (name) => {
    if (!memo.has(name)) {
      const words = splitName(name);
      memo.set(
        name,
        forNames.filter((entry) => containsWords(words, entry.words)),
      );
    }
    return memo.get(name);
  };
  const inText = (text) =>
    byText.size === 0
      ? []
      : [...text.matchAll(pattern)].map((match) => ({
          index: match.index,
          entry: byText.get(match[0].toLowerCase().replace(new RegExp(BETWEEN, "gu"), " ")),
        }));
  return {
    inName,
    inText,
    mayContain: {
      name: (code) => [...new Set(code.match(/[A-Za-z_$][\w$]*/gu))].some((name) => inName(name).length > 0),
      text: (code) => inText(code).length > 0,
    },
  };
}

const lineOf = (source, offset) => source.slice(0, offset).split("\n").length;

/** Returns whether an exception covers a violation. */
function covers(exception, violation) {
  return (
    (exception.name === undefined || exception.name === violation.name) &&
    (exception.word === undefined || exception.word === violation.word) &&
    (exception.under === undefined || violation.file.startsWith(exception.under))
  );
}

/** Lists the banned words in a path, once per folder or file. */
function pathViolations(file, matcher, seen) {
  const parts = file.split("/");
  return parts.flatMap((part, index) => {
    const prefix = parts.slice(0, index + 1).join("/");
    if (seen.has(prefix)) return [];
    seen.add(prefix);
    return matcher.inName(part).map((entry) => ({ file: prefix, line: 1, word: entry.word, name: part, replacement: entry.replacement }));
  });
}

/**
 * Checks files.
 * @param options.root folder that the paths are relative to
 * @param options.files paths with forward slashes
 * @param options.exceptions see exceptions.mjs
 * @returns the violations (`{ file, line, word, name?, replacement }`) and the exceptions that no violation needed
 */
export function checkTerms({ root, files, vocabulary, exceptions }) {
  const matcher = createMatcher(vocabulary);
  const seen = new Set();
  const found = [];
  for (const file of files) {
    found.push(...pathViolations(file, matcher, seen));
    if (!isReadable(file)) continue;
    const source = readFileSync(path.join(root, file), "utf8");
    const { names, texts } = extract(file, source, matcher.mayContain);
    for (const { name, offset } of names)
      for (const entry of matcher.inName(name))
        found.push({ file, line: lineOf(source, offset), word: entry.word, name, replacement: entry.replacement });
    for (const { text, offset } of texts)
      for (const { index, entry } of matcher.inText(text))
        found.push({ file, line: lineOf(source, offset + index), word: entry.word, replacement: entry.replacement });
  }
  const used = new Set();
  const violations = found.filter((violation) => {
    const exception = exceptions.find((candidate) => covers(candidate, violation));
    if (exception) used.add(exception);
    return !exception;
  });
  return { violations, unusedExceptions: exceptions.filter((exception) => !used.has(exception)) };
}
