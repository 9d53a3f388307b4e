import type { IncomingHttpHeaders } from "node:http";
import { MIRRORED_LANGUAGE, translatedTag } from "@stillreel/i18n";

/** The languages that a request asks for. All except the account's come from the visitor and can be anything. */
export interface AskedLanguages {
  query?: string | undefined;
  /** Value of the cookie `i18next`, in which the portal stores the language that was chosen in this browser. */
  cookie?: string | undefined;
  /** Language in the preferences of the signed-in user. */
  account?: string | undefined;
  acceptLanguage?: string | undefined;
}

/**
 * Returns the wanted language: query, cookie, account, then the browser's list. A language that the product does not have is skipped.
 * @param defaultLanguage language of the installation for requests that ask for none
 */
export function wantedLanguage(asked: AskedLanguages, defaultLanguage: string): string {
  if (asked.query === MIRRORED_LANGUAGE) return MIRRORED_LANGUAGE;
  const tags = [asked.query, asked.cookie, asked.account, ...browserTags(asked.acceptLanguage ?? "")];
  return tags.map((tag) => translatedTag(tag ?? "")).find((tag) => tag !== undefined) ?? defaultLanguage;
}

/** Maximum number of languages of a browser that are considered. */
const TAGS_MAX = 20;

/** Returns the languages of an `Accept-Language` header in the order of their quality (RFC 9110, section 12.5.4). */
function browserTags(header: string): string[] {
  return header
    .slice(0, 1_000)
    .split(",", TAGS_MAX)
    .map((entry) => {
      const [tag = "", ...parameters] = entry.split(";").map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** Returns the languages that a request asks for, without the account's. */
export function askedLanguages({ query, headers }: { query: unknown; headers: IncomingHttpHeaders }): AskedLanguages {
  const { lng } = (query ?? {}) as { lng?: unknown };
  return {
    query: typeof lng === "string" ? lng : undefined,
    cookie: /(?:^|;\s*)i18next=([^;]*)/u.exec(headers.cookie ?? "")?.[1],
    acceptLanguage: headers["accept-language"],
  };
}
