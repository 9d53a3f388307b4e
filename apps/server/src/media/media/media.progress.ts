/** Minimum interval between progress reports in milliseconds. */
const REPORT_MS = 1_000;

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
 * @param notify never called concurrently. Its failures do not affect the work
 */
export function createProgress(
  weights: Readonly<Record<string, number>>,
  now: () => number,
  notify: (percent: number) => Promise<void>,
): Progress {
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  let reported = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let reporting: Promise<void> | null = null;
  const report = (done: number): void => {
    const percent = Math.min(99, Math.floor((done * 100) / Math.max(1, total)));
    if (reporting || percent <= reported || now() - reportedAt < REPORT_MS) return;
    reported = percent;
    reportedAt = now();
    reporting = notify(percent)
      .catch(() => undefined)
      .finally(() => (reporting = null));
  };
  return {
    step(name) {
      const from = before;
      const weight = weights[name] ?? 0;
      before += weight;
      return (part) => report(from + weight * Math.min(1, Math.max(0, part)));
    },
    settled: async () => void (await reporting),
  };
}
