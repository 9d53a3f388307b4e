import type { PlayerHandle } from "@stillreel/watch/core";
import { useCallback, useSyncExternalStore } from "react";

/** Something of the player that stands on the page, followed; null while there is none. */
function usePlayer<T extends string | number>(handle: PlayerHandle | null, read: (handle: PlayerHandle) => T): T | null {
  const subscribe = useCallback((listener: () => void) => handle?.subscribe(listener) ?? (() => {}), [handle]);
  return useSyncExternalStore(subscribe, () => (handle ? read(handle) : null));
}

/** The whole second at which the player stands. */
export const useSecond = (handle: PlayerHandle | null): number | null => usePlayer(handle, ({ time }) => Math.floor(time));

/** The length of the video as the player knows it, in seconds; null while it does not. */
export function useDuration(handle: PlayerHandle | null): number | null {
  const duration = usePlayer(handle, (player) => player.duration);
  return duration !== null && Number.isFinite(duration) && duration > 0 ? duration : null;
}
