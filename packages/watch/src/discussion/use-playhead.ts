import { useCallback, useSyncExternalStore } from "react";
import { isCurrentPin, type Comment, type PlayerHandle } from "../core/index.ts";

const nothing = (): (() => void) => () => {};

/** The whole second at which a player stands; null without one. */
export function useSecond(handle: PlayerHandle | null | undefined): number | null {
  return usePlayer(handle, (player) => Math.floor(player.time));
}

/** Ids of the comments about the moment that is shown, for 4 s around theirs. */
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
