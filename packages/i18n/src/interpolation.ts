/** Formats a count with the separators of the language and the digits 0 to 9 ("1,000"; DESIGN.md, section 8). */
export const formatCount = (count: number, language: string): string => new Intl.NumberFormat(`${language}-u-nu-latn`).format(count);

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
