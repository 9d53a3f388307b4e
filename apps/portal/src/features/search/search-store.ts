const listeners = new Set<() => void>();
let isOpen = false;

function set(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Opens the search dialog. */
export const openSearch = (): void => set(true);
/** Closes the search dialog. */
export const closeSearch = (): void => set(false);

/** Whether the dialog is open, as a store for `useSyncExternalStore`. */
export const searchOpen = {
  current: (): boolean => isOpen,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
