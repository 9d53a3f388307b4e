import { createContext, useCallback, useContext, useSyncExternalStore } from "react";
import type { Placement } from "../../core/index.ts";
import type { PreviewPlayer } from "../../preview/index.ts";

/** The player that draws the stage. */
export const PlayerContext = createContext<PreviewPlayer | null>(null);

/** Returns where the last drawn picture is. Null before the first one. */
export function usePlacement(): Placement | null {
  const player = usePlayer();
  const subscribe = useCallback((listener: () => void) => player.subscribe(listener), [player]);
  return useSyncExternalStore(subscribe, () => player.placement());
}

/** Returns whether the player waits for a frame. */
export function useIsWaiting(): boolean {
  const player = usePlayer();
  const subscribe = useCallback((listener: () => void) => player.subscribe(listener), [player]);
  return useSyncExternalStore(subscribe, () => player.isWaiting());
}

function usePlayer(): PreviewPlayer {
  const player = useContext(PlayerContext);
  if (!player) throw new Error("This component must be inside of a stage.");
  return player;
}
