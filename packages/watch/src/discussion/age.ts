import type { WatchTexts } from "../texts.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats the age of a comment: "now", "4 min", "2 h", "yesterday", then the day. */
export function formatAge(iso: string, now: number, { t, language }: WatchTexts): string {
  const then = new Date(iso);
  const age = Math.max(0, now - then.getTime());
  if (age < MINUTE_MS) return t("discussion.age.now");
  if (age < HOUR_MS) return t("discussion.age.minutes", { count: Math.floor(age / MINUTE_MS) });
  if (age < DAY_MS) return t("discussion.age.hours", { count: Math.floor(age / HOUR_MS) });
  if (age < 2 * DAY_MS) return t("discussion.age.yesterday");
  return new Intl.DateTimeFormat(`${language}-u-nu-latn`, { month: "short", day: "2-digit", year: "numeric" }).format(then);
}
