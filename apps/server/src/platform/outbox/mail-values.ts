/** Unicode characters that isolate the direction of a value inside of a sentence, and other characters that change directions. */
const ISOLATE = "\u2068";
const END = "\u2069";
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;

/** Values of the placeholders of a text. */
export type Values = Record<string, string>;

/** Fills the placeholders of a text, and none inside of a value. */
export const fill = (text: string, values: Values): string => text.replace(/\{\{(\w+)\}\}/gu, (_whole, name: string) => values[name] ?? "");

/** Fills the placeholders of a text. Each value is isolated, so that its direction does not change the rest of the sentence. */
export const fillIsolated = (text: string, values: Values): string =>
  fill(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${ISOLATE}${value.replace(DIRECTIONS, "")}${END}`])));

/** Returns a filled text for a part of a mail without markup. Texts of one direction need no isolation. */
export const plainText = (text: string): string => (RIGHT_TO_LEFT.test(text) ? text : text.replaceAll(ISOLATE, "").replaceAll(END, ""));

/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/gu, (char) => `&#${char.charCodeAt(0)};`);

/** Escapes a filled text for HTML, with elements in place of the isolating characters. */
export const escapeFilled = (text: string): string => escapeHtml(text).replaceAll(ISOLATE, "<bdi>").replaceAll(END, "</bdi>");

/** Returns what is between two sentences. Chinese has no spaces after its full stop. */
export const gapOf = (language: string): string => (language === "zh" ? "" : " ");

/** Formats a date in the recipient's language. The recipient's time zone is unknown, so the server's date is used. */
export const dayOf = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso));
