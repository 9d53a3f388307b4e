import type { Section } from "./article-form.ts";

const sentences = import.meta.glob<Section[]>("./articles/*.md", { query: "?sentences", import: "default", eager: true });

/** The sections of every article with their sentences, by the name of the article. */
export const SENTENCES: Readonly<Record<string, readonly Section[]>> = Object.fromEntries(
  Object.entries(sentences).map(([file, sections]) => [file.replace(/^.*\/|\.md$/gu, ""), sections]),
);
