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

/**
 * The same for what must not be older than the question: a call that comes while a look is under way waits for the next one, and shares
 * it with all that come until that begins.
 */
export function nextFlight<T>(find: (key: string) => Promise<T>): Pick<SingleFlight<T>, "look"> {
  const running = new Map<string, Promise<T>>();
  const waiting = new Map<string, Promise<T>>();

  function start(key: string): Promise<T> {
    const looking = find(key).finally(() => running.delete(key));
    running.set(key, looking);
    return looking;
  }

  return {
    look(key) {
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
