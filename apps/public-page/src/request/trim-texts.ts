import type { TrimEnd } from "@stillreel/recorder/trim.plan";

/** Formats seconds of a video for screen readers: `2 seconds`, `1 minute 2.5 seconds`, in a language. */
export function spokenSeconds(seconds: number, language: string): string {
  const rounded = Math.round(Math.max(0, seconds) * 100) / 100;
  const parts = { minute: Math.floor(rounded / 60), second: Math.round((rounded % 60) * 100) / 100 };
  return Object.entries(parts)
    .filter(([unit, value]) => value > 0 || (unit === "second" && rounded === 0))
    .map(([unit, value]) =>
      new Intl.NumberFormat(language, {
        style: "unit",
        unit,
        unitDisplay: "long",
        numberingSystem: "latn",
        maximumFractionDigits: 2,
      }).format(value),
    )
    .join(" ");
}

/** Size of the step of a key in seconds: a frame, or with Shift a second. Null for keys that do not move an end. */
export function stepOf({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">, frameSeconds: number): number | null {
  const step = shiftKey ? 1 : frameSeconds;
  // The strip shows time from left to right in every language, as the player does.
  if (key === "ArrowRight" || key === "ArrowUp") return step;
  if (key === "ArrowLeft" || key === "ArrowDown") return -step;
  if (key === "PageUp") return 10;
  if (key === "PageDown") return -10;
  if (key === "Home") return -Infinity;
  return key === "End" ? Infinity : null;
}

/** Keys of the names of both ends. */
export const END_NAMES: Readonly<Record<TrimEnd, string>> = { start: "askTrimStart", end: "askTrimEnd" };
