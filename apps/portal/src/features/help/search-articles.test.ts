import { expect, test } from "vitest";
import type { ArticleFacts, Section } from "./article-form.ts";
import { markMatches, searchArticles } from "./search-articles.ts";

const article = (slug: string, order: number, title: string, description: string): ArticleFacts => ({
  slug,
  title,
  description,
  language: "en",
  topic: "start",
  order,
  isPopular: false,
});
const ARTICLES = [
  article("links", 1, "Share links", "Who can open an item."),
  article("trash", 2, "Trash", "Restore what you deleted."),
  article("blur", 3, "Redact", "Remove private data."),
];
const SECTIONS: Record<string, Section[]> = {
  links: [
    { id: "", heading: "", sentences: ["A link opens one item."] },
    { id: "password", heading: "Set a password", sentences: ["Type a password.", "Send it separately."] },
  ],
  trash: [{ id: "", heading: "", sentences: ["The link of a deleted item does not work."] }],
  blur: [{ id: "", heading: "", sentences: ["The file façade is safe."] }],
};
const slugs = (typed: string): string[] => searchArticles(typed, ARTICLES, SECTIONS).map((hit) => hit.article.slug);

test("an article is found by the beginnings of all typed words, with the best sentence and its section", () => {
  expect(searchArticles("passw ty", ARTICLES, SECTIONS)).toEqual([
    { article: ARTICLES[0], id: "password", heading: "Set a password", sentence: "Type a password." },
  ]);
  expect(slugs("password trash")).toEqual([]);
});

test("a word in the title counts more than one in a sentence", () => {
  expect(slugs("link")).toEqual(["links", "trash"]);
  expect(slugs("delete")).toEqual(["trash"]);
});

test("case and accents do not count, and punctuation finds nothing", () => {
  expect(slugs("FACADE")).toEqual(["blur"]);
  expect(slugs(" .* ")).toEqual([]);
});

test("an article whose description alone matches shows the description", () => {
  expect(searchArticles("private", ARTICLES, SECTIONS)).toMatchObject([{ id: "", sentence: "Remove private data." }]);
});

test("the beginnings of matching words are marked", () => {
  expect(markMatches("Type a password.", "pass")).toEqual([
    { text: "Type a ", isMatch: false },
    { text: "pass", isMatch: true },
    { text: "word.", isMatch: false },
  ]);
});
