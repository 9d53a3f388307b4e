import { setTimeout as sleep } from "node:timers/promises";

/** Idle time in milliseconds after the last upload before background work continues. Uploads come in bursts. */
const SETTLE_MS = 60;
const POLL_MS = 25;

/** Delays background work while users wait for uploads. */
export interface Throttle {
  /** Runs an upload. Background work waits while any upload runs. */
  foreground<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when no upload runs, after `maxWaitMs` at the latest, or when the signal is aborted. */
  quiet(maxWaitMs: number, signal: AbortSignal): Promise<void>;
}

/** Creates the upload priority of one process. A worker without web traffic is always idle. */
export function createThrottle(): Throttle {
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
        await sleep(POLL_MS);
    },
  };
}
