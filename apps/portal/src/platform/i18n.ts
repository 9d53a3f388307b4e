import { BASE_LANGUAGE, directionOf, LANGUAGES } from "@stillreel/i18n";
import auth from "@stillreel/i18n/en/auth.json";
import common from "@stillreel/i18n/en/common.json";
import errors from "@stillreel/i18n/en/errors.json";
import item from "@stillreel/i18n/en/item.json";
import library from "@stillreel/i18n/en/library.json";
import search from "@stillreel/i18n/en/search.json";
import selection from "@stillreel/i18n/en/selection.json";
import uploads from "@stillreel/i18n/en/uploads.json";
import i18next, { type BackendModule } from "i18next";
import LanguageDetector from "i18next-browser-languagedetector";
import { initReactI18next } from "react-i18next";

/** English travels with the page, so that the first paint waits for no catalogue; other languages are fetched. */
const english = { common, auth, errors, item, library, search, selection, uploads };

/** English of screens that bring it along themselves ({@link addTexts}), so that no other page carries it. */
interface LateTexts {
  access: typeof import("@stillreel/i18n/en/access.json");
  account: typeof import("@stillreel/i18n/en/account.json");
  annotate: typeof import("@stillreel/i18n/en/annotate.json");
  editor: typeof import("@stillreel/i18n/en/editor.json");
  install: typeof import("@stillreel/i18n/en/install.json");
  recorder: typeof import("@stillreel/i18n/en/recorder.json");
  video: typeof import("@stillreel/i18n/en/video.json");
  watch: typeof import("@stillreel/i18n/en/watch.json");
  workspaces: typeof import("@stillreel/i18n/en/workspaces.json");
}
const late: Partial<LateTexts> = {};

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: typeof english & LateTexts;
  }
}

/** Adds the English texts of a screen, from the screen's own code. Other languages are fetched when they are asked for. */
export function addTexts<N extends keyof LateTexts>(namespace: N, texts: LateTexts[N]): void {
  late[namespace] = texts;
  // A screen's code may be there before i18next is.
  if (i18next.isInitialized || i18next.isInitializing) i18next.addResourceBundle(BASE_LANGUAGE, namespace, texts);
}

/** Fetches the catalogues of other languages than English; its code is loaded by those who read one. */
const lazyBackend: BackendModule = {
  type: "backend",
  init: () => {},
  read: async (language, namespace, callback) => {
    try {
      const { default: HttpBackend } = await import("i18next-http-backend");
      new HttpBackend(i18next.services, { loadPath: "/locales/{{lng}}/{{ns}}.json" }).read(language, namespace, callback);
    } catch (error) {
      callback(error as Error, null);
    }
  },
};

/** How long the first paint waits for another language before it shows English, in milliseconds. */
const PATIENCE_MS = 1500;

/**
 * Finds the language (query `lng`, cookie, local storage, session storage, browser, html tag), fetches its catalogues
 * and keeps `lang` and `dir` of the document in step. Resolves when the page may paint.
 */
export async function startI18n(): Promise<void> {
  i18next.on("languageChanged", (language) => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  });
  const ready = i18next
    .use(lazyBackend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      fallbackLng: BASE_LANGUAGE,
      supportedLngs: LANGUAGES.map((language) => language.tag),
      nonExplicitSupportedLngs: true,
      load: "languageOnly",
      ns: Object.keys(english),
      defaultNS: "common",
      resources: { [BASE_LANGUAGE]: { ...english, ...late } },
      partialBundledLanguages: true,
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
      detection: {
        order: ["querystring", "cookie", "localStorage", "sessionStorage", "navigator", "htmlTag"],
        lookupQuerystring: "lng",
        caches: ["localStorage"],
      },
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** Switches the language at once and remembers it on this device. */
export async function changeLanguage(tag: string): Promise<void> {
  await i18next.changeLanguage(tag);
}
