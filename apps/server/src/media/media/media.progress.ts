/** How often people are told of progress, at most. */
const TELL_MS = 1_000;

/** Progress over steps of different weight, told now and then in percent. */
export interface Progress {
  /** Begins a step; answers what is called with the part of it (0 to 1) that is done. */
  step(name: string): (part: number) => void;
  /** What was told last has arrived. */
  settled(): Promise<void>;
}

/**
 * @param weights of the steps that there are, by name
 * @param now in milliseconds
 * @param tell never called twice at once; its failures do no harm to the work
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
