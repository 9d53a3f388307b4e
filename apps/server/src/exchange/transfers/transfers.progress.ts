/** Progress is told at most so often. */
const EVERY_MS = 1_000;

/** Calls `tell` with the newest count, at most each second; the first call tells at once. */
export function createTicker(tell: (done: number) => Promise<void>): (done: number) => Promise<void> {
  let next = 0;
  return async (done) => {
    const now = performance.now();
    if (now < next) return;
    next = now + EVERY_MS;
    await tell(done);
  };
}
