import { between, type Box, type Handle, handleNear, holds, moved, type Point, pulled, SMALLEST, within } from "../../core/region.ts";

/** Distance at which the pointer hits a handle, in CSS pixels. */
const HANDLE_TOLERANCE = 12;

type Drag =
  | { kind: "new"; from: Point; before: Box | null }
  | { kind: "move"; from: Point; start: Box }
  | { kind: "pull"; handle: Handle; start: Box };

/** State of an area choice: the box, if any, and the active drag. */
export interface AreaChoice {
  readonly box: Box | null;
  readonly drag: Drag | null;
}

/** Initial state: nothing is chosen. */
export const NOTHING: AreaChoice = { box: null, drag: null };

/** Handles pointer down: a handle resizes, the inside moves, anything else draws a new box. */
export function pressedAt(box: Box | null, at: Point): AreaChoice {
  const handle = box && handleNear(box, at.x, at.y, HANDLE_TOLERANCE);
  if (box && handle) return { box, drag: { kind: "pull", handle, start: box } };
  if (box && holds(box, at.x, at.y)) return { box, drag: { kind: "move", from: at, start: box } };
  return { box, drag: { kind: "new", from: at, before: box } };
}

/** Handles a drag to a point. */
export function draggedTo(choice: AreaChoice, at: Point, limits: Box): AreaChoice {
  const { drag } = choice;
  if (!drag) return choice;
  if (drag.kind === "move") return { drag, box: moved(drag.start, at.x - drag.from.x, at.y - drag.from.y, limits) };
  const next = drag.kind === "new" ? between(drag.from.x, drag.from.y, at.x, at.y) : pulled(drag.start, drag.handle, at.x, at.y);
  return { drag, box: within(next, limits) };
}

/** Handles pointer up. An accidental click keeps the previous choice. */
export function released({ box, drag }: AreaChoice, isClick: boolean): AreaChoice {
  if (drag?.kind === "new") {
    const isSlip = isClick || !box || box.width < SMALLEST || box.height < SMALLEST;
    return { box: isSlip ? drag.before : box, drag: null };
  }
  return { box: box && { ...box, width: Math.max(box.width, SMALLEST), height: Math.max(box.height, SMALLEST) }, drag: null };
}

/** Returns the cursor at a point, according to the action that a press would start or has started. */
export function cursorAt({ box, drag }: AreaChoice, at: Point): string {
  const handle = box && !drag ? handleNear(box, at.x, at.y, HANDLE_TOLERANCE) : null;
  if (handle) return `${["n", "", "s"][handle.dy + 1]}${["w", "", "e"][handle.dx + 1]}-resize`;
  return box && drag?.kind !== "new" && holds(box, at.x, at.y) ? "move" : "crosshair";
}

/** Returns the step of an arrow key in CSS pixels; null for every other key. */
export function stepOf(key: string, isFar: boolean): [dx: number, dy: number] | null {
  const step = isFar ? 10 : 1;
  const steps: Record<string, [number, number]> = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, -step],
    ArrowDown: [0, step],
  };
  return steps[key] ?? null;
}
