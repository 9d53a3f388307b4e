const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** Returns the window of a rate limit in its largest whole unit. */
export function windowOf(seconds: number): { unit: "day" | "hour" | "minute"; count: number } {
  if (seconds % DAY_S === 0) return { unit: "day", count: seconds / DAY_S };
  if (seconds % HOUR_S === 0) return { unit: "hour", count: seconds / HOUR_S };
  return { unit: "minute", count: Math.max(1, Math.round(seconds / MINUTE_S)) };
}
