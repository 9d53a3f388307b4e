// Latin digits in every language (DESIGN §8).
const formats = new Map<string, Intl.DateTimeFormat>();
const ENGLISH_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * Formats a day as `MMM DD, YYYY` in the language's order: "Sep 18, 2026". The English form is written here, because the first format of
 * `Intl` for dates takes 25 ms (100 ms on a phone) to load its rules, which no other text of an item's page needs.
 * @throws RangeError when the text is not a date
 */
export function formatDay(iso: string, language: string): string {
  const date = new Date(iso);
  const month = ENGLISH_MONTHS[date.getMonth()];
  if (language === "en" && month) return `${month} ${String(date.getDate()).padStart(2, "0")}, ${date.getFullYear()}`;
  let format = formats.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { month: "short", day: "2-digit", year: "numeric" });
    formats.set(language, format);
  }
  return format.format(date);
}

/** Formats a time: today "14:06", otherwise date and time. Isolated from the surrounding text direction. */
export function formatTime(ms: number, language: string, now = new Date()): string {
  const date = new Date(ms);
  const isToday = date.toDateString() === now.toDateString();
  const options: Intl.DateTimeFormatOptions = isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return `\u2068${new Intl.DateTimeFormat(`${language}-u-nu-latn`, options).format(date)}\u2069`;
}
