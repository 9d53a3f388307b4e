import { BASE_LANGUAGE, directionOf, FIRST_NAMESPACES, INTERPOLATION, LONG_LANGUAGE, TRANSLATED, translatedTag } from "@stillreel/i18n";
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
import { readTexts } from "./texts-backend.ts";

/** English is bundled, so that the first paint waits for no catalogue; other languages are loaded. */
const english = { common, auth, errors, item, library, search, selection, uploads } satisfies Record<FirstNamespace, unknown>;
type FirstNamespace = (typeof FIRST_NAMESPACES)[number];

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

const isLate = (namespace: string): namespace is LateNamespace => namespace in lateCatalogues;

/** Late namespaces that screens have requested. A change of the language loads them in the new language. */
const requested = new Set<LateNamespace>();
/** The language that is being loaded to replace the displayed one. */
let nextLanguage: string | null = null;
/** Whether i18next is switching to a language whose texts have been requested. What failed is not requested again. */
let isSwitching = false;

/** Resolves when the language of the page is known. A screen can be loaded earlier. */
let setStarted: () => void;
const started = new Promise<void>((resolve) => (setStarted = resolve));

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: typeof english & LateTexts;
  }
}

/**
 * Loads the texts of some namespaces, once each, in the language of the page. English is loaded only in place of texts that do not load
 * or arrive late: every language is complete. @throws when the English texts do not load either
 */
export async function loadTexts(namespaces: readonly LateNamespace[]): Promise<void> {
  if (namespaces.length === 0) return;
  for (const namespace of namespaces) requested.add(namespace);
  await started;
  const languages = new Set([baseOrTranslated(i18next.language), nextLanguage ?? baseOrTranslated(i18next.language)]);
  await Promise.all(
    [...languages].map(async (language) => {
      await withinWait(requestTexts(language, namespaces));
      await replaceLacking(language, namespaces);
    }),
  );
}

const baseOrTranslated = (tag: string): string => translatedTag(tag) ?? BASE_LANGUAGE;

/** Requests catalogues of one language from the server. Resolves also when some do not load. */
async function requestTexts(language: string, namespaces: readonly string[]): Promise<void> {
  if (language === BASE_LANGUAGE) return;
  // i18next has no function that loads namespaces of one language without its fallback and without switching to it.
  const connector = i18next.services.backendConnector as {
    load(languages: readonly string[], namespaces: readonly string[], callback: () => void): void;
  };
  await new Promise<void>((resolve) => connector.load([language], namespaces, resolve));
}

/** Loads the English texts of the namespaces that a language lacks. */
async function replaceLacking(language: string, namespaces: readonly string[]): Promise<void> {
  await Promise.all(
    namespaces.map(async (namespace) => {
      const isLoaded = [language, BASE_LANGUAGE].some((tag) => i18next.hasResourceBundle(tag, namespace));
      if (isLoaded || !isLate(namespace)) return;
      i18next.addResourceBundle(BASE_LANGUAGE, namespace, await lateCatalogues[namespace]());
    }),
  );
}

/** Loads the texts of every screen. For tests, which render screens without their routes. */
export const loadAllTexts = (): Promise<void> => loadTexts(Object.keys(lateCatalogues) as LateNamespace[]);

/** Loads catalogues: those of other languages than English from the server. */
const lazyBackend: BackendModule = {
  type: "backend",
  init: () => {},
  read: async (language, namespace, callback) => {
    if (isSwitching) return callback(null, null);
    try {
      if (language === BASE_LANGUAGE) {
        // i18next asks for the fallback with every language. `replaceLacking` adds English texts where they are needed.
        if (baseOrTranslated(i18next.language) === BASE_LANGUAGE) await replaceLacking(BASE_LANGUAGE, [namespace]);
        return callback(null, null);
      }
      await readTexts(language, namespace, callback);
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
  i18next.on("languageChanged", showLanguage);
  window.addEventListener("storage", followOtherTabs);
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
      defaultNS: "common",
      // Copies, to which i18next adds.
      ns: [...FIRST_NAMESPACES],
      resources: { [BASE_LANGUAGE]: { ...english } },
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
  setStarted();
  // The page already has the detected language (`early.js`).
  if ((await withinWait(ready.then(() => READY))) !== READY) showLanguage(BASE_LANGUAGE);
}

const READY = Symbol("ready");

/** The language that the document names. */
let named = BASE_LANGUAGE;

/** Names the displayed language in the document. */
function showLanguage(language: string): void {
  const page = document.documentElement;
  const shown = { lang: translatedTag(language) ? language : BASE_LANGUAGE, dir: directionOf(language) };
  named = language;
  // A write of the same value would also be a change for `holdLanguage`.
  if (page.lang !== shown.lang) page.lang = shown.lang;
  if (page.dir !== shown.dir) page.dir = shown.dir;
}

/**
 * Restores language and direction of the document when other code changes them: the drawing program of whiteboards sets those of another
 * list, with a region. Returns a function that ends this.
 */
export function holdLanguage(): () => void {
  const observer = new MutationObserver(() => showLanguage(named));
  observer.observe(document.documentElement, { attributeFilter: ["lang", "dir"] });
  showLanguage(named);
  return () => observer.disconnect();
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

/**
 * Switches the language and stores it in this browser, for the portal and for the pages that the server renders. The displayed language
 * changes when its texts are loaded. When neither they nor the English ones load, it changes with the next visit.
 */
export async function changeLanguage(tag: string): Promise<void> {
  storeCookie(tag);
  localStorage.setItem(LANGUAGE_ENTRY, tag);
  await displayLanguage(tag);
}

/** Follows a choice in another tab, unless the address of this one names a language. */
function followOtherTabs({ key, newValue }: StorageEvent): void {
  if (key !== LANGUAGE_ENTRY || newValue === null || translatedTag(newValue) === undefined) return;
  if (translatedTag(new URLSearchParams(location.search).get(LANGUAGE_QUERY) ?? "") === undefined) void displayLanguage(newValue);
}

async function displayLanguage(tag: string): Promise<void> {
  const language = baseOrTranslated(tag);
  nextLanguage = language;
  const namespaces = [...FIRST_NAMESPACES, ...requested];
  try {
    await requestTexts(language, namespaces);
    await replaceLacking(language, namespaces);
  } catch {
    if (nextLanguage === language) nextLanguage = null;
    return;
  }
  // Another language can have been chosen meanwhile.
  if (nextLanguage !== language) return;
  isSwitching = true;
  const switched = i18next.changeLanguage(language);
  isSwitching = false;
  await switched;
  if (nextLanguage === language) nextLanguage = null;
}

/** Returns the direction of the page. */
export const pageDirection = (): "ltr" | "rtl" => (document.documentElement.dir === "rtl" ? "rtl" : "ltr");
