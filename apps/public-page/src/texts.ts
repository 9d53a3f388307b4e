import { BASE_LANGUAGE, directionOf, TRANSLATED } from "@stillreel/i18n";
import { createWatchTexts, type WatchTexts } from "@stillreel/watch/texts";

/** Loads the texts of the page's language; English for languages without translation, in their direction. */
export async function loadTexts(language: string): Promise<WatchTexts> {
  const direction = directionOf(language);
  if (language === BASE_LANGUAGE || !TRANSLATED.includes(language)) return createWatchTexts(language, direction);
  const answer = await fetch(`/locales/${encodeURIComponent(language)}/watch.json`).catch(() => undefined);
  const catalogue: unknown = answer?.ok ? await answer.json() : undefined;
  return createWatchTexts(language, direction, (catalogue ?? undefined) as Parameters<typeof createWatchTexts>[2]);
}
