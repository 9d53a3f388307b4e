// Latin digits in every language (DESIGN §8).
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a day as `MMM DD, YYYY` in the language's order: "Sep 18, 2026". */
export function formatDay(iso: string, language: string): string {
  let format = formats.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { month: "short", day: "2-digit", year: "numeric" });
    formats.set(language, format);
  }
  return format.format(new Date(iso));
}

/** Formats a time: today "14:06", otherwise date and time. Isolated from the surrounding text direction. */
export function formatTime(ms: number, language: string, now = new Date()): string {
  const date = new Date(ms);
  const isToday = date.toDateString() === now.toDateString();
  const options: Intl.DateTimeFormatOptions = isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return `\u2068${new Intl.DateTimeFormat(`${language}-u-nu-latn`, options).format(date)}\u2069`;
}
