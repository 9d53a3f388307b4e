/**
 * Whether all languages write a number alike, with the digits 0 to 9: whole numbers without separators. The first object of `Intl` for
 * numbers takes 30 ms (120 ms on a phone) to load its rules, which pages with small counts only do not need.
 */
export const isWrittenAlike = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1_000;

/** Formats a count with the separators of the language and the digits 0 to 9 ("1,000"; DESIGN.md, section 8). */
export const formatCount = (count: number, language: string): string =>
  isWrittenAlike(count) ? String(count) : new Intl.NumberFormat(`${language}-u-nu-latn`).format(count);

/** Formats a share with the percent sign where the language has it: "56%", in German "56 %". */
export const formatPercent = (share: number, language: string): string =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, { style: "percent" }).format(share);

/** Commas of lists in languages that do not have the comma of English. */
const COMMAS: Record<string, string> = { ar: "، ", zh: "、" };

/** Joins the parts of a list without a word before the last part. */
export const joinList = (parts: readonly string[], language: string): string => parts.join(COMMAS[language] ?? ", ");

/** What i18next passes for one placeholder of a text. */
interface Placeholder {
  /** Name of the placeholder. */
  interpolationkey?: string;
}

/**
 * How i18next fills the placeholders of our texts. `{{count}}` and `{{name, number}}` are grouped; other numbers are not, because they can be
 * pixels or years. Values are not escaped: React and the template of mails do that.
 */
export const INTERPOLATION = {
  escapeValue: false,
  alwaysFormat: true,
  format: (value: unknown, format: string | undefined, language: string | undefined, { interpolationkey }: Placeholder = {}): string =>
    typeof value === "number" && (format === "number" || interpolationkey === "count")
      ? formatCount(value, language ?? "en")
      : (value as string),
};
