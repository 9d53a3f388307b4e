import type { ArticleFacts, Section } from "./article-form.ts";

/** One found article, with the sentence that matches best and the section that contains it. `id` and `heading` may be empty. */
export interface Hit {
  article: ArticleFacts;
  id: string;
  heading: string;
  sentence: string;
}

/** A part of a text, and whether a searched word begins there. */
export interface Part {
  text: string;
  isMatch: boolean;
}

/** Weights of a word by the location where it is found. */
const IN_TITLE = 12;
const IN_HEADING = 6;
const IN_DESCRIPTION = 4;
const IN_SENTENCE = 2;

const WORD = /[\p{L}\p{N}]+/gu;
const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const wordsOf = (text: string): string[] => fold(text).match(WORD) ?? [];

/** Returns how many of the terms begin a word of the text. */
const countIn = (text: string, terms: readonly string[]): number => {
  const words = wordsOf(text);
  return terms.filter((term) => words.some((word) => word.startsWith(term))).length;
};

/** Returns the section and sentence with most of the terms; the description when no sentence has one. */
function bestSentence(article: ArticleFacts, sections: readonly Section[], terms: readonly string[]): { hit: Hit; score: number } {
  let best = { hit: { article, id: "", heading: "", sentence: article.description }, score: 0 };
  for (const { id, heading, sentences } of sections)
    for (const sentence of sentences) {
      const score = countIn(sentence, terms) * IN_SENTENCE + countIn(heading, terms) * IN_HEADING;
      if (score > best.score) best = { hit: { article, id, heading, sentence }, score };
    }
  return best;
}

/**
 * Returns the articles that contain the beginning of every typed word, best first. Case and accents do not count.
 * @param sections the sections of each article by its name
 */
export function searchArticles(
  typed: string,
  articles: readonly ArticleFacts[],
  sections: Readonly<Record<string, readonly Section[]>>,
): Hit[] {
  const terms = [...new Set(wordsOf(typed))];
  if (terms.length === 0) return [];
  const found = articles.flatMap((article) => {
    const own = sections[article.slug] ?? [];
    const all = [article.title, article.description, ...own.flatMap(({ heading, sentences }) => [heading, ...sentences])].join(" ");
    if (countIn(all, terms) < terms.length) return [];
    const { hit, score } = bestSentence(article, own, terms);
    return [{ hit, score: score + countIn(article.title, terms) * IN_TITLE + countIn(article.description, terms) * IN_DESCRIPTION }];
  });
  return found.toSorted((a, b) => b.score - a.score || a.hit.article.order - b.hit.article.order).map(({ hit }) => hit);
}

/** Divides a text into parts, so that the beginnings of words that match can be marked. */
export function markMatches(text: string, typed: string): Part[] {
  const terms = wordsOf(typed).toSorted((a, b) => b.length - a.length);
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const term = terms.find((candidate) => fold(word).startsWith(candidate));
    if (term === undefined) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false });
    end = index + Math.min(term.length, word.length);
    parts.push({ text: text.slice(index, end), isMatch: true });
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}
