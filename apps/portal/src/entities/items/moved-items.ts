import { useSyncExternalStore } from "react";
import type { Addressed } from "../spaces/addresses.ts";

const moved = new Map<string, Addressed>();
const listeners = new Set<() => void>();

/** Remembers that what was one item is another one now: pages of the old one lead to it. */
export function noteMoved(itemId: string, to: Addressed): void {
  moved.set(itemId, to);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The item that an item has become meanwhile, if it has. */
export const useMovedTo = (itemId: string): Addressed | undefined => useSyncExternalStore(subscribe, () => moved.get(itemId));
