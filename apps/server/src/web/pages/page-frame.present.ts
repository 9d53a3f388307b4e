import { formatCount } from "@stillreel/i18n";
import { thumbHashToAverageRGBA } from "thumbhash";
import { pluralOf } from "../../platform/languages/index.ts";
import { LOGO_SVG } from "./brand.ts";
import { escapeHtml } from "./html.ts";
import type { PageLanguage } from "./languages.ts";
import type { PageAssets, PageVisit } from "./public-page.model.ts";

/** Icons of buttons, drawn like those of the portal. */
export const ICONS = {
  link: '<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M9 15l6-6M11 6l.5-.5a5 5 0 0 1 7 7L18 13M13 18l-.4.5a5 5 0 0 1-7.1-7.1L6 11"/></svg>',
  download:
    '<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 11l5 5 5-5M12 4v12"/></svg>',
  back: '<svg class="turns" width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M5 12h14M5 12l6 6M5 12l6-6"/></svg>',
  next: '<svg class="turns" width="14" height="14" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M9 6l6 6-6 6"/></svg>',
  comment:
    '<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M4 18.5V8a4 4 0 0 1 4-4h8a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4H8z"/></svg>',
} as const;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Formats a day such as "Sep 18, 2026". */
export function formatDate(date: Date, language: string): string {
  let format = formats.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(language, {
      month: "short",
      day: "2-digit",
      year: "numeric",
      numberingSystem: "latn",
      timeZone: "UTC",
    });
    formats.set(language, format);
  }
  return format.format(date);
}

const shortFormats = new Map<string, Intl.DateTimeFormat>();

/** Formats a day without its year, such as "Sep 18". */
export function formatShortDate(date: Date, language: string): string {
  const format =
    shortFormats.get(language) ??
    new Intl.DateTimeFormat(language, { month: "short", day: "numeric", numberingSystem: "latn", timeZone: "UTC" });
  shortFormats.set(language, format);
  return format.format(date);
}

/** Returns the colour of a picture that is not loaded yet. */
export function averageColour(placeholder: string | null): string {
  if (!placeholder) return "transparent";
  const { r, g, b } = thumbHashToAverageRGBA(Buffer.from(placeholder, "base64"));
  return `rgb(${Math.round(r * 255)},${Math.round(g * 255)},${Math.round(b * 255)})`;
}

/** Formats a count such as "214 views" with the plural rules of the language. */
export function countOf({ code, texts }: PageLanguage, key: string, count: number): string {
  return pluralOf(texts, key, count, code).replace("{{count}}", formatCount(count, code));
}

/** A page without its frame. */
interface Frame {
  visit: PageVisit;
  title: string;
  /** Path to return to after signing in. */
  next: string;
  head?: string;
  data?: string;
  bodyClass?: string;
  /** Text key of the skip link before the header. */
  skip?: string;
  /** What follows the logo in the header. */
  lead?: string;
  body: string;
}

/** The ports and services that the functions of this file use. */
export interface Context {
  assets: PageAssets;
}

/** Returns the logo of the installation, or that of the product. */
const logoOf = ({ logo }: PageAssets): string => {
  const own = logo();
  return own === null ? LOGO_SVG : `<img class="own-logo" src="${own.path}" height="28" alt="${escapeHtml(own.name)}">`;
};

/** Renders a page: head, header with the account, body, toast. */
export const frame = (
  { assets }: Context,
  { visit, title, next, head = "", data = "", bodyClass = "", skip = "", lead = "", body }: Frame,
): string => {
  const { language, signedIn, isFramed, canRegister } = visit;
  const text = (key: string): string => escapeHtml(language.texts[key] ?? key);
  const query = `?next=${encodeURIComponent(next)}`;
  const register = canRegister ? `<a class="btn default extra" href="/auth/register${query}">${text("createAccount")}</a>` : "";
  const account = signedIn
    ? `<a class="btn default" href="/images">${text("openLibrary")}</a>`
    : `<a class="btn quiet signin" href="/auth/login${query}">${text("signIn")}</a>${register}`;
  const top = isFramed
    ? ""
    : `<header class="top"><a class="home" href="/" aria-label="${text("home")}">${logoOf(assets)}</a>${lead}<span class="grow"></span><span class="account" id="account">${account}</span></header>`;
  const classes = [bodyClass, isFramed ? "framed" : ""].filter((each) => each !== "").join(" ");
  return `<!doctype html><html lang="${language.code}" dir="${language.direction}"${data}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><title>${escapeHtml(title)} · Stillreel</title><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><link rel="icon" href="/favicon.svg" type="image/svg+xml">${head}<style>${assets.css}</style><script type="module" src="${assets.scriptUrl}"></script></head><body${classes ? ` class="${classes}"` : ""}>${skip ? `<a class="skip" href="#main">${text(skip)}</a>` : ""}${top}${body}<div class="toast" id="toast" role="status" hidden></div></body></html>`;
};

/** Renders a page with one message. */
export const bare = (context: Context, page: Omit<Frame, "body">, art: string, heading: string, paragraph: string, rest: string): string =>
  frame(context, {
    ...page,
    body: `<main id="main" class="bare">${art}<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(paragraph)}</p>${rest}</main>`,
  });

/**
 * Returns the app's script tags. The script is preloaded when nothing is visible without it. The entry script reads the addresses of what
 * the app needs, to run each file in a separate task.
 */
export const appTags = ({ assets }: Context, needsApp: boolean): string => {
  const scripts = assets.app();
  if (scripts === null) return "";
  return `<script type="module" src="${scripts.entryUrl}" data-parts="${scripts.partUrls.join(" ")}"></script>${needsApp ? `<link rel="modulepreload" href="${scripts.mainUrl}">` : ""}`;
};
