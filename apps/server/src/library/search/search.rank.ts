import type { SearchMatch } from "@stillreel/contract";
import type { z } from "zod";
import type { FoundFolder, FoundItem } from "./found.repo.ts";
import { addressOf, isHit, normalise, type Term, wordsOf } from "../search-index/index.ts";

export type Match = z.input<typeof SearchMatch>;

/** An item with its best match. A lower rank is better. */
export interface Ranked {
  itemId: string;
  /** An ISO timestamp. */
  at: string;
  rank: number;
  match: Match;
}

/** Length of the excerpt around a hit in characters, and the number of characters before the hit. */
const EXCERPT = 160;
const BEFORE = 40;
const RANKS = { equal: 0, begins: 1, title: 2, chapter: 3, page: 4, description: 5, comment: 6, speech: 7 } as const;

const hitsIn = (terms: readonly Term[], text: string): number => {
  const words = wordsOf(text);
  return terms.filter((term) => isHit(term, words)).length;
};

/** Returns an excerpt of about 160 characters around the first search word. */
export function excerptOf(text: string, terms: readonly Term[]): string {
  const line = text.replace(/\s+/gu, " ").trim();
  if (line.length <= EXCERPT) return line;
  const characters = [...line];
  if (characters.length <= EXCERPT) return line;
  let hit = 0;
  for (const token of line.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (hitsIn(terms, token[0]) === 0) continue;
    // Words are short, but text in a script without spaces may be one long token, so the hit is located inside it.
    const inner = Math.max(0, ...terms.map((term) => token[0].toLowerCase().indexOf(term.word)));
    hit = Array.from(line.slice(0, token.index + inner)).length;
    break;
  }
  const start = Math.max(0, Math.min(hit - BEFORE, characters.length - EXCERPT));
  const end = Math.min(characters.length, start + EXCERPT);
  return `${start > 0 ? "…" : ""}${characters.slice(start, end).join("").trim()}${end < characters.length ? "…" : ""}`;
}

/** Returns the best match of the words in an item (or in one comment on it). */
function matchOf(row: FoundItem, terms: readonly Term[], phrase: string): Pick<Ranked, "rank" | "match"> {
  const none = { at: null, commentId: null, author: null };
  if (row.comment_id !== null && row.comment_text !== null) {
    const at = typeof row.comment_at === "number" ? row.comment_at : null;
    const match = { kind: "comment" as const, text: row.comment_text, at, commentId: row.comment_id, author: row.comment_author };
    return { rank: RANKS.comment, match };
  }
  // Its text and second are found later, only for the results.
  if (row.spoken) return { rank: RANKS.speech, match: { ...none, kind: "speech", text: "" } };
  const title: Match = { ...none, kind: "title", text: row.title };
  const name = normalise(row.title);
  if (name === phrase) return { rank: RANKS.equal, match: title };
  if (name.startsWith(phrase)) return { rank: RANKS.begins, match: title };
  const [chapter, inChapter] = (row.chapters ?? []).reduce<[NonNullable<FoundItem["chapters"]>[number] | null, number]>(
    (best, candidate) => {
      const hits = hitsIn(terms, candidate.name);
      return hits > best[1] ? [candidate, hits] : best;
    },
    [null, 0],
  );
  const inTitle = hitsIn(terms, row.title);
  const description = row.description ?? "";
  if (inTitle === terms.length || chapter === null) {
    const inPage = inTitle === terms.length ? 0 : hitsIn(terms, addressOf(row.page_url));
    const inDescription = inTitle === terms.length ? 0 : hitsIn(terms, description);
    if (inDescription > Math.max(inTitle, inPage))
      return { rank: RANKS.description, match: { ...none, kind: "description", text: description } };
    if (row.page_url === null || inPage <= inTitle) return { rank: RANKS.title, match: title };
    return { rank: RANKS.page, match: { ...none, kind: "page", text: row.page_url } };
  }
  if (inTitle >= inChapter) return { rank: RANKS.title, match: title };
  return { rank: RANKS.chapter, match: { ...none, kind: "chapter", text: chapter.name, at: chapter.timestamp } };
}

/**
 * Returns the best items, one hit each with its best match, in this order: equal title, title prefix, title, chapter,
 * page, description, comment, speech. Equal ranks are sorted newest first.
 */
export function rankItems(rows: readonly FoundItem[], terms: readonly Term[], phrase: string, limit: number): Ranked[] {
  const best = new Map<string, Ranked>();
  for (const row of rows) {
    const ranked = { itemId: row.id, at: row.at, ...matchOf(row, terms, phrase) };
    const known = best.get(row.id);
    if (!known || isBetter(ranked, known)) best.set(row.id, ranked);
  }
  return [...best.values()]
    .toSorted((one, other) => (isBetter(one, other) ? -1 : 1))
    .slice(0, limit)
    .map((ranked) => ({ ...ranked, match: { ...ranked.match, text: excerptOf(ranked.match.text, terms) } }));
}

/** Number of words behind a hit among which the other words count as near. */
const NEAR = 4;

/** Returns the second at which most of the words are spoken together. */
export function secondOf(marks: readonly (readonly [number, string])[], terms: readonly Term[]): number | null {
  const hits = marks.map(([, text]) => {
    const words = wordsOf(text);
    return terms.filter((term) => isHit(term, words));
  });
  let best: { at: number; count: number } | null = null;
  marks.forEach(([ms], index) => {
    if (hits[index]?.length === 0) return;
    const count = new Set(hits.slice(index, index + terms.length + NEAR).flat()).size;
    if (best === null || count > best.count) best = { at: ms / 1000, count };
  });
  return (best as { at: number } | null)?.at ?? null;
}

/** Ranks folders by name: equal, prefix, other. Equal ranks are sorted newest first. */
export function rankFolders(rows: readonly FoundFolder[], phrase: string, limit: number): FoundFolder[] {
  const rankOf = (row: FoundFolder): number => {
    const name = normalise(row.title);
    if (name === phrase) return RANKS.equal;
    return name.startsWith(phrase) ? RANKS.begins : RANKS.title;
  };
  const ranked = rows.map((row) => ({ row, rank: rankOf(row) }));
  return ranked
    .toSorted((one, other) => one.rank - other.rank || Number(other.row.at > one.row.at) - Number(one.row.at > other.row.at))
    .slice(0, limit)
    .map(({ row }) => row);
}

const isBetter = (one: Ranked, other: Ranked): boolean =>
  one.rank === other.rank ? one.at > other.at || (one.at === other.at && one.itemId > other.itemId) : one.rank < other.rank;
