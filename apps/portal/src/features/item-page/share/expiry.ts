/** Returns the time some days from now as ISO 8601. */
export function inDays(days: number, now: Date): string {
  const date = new Date(now);
  date.setDate(date.getDate() + days);
  return date.toISOString();
}

/** Returns the end of a day (`YYYY-MM-DD`) in local time as ISO 8601; null for past or invalid days. */
export function endOfDay(day: string, now: Date): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) return null;
  const end = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]), 23, 59, 59, 999);
  return end > now ? end.toISOString() : null;
}
