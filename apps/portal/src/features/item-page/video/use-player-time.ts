import type { PlayerHandle } from "@stillreel/watch/core";
import { startTransition, useCallback, useEffect, useState, useSyncExternalStore } from "react";

/** Subscribes to a value of the page's player; null without a player. */
function usePlayer<T extends string | number>(handle: PlayerHandle | null, read: (handle: PlayerHandle) => T): T | null {
  const subscribe = useCallback((listener: () => void) => handle?.subscribe(listener) ?? (() => {}), [handle]);
  return useSyncExternalStore(subscribe, () => (handle ? read(handle) : null));
}

/** Returns the current whole second of the player. */
export const useSecond = (handle: PlayerHandle | null): number | null => usePlayer(handle, ({ time }) => Math.floor(time));

/** Returns the duration according to the player in seconds; null while unknown. It changes in a transition, because the whole page uses it. */
export function useDuration(handle: PlayerHandle | null): number | null {
  const [duration, setDuration] = useState<number | null>(null);
  useEffect(() => {
    if (!handle) return undefined;
    let known: number | null = null;
    const read = (): void => {
      const next = Number.isFinite(handle.duration) && handle.duration > 0 ? handle.duration : null;
      if (next === known) return;
      known = next;
      startTransition(() => setDuration(next));
    };
    read();
    return handle.subscribe(read);
  }, [handle]);
  return duration;
}
