import type { Point } from "../selection/marquee.plan.ts";

/** Distance in CSS pixels at which a press becomes a drag. */
const THRESHOLD = 5;
/** Time in milliseconds after which a folder opens under a resting pointer (DESIGN §6.2). */
export const SPRING_MS = 700;

/**
 * State of a drag from press to drop. `target` is the key of the drop target; `restedAt` is the time at which the pointer reached
 * `over`; `openedAt` is its position when a folder opened, so that the folder below does not open too before the next move.
 */
export type DragState =
  | { phase: "idle" }
  | { phase: "pressed"; start: Point }
  | { phase: "dragging"; target: string | null; over: string | null; restedAt: number; openedAt: Point | null };

/**
 * Event of a drag. `over` is the element under the pointer, `target` the same if it accepts the drop. Times are milliseconds of
 * one clock.
 */
export type DragEvent =
  | { type: "press"; at: Point }
  | { type: "move"; at: Point; over: string | null; target: string | null; now: number }
  | { type: "release" }
  | { type: "cancel" };

/** Required action of the page. */
export type DragEffect = { do: "start" } | { do: "open"; key: string } | { do: "drop"; key: string } | { do: "end" };

export const IDLE: DragState = { phase: "idle" };

/** Returns the next state of a drag with its effects. */
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
