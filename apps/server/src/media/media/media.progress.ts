/** Minimum interval between progress reports in milliseconds. */
const TELL_MS = 1_000;

/** Progress over steps with different weights, reported in percent at intervals. */
export interface Progress {
  /** Starts a step. Returns a callback for the finished fraction of it (0 to 1). */
  step(name: string): (part: number) => void;
  /** Resolves once the last report has been delivered. */
  settled(): Promise<void>;
}

/**
 * Creates a progress reporter.
 * @param weights of the existing steps, by name
 * @param now in milliseconds
 * @param tell never called concurrently. Its failures do not affect the work
 */
export function createProgress(
  weights: Readonly<Record<string, number>>,
  now: () => number,
  tell: (percent: number) => Promise<void>,
): Progress {
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  let told = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  let telling: Promise<void> | null = null;
  const reach = (done: number): void => {
    const percent = Math.min(99, Math.floor((done * 100) / Math.max(1, total)));
    if (telling || percent <= told || now() - toldAt < TELL_MS) return;
    told = percent;
    toldAt = now();
    telling = tell(percent)
      .catch(() => undefined)
      .finally(() => (telling = null));
  };
  return {
    step(name) {
      const from = before;
      const weight = weights[name] ?? 0;
      before += weight;
      return (part) => reach(from + weight * Math.min(1, Math.max(0, part)));
    },
    settled: async () => void (await telling),
  };
}
