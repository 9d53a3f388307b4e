import type { Point } from "../selection/marquee.plan.ts";

/** How far the pointer moves before a press becomes a drag, in CSS pixels: a click may tremble. */
const THRESHOLD = 5;
/** How long the pointer rests on a folder before it opens, in milliseconds (DESIGN §6.2). */
export const SPRING_MS = 700;

/**
 * A drag from press to drop. `target` is the key of what would take the drop; `restedAt` is when the pointer came to `over`;
 * `openedAt` is where it was when a folder opened, until it moves on: what then lies under it by chance must not open too.
 */
export type DragState =
  | { phase: "idle" }
  | { phase: "pressed"; start: Point }
  | { phase: "dragging"; target: string | null; over: string | null; restedAt: number; openedAt: Point | null };

/**
 * What happens to a drag. `over` is what lies under the pointer, `target` the same if it takes the drop. Times are
 * milliseconds of any one clock.
 */
export type DragEvent =
  | { type: "press"; at: Point }
  | { type: "move"; at: Point; over: string | null; target: string | null; now: number }
  | { type: "release" }
  | { type: "cancel" };

/** What the page has to do about it. */
export type DragEffect = { do: "start" } | { do: "open"; key: string } | { do: "drop"; key: string } | { do: "end" };

export const IDLE: DragState = { phase: "idle" };

/** The next state of a drag, and what follows from it. */
export function reduceDrag(state: DragState, event: DragEvent): { state: DragState; effects: DragEffect[] } {
  switch (event.type) {
    case "press":
      return { state: { phase: "pressed", start: event.at }, effects: [] };
    case "move":
      return move(state, event);
    case "release":
      if (state.phase !== "dragging") return { state: IDLE, effects: [] };
      return { state: IDLE, effects: [{ do: "end" }, ...(state.target === null ? [] : [{ do: "drop" as const, key: state.target }])] };
    case "cancel":
      return { state: IDLE, effects: state.phase === "dragging" ? [{ do: "end" }] : [] };
  }
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function move(state: DragState, event: Extract<DragEvent, { type: "move" }>): { state: DragState; effects: DragEffect[] } {
  const { at, over, target, now } = event;
  if (state.phase === "idle") return { state, effects: [] };
  if (state.phase === "pressed") {
    if (distance(at, state.start) < THRESHOLD) return { state, effects: [] };
    return { state: { phase: "dragging", target, over, restedAt: now, openedAt: null }, effects: [{ do: "start" }] };
  }
  const openedAt = state.openedAt && distance(at, state.openedAt) < THRESHOLD ? state.openedAt : null;
  if (over !== state.over || openedAt || state.openedAt)
    return { state: { phase: "dragging", target, over, restedAt: now, openedAt }, effects: [] };
  if (over !== null && now - state.restedAt >= SPRING_MS)
    return { state: { ...state, target, openedAt: at }, effects: [{ do: "open", key: over }] };
  return { state: target === state.target ? state : { ...state, target }, effects: [] };
}
