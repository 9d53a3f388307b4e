import { baseOf, directionOf, INTERPOLATION } from "@stillreel/i18n";
import english from "@stillreel/i18n/en/extension.json" with { type: "json" };
import englishRecorder from "@stillreel/i18n/en/recorder.json" with { type: "json" };
import { createInstance, type Resource } from "i18next";
import { onServer } from "../core/server.ts";

type Catalogue = Record<string, unknown>;

/** Texts of the extension. English is bundled; other catalogues are loaded from the server once and cached. */
export const i18n = createInstance();

/** Returns the text of a key of `extension.json`, or of `recorder.json` for keys that start with `recorder:`. */
export const t = (key: string, values: Record<string, string | number> = {}): string => i18n.t(key, values);

/** The language of the texts: the account's choice, else the browser's. */
export const languageOf = (preferred: string | null): string => preferred ?? chrome.i18n.getUILanguage();

/** Returns a catalogue from the cache or the server; null when it is unavailable. */
export async function catalogueOf(namespace: "extension" | "editor" | "recorder", language: string): Promise<Catalogue | null> {
  if (language === "en") return null;
  const name = `catalogue.${chrome.runtime.getManifest().version}.${namespace}.${language}`;
  const stored = (await chrome.storage.local.get(name))[name] as Catalogue | undefined;
  if (stored) return stored;
  try {
    const response = await fetch(onServer(`/locales/${language}/${namespace}.json`), {
      credentials: "omit",
      signal: AbortSignal.timeout(2_000),
    });
    if (!response.ok || !response.headers.get("content-type")?.includes("json")) return null;
    const catalogue = (await response.json()) as Catalogue;
    await chrome.storage.local.set({ [name]: catalogue });
    return catalogue;
  } catch {
    // English is the fallback; an unavailable catalogue is requested again at the next opening.
    return null;
  }
}

/**
 * Initialises the texts in the account's language, or in the browser's when the account has none. Without the catalogues of that language,
 * texts, direction and dates are English.
 */
export async function startI18n(preferred: string | null): Promise<{ language: string; direction: "ltr" | "rtl" }> {
  const wanted = languageOf(preferred);
  const base = baseOf(wanted);
  const resources: Resource = { en: { extension: english, recorder: englishRecorder } };
  const [extension, recorder] = await Promise.all([catalogueOf("extension", base), catalogueOf("recorder", base)]);
  const isTranslated = extension !== null && recorder !== null;
  if (isTranslated) resources[base] = { extension, recorder } as Resource[string];
  const language = isTranslated || base === "en" ? wanted : "en";
  await i18n.init({
    lng: language,
    fallbackLng: "en",
    defaultNS: "extension",
    resources,
    initAsync: false,
    interpolation: INTERPOLATION,
  });
  return { language, direction: directionOf(language) };
}
