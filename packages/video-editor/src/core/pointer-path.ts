import { EFFECT_KEYS_MAX, type EditEffectOf, type PointerPoint, type PointerTrack } from "@stillreel/contract";
import { rounded as inMicroseconds } from "./clip-edits.ts";
import type { ShareBox } from "./effects.ts";

/** Part of a zoom's box, around its middle, in which the pointer stays. */
export const FOLLOW_PART = 0.6;
/** Share of that part that is used: positions are stored with four digits, and the pointer with less than a thousandth of the picture. */
const USED = 0.97;
/** Seconds without a position after which the pointer rested: it is reported about ten times a second while it moves. */
const REST_S = 0.2;

/** The values that a path may have at a time. */
interface Gate {
  at: number;
  low: number;
  high: number;
}

interface Vertex {
  at: number;
  value: number;
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Returns the value with which a path through the most gates starts without moving. */
function firstValue(gates: readonly Gate[]): number {
  let [low, high] = [-Infinity, Infinity];
  for (const gate of gates) {
    if (gate.low > high) return high;
    if (gate.high < low) return low;
    low = Math.max(low, gate.low);
    high = Math.min(high, gate.high);
  }
  return (low + high) / 2;
}

/** Returns the next point at which a path has to turn, after the gate `from`. Null when it can stay where it is until the end. */
function nextTurn(gates: readonly Gate[], from: number, { at, value }: Vertex): { index: number; value: number } | null {
  let low = { slope: -Infinity, index: from };
  let high = { slope: Infinity, index: from };
  const turn = (side: "low" | "high", index: number) => ({ index, value: gates[index]?.[side] ?? value });
  for (let index = from + 1; index < gates.length; index += 1) {
    const gate = gates[index] as Gate;
    const [least, most] = [(gate.low - value) / (gate.at - at), (gate.high - value) / (gate.at - at)];
    if (least > high.slope) return turn("high", high.index);
    if (most < low.slope) return turn("low", low.index);
    if (least >= low.slope) low = { slope: least, index };
    if (most <= high.slope) high = { slope: most, index };
  }
  if (low.slope > 0) return turn("low", low.index);
  return high.slope < 0 ? turn("high", high.index) : null;
}

/** Returns the shortest path through gates in the order of time, as its vertices: it moves as seldom and as evenly as possible. */
export function shortestPath(gates: readonly Gate[]): Vertex[] {
  const [first] = gates;
  const last = gates.at(-1);
  if (!first || !last) return [];
  const path: Vertex[] = [{ at: first.at, value: firstValue(gates) }];
  let from = 0;
  for (;;) {
    const turn = nextTurn(gates, from, path.at(-1) as Vertex);
    if (!turn) break;
    path.push({ at: gates[turn.index]?.at ?? last.at, value: turn.value });
    from = turn.index;
  }
  const end = path.at(-1) as Vertex;
  if (end.at < last.at) path.push({ at: last.at, value: end.value });
  return path;
}

/** Returns the value of a path at a time. */
function valueAt(path: readonly Vertex[], at: number): number {
  const index = path.findIndex((vertex) => vertex.at >= at);
  const [before, after] = [path[index - 1], path[index] ?? path.at(-1)];
  if (!before || !after || index === -1) return after?.value ?? 0;
  return before.value + ((after.value - before.value) * (at - before.at)) / (after.at - before.at);
}

/** Returns the recorded positions, in the order of time. */
const positionsOf = ({ moves, clicks }: PointerTrack): readonly PointerPoint[] => (moves.length > 0 ? moves : clicks);

/**
 * Returns where the pointer was within a range, with a position at its start, at its end, and at the end of every rest. Empty when nothing
 * was recorded.
 */
export function pointerIn(track: PointerTrack, { from, to }: { from: number; to: number }): PointerPoint[] {
  const all = positionsOf(track);
  const before = all.findLast(([at]) => at <= from) ?? all[0];
  if (!before) return [];
  const points: PointerPoint[] = [[from, before[1], before[2]]];
  for (const point of all) {
    const [at] = point;
    if (at <= from) continue;
    if (at >= to) break;
    const last = points.at(-1) as PointerPoint;
    if (at - last[0] > REST_S) points.push([at - REST_S / 2, last[1], last[2]]);
    // Two positions at the same time have no way between them.
    if (at - (points.at(-1) as PointerPoint)[0] > 0.001) points.push(point);
  }
  const last = points.at(-1) as PointerPoint;
  if (to - last[0] > 0.001) points.push([to, last[1], last[2]]);
  return points;
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/**
 * Returns positions of a zoom whose box has the pointer in its middle 60 %, as far as the box is inside of the picture. The box moves as
 * seldom and as evenly as possible. Null when nothing was recorded, or the zoom would have too many positions.
 * @param side width and height of the box in shares of the picture
 */
export function followedKeys(
  track: PointerTrack,
  { start, end }: Pick<EditEffectOf<"zoom">, "start" | "end">,
  side: number,
): ({ at: number } & ShareBox)[] | null {
  const points = pointerIn(track, { from: start, to: end });
  if (points.length === 0) return null;
  const extent = (side * FOLLOW_PART * USED) / 2;
  const inside = (middle: number): number => clamp(middle, side / 2, 1 - side / 2);
  const pathOf = (axis: 1 | 2): Vertex[] =>
    shortestPath(points.map((point) => ({ at: point[0], low: inside(point[axis] - extent), high: inside(point[axis] + extent) })));
  const [x, y] = [pathOf(1), pathOf(2)];
  const times = [...new Set([...x, ...y].map(({ at }) => at))].toSorted((one, other) => one - other);
  if (times.length > EFFECT_KEYS_MAX) return null;
  const width = rounded(side);
  return times.map((at) => ({
    at: inMicroseconds(at),
    x: rounded(valueAt(x, at) - side / 2),
    y: rounded(valueAt(y, at) - side / 2),
    width,
    height: width,
  }));
}
