import type { ShapeOf } from "@stillreel/contract";
import type { Point, Rect } from "../editor.types.ts";
import { distanceToSegment, mapped, pointsBounds, rounded } from "../geometry.ts";
import type { DrawingContext } from "../drawing-context.ts";
import type { ShapeKind } from "./shape-kind.ts";

type StrokeShape = ShapeOf<"pen"> | ShapeOf<"highlighter">;
/** Maximum number of points of a stroke (two numbers each): the contract's limit. */
const POINTS_MAX = 5_000;

const boxes = new WeakMap<object, Rect>();

/** Converts a flat list of coordinates to points. */
function pointsOf(flat: readonly number[]): Point[] {
  const points: Point[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) points.push({ x: flat[at] ?? 0, y: flat[at + 1] ?? 0 });
  return points;
}

export const flatOf = (points: readonly Point[]): number[] => points.flatMap(({ x, y }) => [rounded(x), rounded(y)]);

function boxOf(flat: readonly number[]): Rect {
  const known = boxes.get(flat);
  if (known) return known;
  const box = pointsBounds(pointsOf(flat));
  boxes.set(flat, box);
  return box;
}

/** Geometry of freehand strokes. */
export function strokeGeometry<S extends StrokeShape>(): Pick<
  ShapeKind<S>,
  "drawing" | "resizing" | "canTurn" | "box" | "outset" | "hit" | "moved" | "scaled" | "stretched"
> {
  return {
    drawing: "stroke",
    resizing: "box",
    canTurn: true,
    box: ({ points }) => boxOf(points),
    outset: ({ strokeWidth }) => strokeWidth / 2,
    hit({ points, strokeWidth }, point, tolerance) {
      const margin = tolerance + strokeWidth / 2;
      const all = pointsOf(points);
      return all.some((to, at) => distanceToSegment(point, all[at - 1] ?? to, to) <= margin);
    },
    moved: (shape, dx, dy) => ({ ...shape, points: shape.points.map((value, at) => rounded(value + (at % 2 === 0 ? dx : dy))) }),
    scaled: (shape, from, to) => ({ ...shape, points: flatOf(pointsOf(shape.points).map((point) => mapped(point, from, to))) }),
    // A straight stroke. Freehand ones are drawn point by point.
    stretched: (shape, from, to) => ({ ...shape, points: flatOf([from, to]) }),
  };
}

/** Draws a stroke with a round pen. */
export function drawStroke(ctx: DrawingContext, { points, color, strokeWidth }: StrokeShape): void {
  smoothPath(ctx, points);
  ctx.strokeStyle = color;
  ctx.lineWidth = strokeWidth;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.stroke();
}

/** Adds a point at the end of a stroke. At the limit, it replaces the last point. */
export function withPoint(flat: readonly number[], { x, y }: Point): number[] {
  const room = flat.length < POINTS_MAX * 2 ? flat : flat.slice(0, -2);
  return [...room, rounded(x), rounded(y)];
}

/** Removes points within `tolerance` of the line without them (Douglas–Peucker, without recursion). */
export function simplified(flat: readonly number[], tolerance: number): number[] {
  const points = pointsOf(flat);
  if (points.length < 3) return flatOf(points);
  const remaining = new Set([0, points.length - 1]);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [first, last] = range;
    const [a, b] = [points[first], points[last]];
    let farthest = 0;
    let most = tolerance;
    for (let at = first + 1; at < last; at += 1) {
      const point = points[at];
      const off = a && b && point ? distanceToSegment(point, a, b) : 0;
      if (off > most) [farthest, most] = [at, off];
    }
    if (farthest === 0) continue;
    remaining.add(farthest);
    open.push([first, farthest], [farthest, last]);
  }
  return flatOf(points.filter((_, at) => remaining.has(at)));
}

/** Creates a smooth path through points: each corner becomes a curve between the middles of its sides. */
function smoothPath(ctx: DrawingContext, flat: readonly number[]): void {
  const points = pointsOf(flat);
  const [first] = points;
  if (!first) return;
  ctx.beginPath();
  ctx.moveTo(first.x, first.y);
  for (const [at, point] of points.entries()) {
    const next = points[at + 1];
    if (!next) ctx.lineTo(point.x, point.y);
    else if (at > 0) ctx.quadraticCurveTo(point.x, point.y, (point.x + next.x) / 2, (point.y + next.y) / 2);
  }
}
