import { useCallback, useRef, useSyncExternalStore } from "react";

/** A store that a view subscribes to. */
export interface Store<S> {
  getState(): S;
  subscribe(listener: () => void): () => void;
}

/**
 * Selects a part of a store's state. The component only renders again when the result differs: dragging changes the state in every
 * frame, and bars and lists must not render for it.
 */
export function useSelectedState<S, T>(store: Store<S>, select: (state: S) => T, isEqual: (before: T, after: T) => boolean = Object.is): T {
  const last = useRef<{ value: T } | null>(null);
  const snapshot = (): T => {
    const value = select(store.getState());
    if (last.current && isEqual(last.current.value, value)) return last.current.value;
    last.current = { value };
    return value;
  };
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store]);
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}

/** Returns whether two lists have equal entries. */
export const isSameList = <T>(before: readonly T[], after: readonly T[]): boolean =>
  before.length === after.length && before.every((entry, index) => Object.is(entry, after[index]));
