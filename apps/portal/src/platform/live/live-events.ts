import type { LiveEvent } from "@stillreel/contract";

export type LiveListener = (event: LiveEvent) => void;

const listeners = new Set<LiveListener>();

/**
 * Hears what others changed: people, other tabs, and the server's own work. What this tab did itself is not told.
 * `reset` means that anything may have changed. Answers how to stop.
 */
export function onLive(listener: LiveListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells everybody on this page. One listener's failure is not another's. */
export function dispatchLiveEvent(event: LiveEvent): void {
  for (const listener of listeners) {
    try {
      listener(event);
    } catch (error) {
      reportError(error);
    }
  }
}
