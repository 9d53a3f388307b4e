/** The moment some whole days from now, as ISO 8601. */
export function inDays(days: number, now: Date): string {
  const date = new Date(now);
  date.setDate(date.getDate() + days);
  return date.toISOString();
}

/** The last moment of a day (`YYYY-MM-DD`) on this person's clock, as ISO 8601; null for a day that is over or no day at all. */
export function endOfDay(day: string, now: Date): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) return null;
  const end = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]), 23, 59, 59, 999);
  return end > now ? end.toISOString() : null;
}
