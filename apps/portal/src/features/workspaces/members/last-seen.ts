import type { TFunction } from "i18next";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Activity is recorded per minute: a user seen two minutes ago may still be online. */
const NOW_MS = 2 * MINUTE_MS;

/** Formats when a member was last active. `isNow` requests an online mark. */
export function lastSeen(
  iso: string | null,
  now: number,
  { t, language }: { t: TFunction<"workspaces">; language: string },
): { text: string; isNow: boolean } {
  if (iso === null) return { text: t("seen.never"), isNow: false };
  const age = Math.max(0, now - new Date(iso).getTime());
  const past = (text: string): { text: string; isNow: boolean } => ({ text, isNow: false });
  if (age < NOW_MS) return { text: t("seen.now"), isNow: true };
  if (age < HOUR_MS) return past(t("seen.minutes", { count: Math.floor(age / MINUTE_MS) }));
  if (age < DAY_MS) return past(t("seen.hours", { count: Math.floor(age / HOUR_MS) }));
  if (age < 2 * DAY_MS) return past(t("seen.yesterday"));
  const isLongAgo = new Date(iso).getFullYear() !== new Date(now).getFullYear();
  const format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
    month: "short",
    day: "numeric",
    ...(isLongAgo ? { year: "numeric" } : {}),
  });
  return past(format.format(new Date(iso)));
}
