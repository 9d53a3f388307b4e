/**
 * Catalogues that every page needs. English is part of the code of every page; the build makes one file of those of each other language
 * (`early-texts.config.ts`).
 */
export const FIRST_NAMESPACES = ["common", "auth", "errors", "item", "library", "search", "selection", "uploads"] as const;
