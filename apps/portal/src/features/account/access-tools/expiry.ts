/** Choices of the end of a token: days, a chosen day, or no end. */
export const EXPIRIES = ["30", "90", "365", "date", "never"] as const;
export type Expiry = (typeof EXPIRIES)[number];

const DAY_MS = 86_400_000;

/**
 * Returns the end of a token as an ISO date; null without an end, and undefined while no day in the future is chosen.
 * @param date the chosen day, as a date field returns it; the token works until its end in the user's time zone
 */
export function endOf(expiry: Expiry, date: string, now: Date): string | null | undefined {
  if (expiry === "never") return null;
  if (expiry !== "date") return new Date(now.getTime() + Number(expiry) * DAY_MS).toISOString();
  const end = new Date(`${date}T23:59:59.999`);
  return Number.isNaN(end.getTime()) || end <= now ? undefined : end.toISOString();
}
