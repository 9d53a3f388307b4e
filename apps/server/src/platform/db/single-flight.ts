/** A lookup whose concurrent callers share the request in flight. */
export interface SingleFlight<T> {
  read(key: string): Promise<T>;
  /**
   * Detaches the lookup in flight for this key, so that later callers start a new one. Call it after a change is
   * committed.
   */
  forget(key: string): void;
}

/**
 * Deduplicates concurrent calls for the same key: a call during a lookup shares its result. The concurrent requests of one
 * page then cost one session query, and a popular link costs one query at a time. Results are not cached.
 */
export function singleFlight<T>(find: (key: string) => Promise<T>): SingleFlight<T> {
  const running = new Map<string, Promise<T>>();
  return {
    read(key) {
      const known = running.get(key);
      if (known) return known;
      const finding = find(key).finally(() => {
        if (running.get(key) === finding) running.delete(key);
      });
      running.set(key, finding);
      return finding;
    },
    forget: (key) => void running.delete(key),
  };
}

/**
 * Deduplicates calls whose result must not be older than the call. A call during a lookup waits for the next lookup
 * and shares it with all calls that arrive before that lookup starts.
 */
export function nextFlight<T>(find: (key: string) => Promise<T>): Pick<SingleFlight<T>, "read"> {
  const running = new Map<string, Promise<T>>();
  const waiting = new Map<string, Promise<T>>();

  function start(key: string): Promise<T> {
    const finding = find(key).finally(() => running.delete(key));
    running.set(key, finding);
    return finding;
  }

  return {
    read(key) {
      const current = running.get(key);
      if (!current) return start(key);
      const known = waiting.get(key);
      if (known) return known;
      const begin = (): Promise<T> => {
        waiting.delete(key);
        return start(key);
      };
      const next = current.then(begin, begin);
      waiting.set(key, next);
      return next;
    },
  };
}
