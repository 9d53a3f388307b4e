import { useSyncExternalStore } from "react";
import type { Addressed } from "../spaces/addresses.ts";

const moved = new Map<string, Addressed>();
const listeners = new Set<() => void>();

/** Stores that an item was replaced by another: pages of the old item redirect to it. */
export function noteMoved(itemId: string, to: Addressed): void {
  moved.set(itemId, to);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns the item that has replaced an item, if any. */
export const useMovedTo = (itemId: string): Addressed | undefined => useSyncExternalStore(subscribe, () => moved.get(itemId));
