import type { LiveEvent } from "@stillreel/contract";

export type LiveListener = (event: LiveEvent) => void;

const listeners = new Set<LiveListener>();

/**
 * Subscribes to changes by other users, other tabs and the server. Changes of this tab are not reported. `reset` means that
 * anything may have changed. Returns a function that unsubscribes.
 */
export function onLive(listener: LiveListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Notifies every subscriber of this page. An error in one subscriber does not affect the others. */
export function dispatchLiveEvent(event: LiveEvent): void {
  for (const listener of listeners) {
    try {
      listener(event);
    } catch (error) {
      reportError(error);
    }
  }
}

/** Whether an event can concern one of these items. */
export const concerns = (event: LiveEvent, itemIds: readonly string[]): boolean =>
  event.type === "reset" || (event.type === "items" && (event.itemIds === null || event.itemIds.some((one) => itemIds.includes(one))));
