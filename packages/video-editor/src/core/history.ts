/** States with undo and redo without a limit. Immutable: every change returns a new history. */
export interface History<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
  /** Changes with the same non-null key are one step: a drag, or letters typed into one field. */
  readonly key: string | null;
}

export const historyOf = <T>(now: T): History<T> => ({ past: [], now, future: [], key: null });

/** Adds a change. An equal state is not a change. */
export function changed<T>(history: History<T>, next: T, key: string | null = null): History<T> {
  if (next === history.now) return history;
  if (key !== null && key === history.key) return { ...history, now: next, future: [] };
  return { past: [...history.past, history.now], now: next, future: [], key };
}

/** Ends the current step, so that the next change with the same key is a separate step. */
export const settled = <T>(history: History<T>): History<T> => (history.key === null ? history : { ...history, key: null });

export function undone<T>({ past, now, future }: History<T>): History<T> | null {
  const before = past.at(-1);
  return before === undefined ? null : { past: past.slice(0, -1), now: before, future: [now, ...future], key: null };
}

export function redone<T>({ past, now, future }: History<T>): History<T> | null {
  const [next, ...rest] = future;
  return next === undefined ? null : { past: [...past, now], now: next, future: rest, key: null };
}
