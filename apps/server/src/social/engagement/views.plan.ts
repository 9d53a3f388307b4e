import { VIEW_BUCKETS, VIEW_MIN_S } from "@stillreel/contract";

/** Watch time and segments in seconds, as reported by a page. */
export interface Claim {
  seconds: number;
  segments: readonly (readonly [number, number])[];
}

/** The plausible part of a claim. */
export interface Watched {
  seconds: number;
  /** One bit per hundredth, or null when the item has none. */
  coverage: Buffer | null;
  /** Whether enough was watched to count as a view. */
  isView: boolean;
}

/** Accepted watch time beyond the time since the first report. Pages start to report with a delay and lose reports. */
const TOLERANCE_S = 60;
/** Maximum playback speed. */
const SPEED_MAX = 4;
/** Players report their position about four times per second, so missing time at the ends counts as watched. */
const SLACK_S = 0.25;
const COVERAGE_BYTES = Math.ceil(VIEW_BUCKETS / 8);

/** Returns the segments within the video, sorted, without overlaps, and at most `budgetS` long in total. */
function stretchesOf(segments: Claim["segments"], durationS: number, budgetS: number): [number, number][] {
  const valid = segments
    .map(([from, to]): [number, number] => [from, Math.min(to, durationS)])
    .filter(([from, to]) => from < to)
    .toSorted(([one], [other]) => one - other);
  const stretches: [number, number][] = [];
  let left = budgetS;
  for (const [from, to] of valid) {
    const begin = Math.max(from, stretches.at(-1)?.[1] ?? 0);
    if (begin >= to || left <= 0) continue;
    const end = Math.min(to, begin + left);
    left -= end - begin;
    stretches.push([begin, end]);
  }
  return stretches;
}

function coverageOf(stretches: readonly [number, number][], durationS: number): Buffer {
  const bits = Buffer.alloc(COVERAGE_BYTES);
  const bucketS = durationS / VIEW_BUCKETS;
  for (const [from, to] of stretches) {
    // A hundredth counts when its middle was watched.
    const first = Math.max(0, Math.ceil((from - SLACK_S) / bucketS - 0.5));
    const last = Math.min(VIEW_BUCKETS - 1, Math.floor((to + SLACK_S) / bucketS - 0.5));
    for (let bucket = first; bucket <= last; bucket += 1) bits[bucket >> 3] = (bits[bucket >> 3] ?? 0) | (1 << (bucket & 7));
  }
  return bits;
}

/**
 * Returns the plausible part of a claim: no more than the elapsed time allows, and no more than the video's length.
 * @param durationS null for pictures, and for recordings in progress
 * @param sinceS seconds since the first report of the visit
 */
export function watchedOf(claim: Claim, durationS: number | null, sinceS: number): Watched {
  const passedS = Math.max(0, sinceS) + TOLERANCE_S;
  const seconds = Math.min(claim.seconds, passedS);
  const hasLength = durationS !== null && durationS > 0;
  return {
    seconds: hasLength ? Math.min(seconds, durationS) : seconds,
    coverage: hasLength ? coverageOf(stretchesOf(claim.segments, durationS, passedS * SPEED_MAX), durationS) : null,
    // A shorter video counts when it was watched completely.
    isView: seconds >= (hasLength ? Math.min(VIEW_MIN_S, durationS) : VIEW_MIN_S),
  };
}

/** Returns the union of two coverages. */
export function joined(one: Buffer | null, other: Buffer | null): Buffer | null {
  if (one === null || other === null) return one ?? other;
  return Buffer.from(one.map((byte, index) => byte | (other[index] ?? 0)));
}

const BITS_OF = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

/**
 * Counts the visitors per hundredth, and the visitors who watched at least n hundredths, from concatenated coverages.
 * Counts bytes first and then bits, because there may be a hundred thousand coverages.
 */
export function curveOf(
  coverages: Buffer,
  percents: readonly number[],
): { coverage: number[]; completion: { percent: number; viewers: number }[] } {
  /** Number of coverages per byte position and byte value. */
  const bytes = new Uint32Array(COVERAGE_BYTES * 256);
  /** Number of visitors per count of watched hundredths. */
  const seenBy = new Uint32Array(COVERAGE_BYTES * 8 + 1);
  for (let at = 0; at + COVERAGE_BYTES <= coverages.length; at += COVERAGE_BYTES) {
    let seen = 0;
    for (let index = 0; index < COVERAGE_BYTES; index += 1) {
      const byte = coverages[at + index] ?? 0;
      const slot = index * 256 + byte;
      bytes[slot] = (bytes[slot] ?? 0) + 1;
      seen += BITS_OF[byte] ?? 0;
    }
    seenBy[seen] = (seenBy[seen] ?? 0) + 1;
  }
  const coverage = Array.from({ length: VIEW_BUCKETS }, (_, bucket) => {
    const own = bytes.subarray((bucket >> 3) * 256, ((bucket >> 3) + 1) * 256);
    return own.reduce((sum, count, byte) => sum + ((byte >> (bucket & 7)) & 1) * count, 0);
  });
  const completion = percents.map((percent) => ({
    percent,
    viewers: seenBy.reduce((sum, count, seen) => (seen * 100 >= percent * VIEW_BUCKETS ? sum + count : sum), 0),
  }));
  return { coverage, completion };
}
