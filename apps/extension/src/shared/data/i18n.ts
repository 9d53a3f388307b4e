import { directionOf } from "@stillreel/i18n";
import english from "@stillreel/i18n/en/extension.json" with { type: "json" };
import englishRecorder from "@stillreel/i18n/en/recorder.json" with { type: "json" };
import { createInstance, type Resource } from "i18next";
import { onServer } from "../core/server.ts";

type Catalogue = Record<string, unknown>;

/** The extension's texts. English is built in; another language's catalogue comes from the own server, once, and is kept. */
export const i18n = createInstance();

/** The text of a key of `extension.json`, or of `recorder.json` where the key begins with `recorder:`. */
export const t = (key: string, values: Record<string, string | number> = {}): string => i18n.t(key, values);

/** The language of the texts: the account's choice, else the browser's. */
export const languageOf = (preferred: string | null): string => preferred ?? chrome.i18n.getUILanguage();
/** A language without its region. */
export const baseOf = (language: string): string => language.split("-")[0] ?? "en";

/** A catalogue in another language than English, as it was kept, else from the own server; null when it cannot be had. */
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
    // English is better than no popup: a catalogue that cannot be had now is asked for again at the next opening.
    return null;
  }
}

/** Starts the texts in the account's language, or the browser's when the account names none. */
export async function startI18n(preferred: string | null): Promise<{ language: string; direction: "ltr" | "rtl" }> {
  const language = languageOf(preferred);
  const base = baseOf(language);
  const resources: Resource = { en: { extension: english, recorder: englishRecorder } };
  const [extension, recorder] = await Promise.all([catalogueOf("extension", base), catalogueOf("recorder", base)]);
  if (extension && recorder) resources[base] = { extension, recorder } as Resource[string];
  await i18n.init({
    lng: language,
    fallbackLng: "en",
    defaultNS: "extension",
    resources,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return { language, direction: directionOf(base) };
}
