/** Formats seconds as `0:18`, with digits after the point if wanted: `1:02:18.4`. Digits are cut, not rounded. */
export function clock(seconds: number, digits: 0 | 1 | 2 | 3 = 0): string {
  const factor = 10 ** digits;
  const units = Math.floor(Math.max(0, seconds) * factor + 1e-6);
  const whole = Math.floor(units / factor);
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number): string => String(value).padStart(2, "0");
  const main = hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  return digits === 0 ? main : `${main}.${String(units % factor).padStart(digits, "0")}`;
}

/** Parses `4`, `0:04.5` or `1:02:18`. Null for anything else. */
export function parseClock(text: string): number | null {
  const match = /^(?:(?:(\d+):)?(\d+):)?(\d+(?:[.,]\d+)?)$/u.exec(text.trim());
  if (!match) return null;
  return Number(match[1] ?? 0) * 3_600 + Number(match[2] ?? 0) * 60 + Number((match[3] ?? "0").replace(",", "."));
}
