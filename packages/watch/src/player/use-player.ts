import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { createPlayer, type PlayerCore, type PlayerOptions, type PlayerState } from "../core/index.ts";

/** The player of one item; made once, and told of the newest of the functions it was given. */
export function usePlayer(options: PlayerOptions): PlayerCore {
  const [player] = useState(() => createPlayer(options));
  const { load, onWatched, onEnded } = options;
  useEffect(() => player.use({ load, onWatched, onEnded }), [player, load, onWatched, onEnded]);
  return player;
}

/** Something of a player's state; the part is drawn again only when the answer differs. */
export function usePlayerState<T>(player: PlayerCore, select: (state: PlayerState) => T): T {
  const subscribe = useCallback((listener: () => void) => player.subscribe(listener), [player]);
  const snapshot = (): T => select(player.getState());
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
