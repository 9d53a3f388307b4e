import { BASE_LANGUAGE, translatedTag } from "@stillreel/i18n";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ArticleFacts, Block, Section } from "./article-form.ts";

const facts = import.meta.glob<ArticleFacts>("./articles/*.md", { query: "?facts", import: "default", eager: true });
const contents = import.meta.glob<Block[]>("./articles/*.md", { query: "?blocks", import: "default" });
// Some articles are translated. Each is in the folder of its language, with the name of the English one.
const translatedFacts = import.meta.glob<ArticleFacts>("./articles/*/*.md", { query: "?facts", import: "default" });
const translatedContents = import.meta.glob<Block[]>("./articles/*/*.md", { query: "?blocks", import: "default" });
const translatedSentences = import.meta.glob<Section[]>("./articles/*/*.md", { query: "?sentences", import: "default" });

/** All articles in their order and in English, without their contents. */
export const ARTICLES: readonly ArticleFacts[] = Object.values(facts).toSorted((a, b) => a.order - b.order);

const fileOf = (slug: string, language: string): string => `./articles/${language}/${slug}.md`;

const articlesQuery = (language: string) =>
  queryOptions({
    queryKey: ["help", "articles", language],
    queryFn: () => Promise.all(ARTICLES.map(async (article) => (await translatedFacts[fileOf(article.slug, language)]?.()) ?? article)),
    placeholderData: ARTICLES as ArticleFacts[],
    staleTime: Infinity,
  });

/** Returns the language of the page. */
function useLanguage(): string {
  const { i18n } = useTranslation();
  return translatedTag(i18n.language) ?? BASE_LANGUAGE;
}

/** Returns all articles in their order, each in the language of the page or in English. */
export const useArticles = (): readonly ArticleFacts[] => useQuery(articlesQuery(useLanguage())).data ?? ARTICLES;

/** Returns an article in the language of the page or in English; undefined when there is none with this name. */
export const useArticle = (slug: string): ArticleFacts | undefined => useArticles().find((article) => article.slug === slug);

/** Loads the content of an article, which is a separate file. */
export function useContent(slug: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: ["help", "content", slug, language],
    queryFn: () => (translatedContents[fileOf(slug, language)] ?? contents[`./articles/${slug}.md`])?.() ?? [],
    staleTime: Infinity,
  });
}

/** Loads the sentences of all articles in the languages of {@link useArticles}, with the first search. */
export function useSentences() {
  const language = useLanguage();
  return useQuery({
    queryKey: ["help", "sentences", language],
    queryFn: async (): Promise<Readonly<Record<string, readonly Section[]>>> => {
      const { SENTENCES } = await import("./article-sentences.ts");
      const own = await Promise.all(
        ARTICLES.map(async ({ slug }) => [slug, (await translatedSentences[fileOf(slug, language)]?.()) ?? SENTENCES[slug] ?? []] as const),
      );
      return Object.fromEntries(own);
    },
    staleTime: Infinity,
  });
}
