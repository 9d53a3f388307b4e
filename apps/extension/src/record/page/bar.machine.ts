import type { RecorderState } from "@stillreel/recorder/types";
import { type Warning, warningsOf } from "../core/recording-warnings.ts";
import { isRunning, isShown } from "./bar.plan.ts";

/** An action that needs confirmation. */
export type Asked = "discard" | "restart";

/** State of the bar in addition to the recorder's state. */
export interface BarState {
  /** Null until the recorder has reported a state. */
  readonly latest: RecorderState | null;
  readonly asked: Asked | null;
  readonly isDrawing: boolean;
  readonly isSmall: boolean;
  /** The recorder existed and does not answer any more. */
  readonly isLost: boolean;
  /** Warnings that the user has dismissed; each returns when it occurs again. */
  readonly putAway: readonly Warning[];
}

/** Initial state of the bar. */
export const NEW_BAR: BarState = { latest: null, asked: null, isDrawing: false, isSmall: false, isLost: false, putAway: [] };

/** Events of the bar. */
export type BarEvent =
  | { type: "updated"; latest: RecorderState }
  | { type: "lost" }
  /** The user changed a state of the bar itself; `asked: null` answers a question. */
  | { type: "chose"; what: Partial<Pick<BarState, "asked" | "isDrawing" | "isSmall">> }
  | { type: "put-away"; warning: Warning };

function receive(bar: BarState, latest: RecorderState): BarState {
  const canAsk = isRunning(latest) && latest.phase !== "finishing";
  return {
    ...bar,
    latest,
    isLost: false,
    asked: canAsk ? bar.asked : null,
    isDrawing: bar.isDrawing && canAsk,
    putAway: bar.putAway.filter((warning) => warningsOf(latest).includes(warning)),
  };
}

/** Returns the state of the bar after an event. */
export function nextBar(bar: BarState, event: BarEvent): BarState {
  switch (event.type) {
    case "updated":
      return receive(bar, event.latest);
    case "lost":
      return bar.latest && isShown(bar.latest) ? { ...bar, isLost: true, asked: null, isDrawing: false } : bar;
    case "chose":
      return { ...bar, ...event.what };
    case "put-away":
      return { ...bar, putAway: [...bar.putAway, event.warning] };
  }
}

/** Content of the bar. */
export type BarFace = "hidden" | "buttons" | "asked" | "finishing" | "lost";

/** Returns the content of the bar. Hidden before the recording runs, because the countdown is visible then. */
export function faceOf({ latest, asked, isLost }: BarState): BarFace {
  if (isLost) return "lost";
  if (!latest || !isRunning(latest)) return "hidden";
  if (latest.phase === "finishing") return "finishing";
  return asked ? "asked" : "buttons";
}

/** Returns the current warning, if any. */
export const warningOf = ({ latest, putAway }: BarState): Warning | null =>
  (latest && warningsOf(latest).find((warning) => !putAway.includes(warning))) ?? null;
