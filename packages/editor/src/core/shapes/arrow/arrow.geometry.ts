import type { ShapeOf } from "@stillreel/contract";
import type { Point, Rect } from "../../editor.types.ts";
import { distance, pointsBounds } from "../../geometry.ts";
import { middle, tidyPoint } from "../ends-shape.ts";

type Arrow = ShapeOf<"arrow">;

/** Number of straight pieces that approximate a curved shaft. */
const PIECES = 24;

/** Returns the control point of the shaft: a quadratic curve through its bent middle. */
export function controlPoint({ from, to, bend }: Arrow): Point {
  const between = middle(from, to);
  const length = distance(from, to);
  if (length === 0 || bend === 0) return between;
  // To the left of its direction on the screen, where y grows downwards.
  return { x: between.x + (2 * bend * (to.y - from.y)) / length, y: between.y - (2 * bend * (to.x - from.x)) / length };
}

/** Returns the point of the shaft at a share of its length. */
function shaftPoint({ from, to }: Arrow, control: Point, share: number): Point {
  const rest = 1 - share;
  return {
    x: rest * rest * from.x + 2 * rest * share * control.x + share * share * to.x,
    y: rest * rest * from.y + 2 * rest * share * control.y + share * share * to.y,
  };
}

/** Returns points along the shaft. */
export function shaft(arrow: Arrow): Point[] {
  if (arrow.bend === 0) return [arrow.from, arrow.to];
  const control = controlPoint(arrow);
  return Array.from({ length: PIECES + 1 }, (_, at) => shaftPoint(arrow, control, at / PIECES));
}

export const arrowBox = (arrow: Arrow): Rect => pointsBounds(shaft(arrow));

/** Returns the middle of the shaft, which controls its bend. */
export const bendPoint = (arrow: Arrow): Point => shaftPoint(arrow, controlPoint(arrow), 0.5);

/** Returns the bend for a middle dragged to a point. Small bends become 0, so that the arrow can be straightened again. */
export function bendTo({ from, to }: Arrow, point: Point): number {
  const length = distance(from, to);
  if (length === 0) return 0;
  const between = middle(from, to);
  const bend = ((point.x - between.x) * (to.y - from.y) - (point.y - between.y) * (to.x - from.x)) / length;
  return Math.abs(bend) < length * 0.03 ? 0 : tidyPoint({ x: bend, y: 0 }).x;
}

/** Returns the length of an arrow's head. Short arrows have short heads. */
export const headLength = (arrow: Arrow): number =>
  Math.min(8 + arrow.strokeWidth * 3.2, Math.max(arrow.strokeWidth * 1.5, distance(arrow.from, arrow.to) * 0.6));
