const listeners = new Set<() => void>();
let isOpen = false;

function set(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Opens the search, from wherever. */
export const openSearch = (): void => set(true);
/** Closes it. */
export const closeSearch = (): void => set(false);

/** Whether the search is open, as a store for `useSyncExternalStore`. */
export const searchOpen = {
  current: (): boolean => isOpen,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
