// Digits stay Latin in every language (DESIGN §8).
const formats = new Map<string, Intl.DateTimeFormat>();

/** A day as `MMM DD, YYYY`, in the language's own order: "Sep 18, 2026". */
export function formatDay(iso: string, language: string): string {
  let format = formats.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { month: "short", day: "2-digit", year: "numeric" });
    formats.set(language, format);
  }
  return format.format(new Date(iso));
}
