import type { PlayerHandle } from "@stillreel/watch/core";
import { useCallback, useSyncExternalStore } from "react";

/** Subscribes to a value of the page's player; null without a player. */
function usePlayer<T extends string | number>(handle: PlayerHandle | null, read: (handle: PlayerHandle) => T): T | null {
  const subscribe = useCallback((listener: () => void) => handle?.subscribe(listener) ?? (() => {}), [handle]);
  return useSyncExternalStore(subscribe, () => (handle ? read(handle) : null));
}

/** Returns the current whole second of the player. */
export const useSecond = (handle: PlayerHandle | null): number | null => usePlayer(handle, ({ time }) => Math.floor(time));

/** Returns the duration according to the player in seconds; null while unknown. */
export function useDuration(handle: PlayerHandle | null): number | null {
  const duration = usePlayer(handle, (player) => player.duration);
  return duration !== null && Number.isFinite(duration) && duration > 0 ? duration : null;
}
