import en from "@stillreel/i18n/en/emails.json" with { type: "json" };

/** Every text of every mail, in one language. */
export type MailTexts = typeof en;

/** Languages that mails are written in. English is complete by definition. */
const TEXTS: Record<string, MailTexts> = { en };

/** The texts for a language tag such as `pt-BR`: the language's own, else English. */
export function mailTextsOf(language: string): { language: string; texts: MailTexts } {
  const short = language.toLowerCase().split("-")[0] ?? "en";
  const texts = TEXTS[short];
  return texts ? { language: short, texts } : { language: "en", texts: en };
}
