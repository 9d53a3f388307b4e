const STEPS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;
/** Older notifications show their date. */
const RELATIVE_MAX_MS = 7 * 86_400_000;

/** Formats the age of a notification in a language: "5 min. ago", or a date after a week. Latin digits in every language. */
export function notificationAge(iso: string, now: number, language: string): string {
  const locale = `${language}-u-nu-latn`;
  const age = Math.max(0, now - new Date(iso).getTime());
  if (age >= RELATIVE_MAX_MS)
    return new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", year: "numeric" }).format(new Date(iso));
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  const [unit, ms] = STEPS.find(([, length]) => age >= length) ?? ["minute", Number.POSITIVE_INFINITY];
  return ms === Number.POSITIVE_INFINITY ? relative.format(0, "second") : relative.format(-Math.floor(age / ms), unit);
}
