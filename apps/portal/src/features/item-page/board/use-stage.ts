import { useSyncExternalStore } from "react";
import type { Stage, StageState } from "./stage-store.ts";

/** Returns a part of the canvas's state, and renders again when it changes. The part must be a stable value. */
export const useStageState = <T>(stage: Stage, pick: (state: StageState) => T): T =>
  useSyncExternalStore(stage.subscribe, () => pick(stage.getState()));
