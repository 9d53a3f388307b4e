import { DatabaseUnavailable } from "./database-errors.ts";

/** Limits how much of one kind of work runs at the same time. */
export interface Bulkhead {
  /** Runs the work when it is its turn. @throws DatabaseUnavailable when the queue is full or the wait is too long */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER_S = 2;

/**
 * Creates a semaphore with a bounded queue.
 * @param options `max` parallel runs, `queue` maximum number of waiting ones, `waitMs` maximum wait in milliseconds
 */
export function createBulkhead({ max, queue, waitMs }: { max: number; queue: number; waitMs: number }): Bulkhead {
  const waiting = new Set<() => void>();
  let running = 0;

  function turn(): Promise<void> {
    if (running < max) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.size >= queue) return Promise.reject(new DatabaseUnavailable("Too many statements wait.", RETRY_AFTER_S));
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(start);
        reject(new DatabaseUnavailable("A statement waited too long for its turn.", RETRY_AFTER_S));
      }, waitMs);
      waiting.add(start);
    });
  }

  /** Passes the turn to the one that waits longest. */
  function pass(): void {
    const [next] = waiting;
    if (!next) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return {
    async run(work) {
      await turn();
      try {
        return await work();
      } finally {
        pass();
      }
    },
  };
}
