import { useCallback, useSyncExternalStore } from "react";
import { isCurrentPin, type Comment, type PlayerHandle } from "../core/index.ts";

const nothing = (): (() => void) => () => {};

/** Returns the current whole second of a player, or null without one. */
export function useSecond(handle: PlayerHandle | null | undefined): number | null {
  return usePlayer(handle, (player) => Math.floor(player.time));
}

/** Returns the ids of the comments at the current time, for 4 s around theirs. */
export function useCurrent(handle: PlayerHandle | null | undefined, comments: readonly Comment[]): ReadonlySet<string> {
  const ids = usePlayer(handle, ({ time }) =>
    comments
      .filter(({ at }) => typeof at === "number" && isCurrentPin(at, time))
      .map(({ id }) => id)
      .join(" "),
  );
  return new Set(ids ? ids.split(" ") : []);
}

function usePlayer<T extends string | number>(handle: PlayerHandle | null | undefined, read: (handle: PlayerHandle) => T): T | null {
  const subscribe = useCallback((listener: () => void) => (handle ? handle.subscribe(listener) : nothing()), [handle]);
  return useSyncExternalStore(subscribe, () => (handle ? read(handle) : null));
}
