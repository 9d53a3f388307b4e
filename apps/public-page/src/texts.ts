import { BASE_LANGUAGE, TRANSLATED } from "@stillreel/i18n";
import { createWatchTexts, type WatchTexts } from "@stillreel/watch/texts";

/** Loads the texts of the page's language; English for languages without translation. */
export async function loadTexts(language: string, direction: WatchTexts["direction"]): Promise<WatchTexts> {
  if (language === BASE_LANGUAGE || !TRANSLATED.includes(language)) return createWatchTexts(language, direction);
  const answer = await fetch(`/locales/${encodeURIComponent(language)}/watch.json`).catch(() => undefined);
  const catalogue: unknown = answer?.ok ? await answer.json() : undefined;
  return createWatchTexts(language, direction, (catalogue ?? undefined) as Parameters<typeof createWatchTexts>[2]);
}
