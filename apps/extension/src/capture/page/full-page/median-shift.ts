/** Share of the measurements that must agree. */
const AGREEMENT = 0.6;
/** Smaller differences are fractions of pixels, which no picture shows. */
const LEAST = 0.5;

/** Returns the shift that most of the measurements have, or 0 when too few agree. */
export function medianShift(shifts: readonly number[]): number {
  const median = shifts.toSorted((a, b) => a - b)[Math.floor(shifts.length / 2)];
  if (median === undefined || shifts.length < 2 || Math.abs(median) < LEAST) return 0;
  const agreeing = shifts.filter((shift) => Math.abs(shift - median) < LEAST);
  return agreeing.length >= shifts.length * AGREEMENT ? median : 0;
}
