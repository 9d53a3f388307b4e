import { describe, expect, it } from "vitest";
import { hasEveryWord, markHits } from "./mark-hits.ts";

const marked = (text: string, typed: string): string =>
  markHits(text, typed)
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join("");

describe("marking the searched words", () => {
  it.each([
    ["Totals disagree on renewal", "renew", "Totals disagree on [renew]al"],
    ["Release renewal", "ren rel", "[Rel]ease [ren]ewal"],
    ["Réunion à Zürich", "reunion zur", "[Réunion] à [Zür]ich"],
    ["Réunion", "réunion", "[Réunion]"],
    ["unrelated", "related", "unrelated"],
    ["发布说明", "说明", "发布[说明]"],
    ["تَقرير", "تقر", "[تَقر]ير"],
    ["nothing", "", "nothing"],
    ["a*b (c)", "c", "a*b ([c])"],
  ])("%s, for %s", (text, typed, expected) => {
    expect(marked(text, typed)).toBe(expected);
  });
});

it.each([
  ["Renewal flow", "ren", true],
  ["Renewal flow", "flow ren", true],
  ["Renewal flow", "renew it", false],
  ["Unrelated", "related", false],
  ["Réunion", "reunion", true],
  ["Renewal", " ", false],
])("every word begins one of %s: %s (%s)", (text, typed, expected) => {
  expect(hasEveryWord(text, typed)).toBe(expected);
});
