import { GIF_MAX_S } from "@stillreel/contract";

/** A range of a video in seconds. */
export interface Range {
  from: number;
  to: number;
}

/** Minimum length of a range. */
const MIN_S = 0.5;
const tenths = (seconds: number): number => Math.round(seconds * 10) / 10;

/** Returns the range after one end moved; the other end follows within the length limits, by default those of a GIF. */
export function movedRange(range: Range, end: "from" | "to", seconds: number, durationS: number, maxS: number = GIF_MAX_S): Range {
  const last = Math.floor(durationS * 10) / 10;
  if (end === "from") {
    const from = Math.max(0, Math.min(seconds, last - MIN_S));
    return { from: tenths(from), to: tenths(Math.min(last, Math.max(from + MIN_S, Math.min(range.to, from + maxS)))) };
  }
  const to = Math.min(last, Math.max(seconds, MIN_S));
  return { from: tenths(Math.max(0, Math.min(to - MIN_S, Math.max(range.from, to - maxS)))), to: tenths(to) };
}
