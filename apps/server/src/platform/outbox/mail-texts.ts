import en from "@stillreel/i18n/en/emails.json" with { type: "json" };
import { catalogueReader, type Known } from "../languages/index.ts";

/** All texts of all mails in one language. */
export type MailTexts = typeof en;

/** Returns the texts for a language tag such as `pt-BR`: those of the language, else English. */
export const mailTextsOf: (language: string) => Known<MailTexts> = catalogueReader("emails", en);

/** Returns the name of the folder with the library of another user, in a language. */
export const libraryFolderName = (language: string, name: string): string =>
  mailTextsOf(language).texts.libraryFolder.replace("{{name}}", () => name);
