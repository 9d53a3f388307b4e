const STEPS: readonly { unit: Intl.RelativeTimeFormatUnit; seconds: number }[] = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
];
const WEEK_S = 7 * 86_400;

/**
 * Formats the age of an item in the user's language; after a week, the date.
 * @returns null for less than a minute: the caller has its own text for that
 */
export function ageOf(createdAt: string, nowMs: number, language: string): string | null {
  const seconds = Math.round((nowMs - Date.parse(createdAt)) / 1_000);
  if (seconds >= WEEK_S)
    return new Intl.DateTimeFormat(language, { dateStyle: "medium", numberingSystem: "latn" }).format(new Date(createdAt));
  const step = STEPS.find((candidate) => seconds >= candidate.seconds);
  if (!step) return null;
  return new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { numeric: "auto", style: "short" }).format(
    -Math.floor(seconds / step.seconds),
    step.unit,
  );
}
