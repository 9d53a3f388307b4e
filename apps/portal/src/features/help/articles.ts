import { queryOptions } from "@tanstack/react-query";
import type { ArticleFacts, Block } from "./article-form.ts";

const facts = import.meta.glob<ArticleFacts>("./articles/*.md", { query: "?facts", import: "default", eager: true });
const contents = import.meta.glob<Block[]>("./articles/*.md", { query: "?blocks", import: "default" });

/** All articles in their order, without their contents. */
export const ARTICLES: readonly ArticleFacts[] = Object.values(facts).toSorted((a, b) => a.order - b.order);

/** Returns the facts of an article; undefined when there is none with this name. */
export const findArticle = (slug: string): ArticleFacts | undefined => ARTICLES.find((article) => article.slug === slug);

/** The content of an article, which is a separate file. */
export const contentQuery = (slug: string) =>
  queryOptions({
    queryKey: ["help", "content", slug],
    queryFn: () => contents[`./articles/${slug}.md`]?.() ?? [],
    staleTime: Infinity,
  });

/** The sentences of all articles. They are loaded with the first search. */
export const sentencesQuery = queryOptions({
  queryKey: ["help", "sentences"],
  queryFn: async () => (await import("./article-sentences.ts")).SENTENCES,
  staleTime: Infinity,
});
