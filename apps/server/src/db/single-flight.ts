/** A look-up whose callers share the answer that is under way. */
export interface SingleFlight<T> {
  look(key: string): Promise<T>;
  /** What is under way for this key is not for anybody who asks from now on: call it once a change is committed. */
  forget(key: string): void;
}

/**
 * Lets calls for the same key that come while one is under way share its answer: a page's many requests at once cost one
 * look at its session, a link that everybody opens one look a moment. Nothing is kept: a call that comes later looks anew.
 */
export function singleFlight<T>(find: (key: string) => Promise<T>): SingleFlight<T> {
  const running = new Map<string, Promise<T>>();
  return {
    look(key) {
      const known = running.get(key);
      if (known) return known;
      const looking = find(key).finally(() => {
        if (running.get(key) === looking) running.delete(key);
      });
      running.set(key, looking);
      return looking;
    },
    forget: (key) => void running.delete(key),
  };
}
