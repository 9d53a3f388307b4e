import type { RecorderState } from "@stillreel/recorder/types";
import { isRunning, isShown, type Warning, warningsOf } from "./bar.plan.ts";

/** A step that is asked about before it is done. */
export type Asked = "discard" | "restart";

/** What the bar shows besides what the recorder says. */
export interface BarState {
  /** Null until the recorder has said anything. */
  readonly news: RecorderState | null;
  readonly asked: Asked | null;
  readonly isDrawing: boolean;
  readonly isSmall: boolean;
  /** The recorder was there and does not answer any more. */
  readonly isLost: boolean;
  /** Warnings that the person has put away; each comes back when it happens anew. */
  readonly putAway: readonly Warning[];
}

/** The bar before anything is known. */
export const NEW_BAR: BarState = { news: null, asked: null, isDrawing: false, isSmall: false, isLost: false, putAway: [] };

/** What happens to the bar. */
export type BarEvent =
  | { type: "heard"; news: RecorderState }
  | { type: "lost" }
  /** The person did something that is the bar's own business; `asked: null` answers a question. */
  | { type: "chose"; what: Partial<Pick<BarState, "asked" | "isDrawing" | "isSmall">> }
  | { type: "put-away"; warning: Warning };

function heard(bar: BarState, news: RecorderState): BarState {
  const canAsk = isRunning(news) && news.phase !== "finishing";
  return {
    ...bar,
    news,
    isLost: false,
    asked: canAsk ? bar.asked : null,
    isDrawing: bar.isDrawing && canAsk,
    putAway: bar.putAway.filter((warning) => warningsOf(news).includes(warning)),
  };
}

/** The bar after something happened. */
export function nextBar(bar: BarState, event: BarEvent): BarState {
  switch (event.type) {
    case "heard":
      return heard(bar, event.news);
    case "lost":
      return bar.news && isShown(bar.news) ? { ...bar, isLost: true, asked: null, isDrawing: false } : bar;
    case "chose":
      return { ...bar, ...event.what };
    case "put-away":
      return { ...bar, putAway: [...bar.putAway, event.warning] };
  }
}

/** What stands in the bar. */
export type BarFace = "hidden" | "buttons" | "asked" | "finishing" | "lost";

/** Which of its faces the bar shows. Nothing before the recording runs: then the countdown stands in the page. */
export function faceOf({ news, asked, isLost }: BarState): BarFace {
  if (isLost) return "lost";
  if (!news || !isRunning(news)) return "hidden";
  if (news.phase === "finishing") return "finishing";
  return asked ? "asked" : "buttons";
}

/** The warning that is shown now, if any. */
export const warningOf = ({ news, putAway }: BarState): Warning | null =>
  (news && warningsOf(news).find((warning) => !putAway.includes(warning))) ?? null;
