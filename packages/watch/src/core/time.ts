import type { Playback } from "./watch.types.ts";

const two = (value: number): string => String(value).padStart(2, "0");

/** Formats seconds as a clock: `2:14`, `1:08:21`. Latin digits in every language, so that time codes match. */
export function formatClock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds + 0.001)) : 0;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Formats seconds for screen readers: `2 minutes 14 seconds`, in a language. */
export function spokenTime(seconds: number, language: string): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds + 0.001)) : 0;
  const parts = { hour: Math.floor(whole / 3600), minute: Math.floor(whole / 60) % 60, second: whole % 60 };
  const shown = Object.entries(parts).filter(([unit, value]) => value > 0 || (unit === "second" && whole === 0));
  return shown
    .map(([unit, value]) =>
      new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long", numberingSystem: "latn" }).format(value),
    )
    .join(" ");
}

/** Parses the start time of a link: `90`, `90s`, `1m30s`, `1h2m`, `1:30`. Returns null for anything else. */
export function parseStart(text: string | null | undefined): number | null {
  const given = text?.trim().toLowerCase() ?? "";
  if (/^\d{1,6}(\.\d+)?$/u.test(given)) return Number(given);
  const clock = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})$/u.exec(given);
  if (clock) return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
  const units = /^(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?$/u.exec(given);
  if (!units || given === "") return null;
  return Number(units[1] ?? 0) * 3600 + Number(units[2] ?? 0) * 60 + Number(units[3] ?? 0);
}

/** Largest difference in seconds between two lengths of the same video, relative to its length and in addition to a second. */
const SAME_SHARE = 0.1;

/**
 * Returns the length of a video in seconds. A playlist ends with the last frame and omits the sound after it, which plays and is part of the
 * length that the server states. A recording that still grows has the length of its loaded data.
 * @param loaded the length according to the loaded data
 */
export function lengthOf(loaded: number, playback: Pick<Playback, "duration" | "stage"> | null): number {
  if (!playback || playback.duration === null || playback.stage === "recording") return loaded;
  const isSame = Math.abs(playback.duration - loaded) < 1 + loaded * SAME_SHARE;
  return isSame ? Math.max(loaded, playback.duration) : loaded;
}
