import type { RecorderState } from "@stillreel/recorder/types";
import { isRunning, isShown, type Warning, warningsOf } from "./bar.plan.ts";

/** A step that is asked about before it is done. */
export type Asked = "discard" | "restart";

/** What the bar shows besides what the recorder says. */
export interface BarState {
  /** Null until the recorder has said anything. */
  readonly latest: RecorderState | null;
  readonly asked: Asked | null;
  readonly isDrawing: boolean;
  readonly isSmall: boolean;
  /** The recorder was there and does not answer any more. */
  readonly isLost: boolean;
  /** Warnings that the person has put away; each comes back when it happens anew. */
  readonly putAway: readonly Warning[];
}

/** The bar before anything is known. */
export const NEW_BAR: BarState = { latest: null, asked: null, isDrawing: false, isSmall: false, isLost: false, putAway: [] };

/** What happens to the bar. */
export type BarEvent =
  | { type: "updated"; latest: RecorderState }
  | { type: "lost" }
  /** The person did something that is the bar's own business; `asked: null` answers a question. */
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

/** The bar after something happened. */
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

/** What stands in the bar. */
export type BarFace = "hidden" | "buttons" | "asked" | "finishing" | "lost";

/** Which of its faces the bar shows. Nothing before the recording runs: then the countdown stands in the page. */
export function faceOf({ latest, asked, isLost }: BarState): BarFace {
  if (isLost) return "lost";
  if (!latest || !isRunning(latest)) return "hidden";
  if (latest.phase === "finishing") return "finishing";
  return asked ? "asked" : "buttons";
}

/** The warning that is shown now, if any. */
export const warningOf = ({ latest, putAway }: BarState): Warning | null =>
  (latest && warningsOf(latest).find((warning) => !putAway.includes(warning))) ?? null;
