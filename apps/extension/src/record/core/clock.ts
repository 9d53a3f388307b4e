const two = (value: number): string => String(value).padStart(2, "0");

/** Formats a duration: `0:41`, `12:41`, `1:02:41`. */
export function clockText(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1_000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Formats a duration for the icon's badge in at most four characters: `0:41`, `12m`, `1h02`. */
export function badgeClock(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 10) return clockText(ms);
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h${two(minutes % 60)}`;
}
