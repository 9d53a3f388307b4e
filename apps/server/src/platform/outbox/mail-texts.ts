import en from "@stillreel/i18n/en/emails.json" with { type: "json" };

/** All texts of all mails in one language. */
export type MailTexts = typeof en;

/** Languages of mails. English is always complete. */
const TEXTS: Record<string, MailTexts> = { en };

/** Returns the texts for a language tag such as `pt-BR`: those of the language, else English. */
export function mailTextsOf(language: string): { language: string; texts: MailTexts } {
  const short = language.toLowerCase().split("-")[0] ?? "en";
  const texts = TEXTS[short];
  return texts ? { language: short, texts } : { language: "en", texts: en };
}

/** Returns the name of the folder with the library of another user, in a language. */
export const libraryFolderName = (language: string, name: string): string =>
  mailTextsOf(language).texts.libraryFolder.replace("{{name}}", () => name);
