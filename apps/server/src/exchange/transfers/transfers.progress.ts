/** Minimum interval of progress updates. */
const EVERY_MS = 1_000;

/** Calls `tell` with the newest count, at most once a second; the first call is immediate. */
export function createTicker(report: (done: number) => Promise<void>): (done: number) => Promise<void> {
  let next = 0;
  return async (done) => {
    const now = performance.now();
    if (now < next) return;
    next = now + EVERY_MS;
    await report(done);
  };
}
