import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { createPlayer, type PlayerCore, type PlayerOptions, type PlayerState } from "../core/index.ts";

/** Returns the player of one item. It is created once and always calls the latest functions. */
export function usePlayer(options: PlayerOptions): PlayerCore {
  const [player] = useState(() => createPlayer(options));
  const { load, onWatched, onEnded } = options;
  useEffect(() => player.use({ load, onWatched, onEnded }), [player, load, onWatched, onEnded]);
  return player;
}

/** Selects a part of a player's state. The component only renders again when the result differs. */
export function usePlayerState<T>(player: PlayerCore, select: (state: PlayerState) => T): T {
  const subscribe = useCallback((listener: () => void) => player.subscribe(listener), [player]);
  const snapshot = (): T => select(player.getState());
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
