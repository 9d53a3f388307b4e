import { between, type Box, type Handle, handleNear, holds, moved, type Point, pulled, SMALLEST, within } from "../../core/region.ts";

/** How near a handle the pointer has to be, in CSS pixels. */
const HANDLE_TOLERANCE = 12;

type Drag =
  | { kind: "new"; from: Point; before: Box | null }
  | { kind: "move"; from: Point; start: Box }
  | { kind: "pull"; handle: Handle; start: Box };

/** How far somebody is with an area: the box, once there is one, and what the held pointer does with it. */
export interface AreaChoice {
  readonly box: Box | null;
  readonly drag: Drag | null;
}

/** Nothing is chosen yet. */
export const NOTHING: AreaChoice = { box: null, drag: null };

/** The pointer goes down: on a handle it pulls, inside it moves, anywhere else it draws a new box. */
export function pressedAt(box: Box | null, at: Point): AreaChoice {
  const handle = box && handleNear(box, at.x, at.y, HANDLE_TOLERANCE);
  if (box && handle) return { box, drag: { kind: "pull", handle, start: box } };
  if (box && holds(box, at.x, at.y)) return { box, drag: { kind: "move", from: at, start: box } };
  return { box, drag: { kind: "new", from: at, before: box } };
}

/** The held pointer goes on to a point. */
export function draggedTo(choice: AreaChoice, at: Point, limits: Box): AreaChoice {
  const { drag } = choice;
  if (!drag) return choice;
  if (drag.kind === "move") return { drag, box: moved(drag.start, at.x - drag.from.x, at.y - drag.from.y, limits) };
  const next = drag.kind === "new" ? between(drag.from.x, drag.from.y, at.x, at.y) : pulled(drag.start, drag.handle, at.x, at.y);
  return { drag, box: within(next, limits) };
}

/** The pointer goes up. A slip of the hand is no picture: what was chosen before it stays. */
export function released({ box, drag }: AreaChoice, isClick: boolean): AreaChoice {
  if (drag?.kind === "new") {
    const isSlip = isClick || !box || box.width < SMALLEST || box.height < SMALLEST;
    return { box: isSlip ? drag.before : box, drag: null };
  }
  return { box: box && { ...box, width: Math.max(box.width, SMALLEST), height: Math.max(box.height, SMALLEST) }, drag: null };
}

/** How the pointer looks over a place: what pressing there would do, or what it does already. */
export function cursorAt({ box, drag }: AreaChoice, at: Point): string {
  const handle = box && !drag ? handleNear(box, at.x, at.y, HANDLE_TOLERANCE) : null;
  if (handle) return `${["n", "", "s"][handle.dy + 1]}${["w", "", "e"][handle.dx + 1]}-resize`;
  return box && drag?.kind !== "new" && holds(box, at.x, at.y) ? "move" : "crosshair";
}

/** How far an arrow key goes, in CSS pixels; null for every other key. */
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
