export { catalogueReader, pluralOf, type Known } from "./catalogues.ts";
export { askedLanguages, type AskedLanguages, wantedLanguage } from "./wanted-language.ts";
