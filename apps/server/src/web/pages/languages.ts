import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Texts in one language for server-rendered pages. They are plain text and must be escaped where they are inserted. */
export type PageTexts = Record<string, string>;

/** The texts of a language, and its writing direction. */
export interface PageLanguage {
  code: string;
  direction: "ltr" | "rtl";
  texts: PageTexts;
}

const RTL = new Set(["ar", "he", "fa", "ur"]);
const FALLBACK = "en";

/**
 * Loads `public-page.json` of every language folder. Missing texts of a language fall back to English, and a language without a
 * folder is shown in English. When the query asks for it, the page has its direction nevertheless, for a review of the layout.
 */
export function loadPageLanguages(localesDir: string): (wanted: WantedLanguage) => PageLanguage {
  const read = (code: string): PageTexts | undefined => {
    try {
      return JSON.parse(readFileSync(path.join(localesDir, code, "public-page.json"), "utf8")) as PageTexts;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  };
  const english = read(FALLBACK) ?? {};
  const known = new Map<string, PageLanguage>();
  for (const entry of readdirSync(localesDir, { withFileTypes: true })) {
    const texts = entry.isDirectory() ? read(entry.name) : undefined;
    if (texts) known.set(entry.name, { code: entry.name, direction: RTL.has(entry.name) ? "rtl" : "ltr", texts: { ...english, ...texts } });
  }
  const fallback: PageLanguage = known.get(FALLBACK) ?? { code: FALLBACK, direction: "ltr", texts: english };
  return ({ code, isByQuery }) => known.get(code) ?? (isByQuery && RTL.has(code) ? { ...fallback, direction: "rtl" } : fallback);
}

/** The language that a visitor wants, and whether the query asks for it. */
interface WantedLanguage {
  code: string;
  isByQuery: boolean;
}

/** Returns the wanted language in the order of the portal's detector: query, cookie, then the browser's list (spec §7). */
export function wantedLanguage(asked: {
  query?: string | undefined;
  cookie?: string | undefined;
  acceptLanguage?: string | undefined;
}): WantedLanguage {
  const first = asked.query ?? asked.cookie ?? asked.acceptLanguage?.split(",")[0]?.split(";")[0];
  const code = /^[a-z]{2,3}/u.exec(first?.trim().toLowerCase() ?? "")?.[0] ?? FALLBACK;
  return { code, isByQuery: asked.query !== undefined };
}
