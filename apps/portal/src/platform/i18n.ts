import { BASE_LANGUAGE, directionOf, INTERPOLATION, LONG_LANGUAGE, TRANSLATED, translatedTag } from "@stillreel/i18n";
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

/** English is bundled, so that the first paint waits for no catalogue; other languages are loaded. */
const english = { common, auth, errors, item, library, search, selection, uploads };

/** English catalogues that only some screens need; each is loaded with the first of them ({@link loadTexts}). */
const lateCatalogues = {
  access: async () => (await import("@stillreel/i18n/en/access.json")).default,
  account: async () => (await import("@stillreel/i18n/en/account.json")).default,
  security: async () => (await import("@stillreel/i18n/en/security.json")).default,
  administration: async () => (await import("@stillreel/i18n/en/administration.json")).default,
  annotate: async () => (await import("@stillreel/i18n/en/annotate.json")).default,
  boards: async () => (await import("@stillreel/i18n/en/boards.json")).default,
  editor: async () => (await import("@stillreel/editor/texts")).english,
  exports: async () => (await import("@stillreel/i18n/en/exports.json")).default,
  help: async () => (await import("@stillreel/i18n/en/help.json")).default,
  install: async () => (await import("@stillreel/i18n/en/install.json")).default,
  integrations: async () => (await import("@stillreel/i18n/en/integrations.json")).default,
  notifications: async () => (await import("@stillreel/i18n/en/notifications.json")).default,
  requests: async () => (await import("@stillreel/i18n/en/requests.json")).default,
  recorder: async () => (await import("@stillreel/i18n/en/recorder.json")).default,
  sends: async () => (await import("@stillreel/i18n/en/sends.json")).default,
  saves: async () => (await import("@stillreel/i18n/en/saves.json")).default,
  tools: async () => (await import("@stillreel/i18n/en/tools.json")).default,
  transcript: async () => (await import("@stillreel/i18n/en/transcript.json")).default,
  "video-edit": async () => (await import("@stillreel/i18n/en/video-edit.json")).default,
  "video-editor": async () => (await import("@stillreel/video-editor/texts")).english,
  video: async () => (await import("@stillreel/i18n/en/video.json")).default,
  watch: async () => (await import("@stillreel/watch/texts")).english,
  workspaces: async () => (await import("@stillreel/i18n/en/workspaces.json")).default,
};
export type LateNamespace = keyof typeof lateCatalogues;
type LateTexts = { [N in LateNamespace]: Awaited<ReturnType<(typeof lateCatalogues)[N]>> };

const loadedTexts: Partial<LateTexts> = {};

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: typeof english & LateTexts;
  }
}

/**
 * Loads the texts of some namespaces, once each, in English and in the language of the page. When those of another language arrive
 * late or not, English is displayed until then.
 */
export async function loadTexts(namespaces: readonly LateNamespace[]): Promise<void> {
  await loadEnglish(namespaces);
  // Before the initialization, the namespaces of the first screen are requested with the others.
  if (i18next.isInitialized && i18next.resolvedLanguage !== BASE_LANGUAGE) await withinWait(i18next.loadNamespaces([...namespaces]));
}

async function loadEnglish(namespaces: readonly LateNamespace[]): Promise<void> {
  await Promise.all(
    namespaces.map(async (namespace) => {
      if (namespace in loadedTexts) return;
      const texts = await lateCatalogues[namespace]();
      Object.assign(loadedTexts, { [namespace]: texts });
      // A screen can be loaded before i18next is initialized.
      if (i18next.isInitialized || i18next.isInitializing) i18next.addResourceBundle(BASE_LANGUAGE, namespace, texts);
    }),
  );
}

/** Loads the English texts of every screen. For tests, which render screens without their routes. */
export const loadAllTexts = (): Promise<void> => loadTexts(Object.keys(lateCatalogues) as LateNamespace[]);

/** Loads catalogues of other languages than English; its code is loaded on demand. */
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

const LANGUAGE_QUERY = "lng";
/** Entry of the local storage from which the detector reads the chosen language. */
const LANGUAGE_ENTRY = "i18nextLng";
/** Cookie with the chosen language. The server reads it for the pages that it renders itself. */
const LANGUAGE_COOKIE = "i18next";
/** Lifetime of the cookie in seconds: the maximum of browsers. Each visit of the portal renews it. */
const LANGUAGE_COOKIE_S = 400 * 86_400;

/** Maximum wait of the first paint for another language in milliseconds; then English is displayed. */
const WAIT_MAX_MS = 1500;

const withinWait = (loading: Promise<unknown>): Promise<unknown> =>
  Promise.race([loading, new Promise((resolve) => setTimeout(resolve, WAIT_MAX_MS))]);

/**
 * Detects the language (query `lng`, cookie, local storage, session storage, browser, html tag), loads its catalogues and
 * synchronises `lang` and `dir` of the document with the displayed language. Resolves when the page may be painted.
 */
export async function startI18n(): Promise<void> {
  i18next.on("languageChanged", (language) => {
    document.documentElement.lang = translatedTag(language) ? language : BASE_LANGUAGE;
    document.documentElement.dir = directionOf(language);
  });
  renewCookie();
  const isLong = new URLSearchParams(location.search).get(LANGUAGE_QUERY) === LONG_LANGUAGE;
  if (isLong) i18next.use((await import("./long-texts.ts")).longTexts);
  const ready = i18next
    .use(lazyBackend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      fallbackLng: BASE_LANGUAGE,
      supportedLngs: TRANSLATED,
      nonExplicitSupportedLngs: true,
      load: "languageOnly",
      ns: [...Object.keys(english), ...Object.keys(loadedTexts)],
      defaultNS: "common",
      resources: { [BASE_LANGUAGE]: { ...english, ...loadedTexts } },
      partialBundledLanguages: true,
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
      detection: {
        order: ["querystring", "cookie", "localStorage", "sessionStorage", "navigator", "htmlTag"],
        lookupQuerystring: LANGUAGE_QUERY,
        lookupCookie: LANGUAGE_COOKIE,
        lookupLocalStorage: LANGUAGE_ENTRY,
        // Only a choice is stored: a language that is not translated yet must be detected again later.
        caches: [],
      },
      interpolation: INTERPOLATION,
      ...(isLong && { postProcess: ["long-texts"] }),
      react: { useSuspense: false },
    });
  await withinWait(ready);
}

function storeCookie(tag: string): void {
  const secure = location.protocol === "https:" ? ";secure" : "";
  document.cookie = `${LANGUAGE_COOKIE}=${encodeURIComponent(tag)};path=/;max-age=${LANGUAGE_COOKIE_S};samesite=lax${secure}`;
}

/** Stores the choice of this browser in a cookie again: it has expired, or the choice is older than the cookie. */
function renewCookie(): void {
  try {
    const tag = localStorage.getItem(LANGUAGE_ENTRY);
    if (tag && translatedTag(tag)) storeCookie(tag);
  } catch {
    // Storage is blocked, so there is no choice.
  }
}

/** Switches the language immediately and stores it in this browser, for the portal and for the pages that the server renders. */
export async function changeLanguage(tag: string): Promise<void> {
  storeCookie(tag);
  localStorage.setItem(LANGUAGE_ENTRY, tag);
  await i18next.changeLanguage(tag);
}

/** Returns the direction of the page. */
export const pageDirection = (): "ltr" | "rtl" => (document.documentElement.dir === "rtl" ? "rtl" : "ltr");
