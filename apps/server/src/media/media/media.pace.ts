import { setTimeout as sleep } from "node:timers/promises";

/** After the last upload ended it counts as quiet when nothing came for this long: uploads come in bursts. */
const SETTLE_MS = 60;
const LOOK_MS = 25;

/** Lets background work stand back while people wait for uploads. */
export interface Pace {
  /** Runs somebody's upload; while any runs, it is not quiet. */
  foreground<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when no upload runs, after `maxWaitMs` at the latest, or when the signal is aborted. */
  quiet(maxWaitMs: number, signal: AbortSignal): Promise<void>;
}

/** One process's pace. A worker without web traffic is always quiet. */
export function createPace(): Pace {
  let running = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    async foreground(work) {
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        endedAt = performance.now();
      }
    },
    async quiet(maxWaitMs, signal) {
      const deadline = performance.now() + maxWaitMs;
      while ((running > 0 || performance.now() - endedAt < SETTLE_MS) && performance.now() < deadline && !signal.aborted)
        await sleep(LOOK_MS);
    },
  };
}
