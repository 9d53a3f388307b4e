import type { Shape } from "@stillreel/contract";
import type { Point, Rect } from "../editor.types.ts";
import { contains, grown, mapped, rectOf, rounded, scaleBetween } from "../geometry.ts";
import type { DrawingContext } from "../drawing-context.ts";
import type { ShapeKind } from "./shape-kind.ts";

type BoxShape = Extract<Shape, { x: number; y: number; width: number; height: number }>;

/** Creates a box with the fields of a document. */
export const tidyRect = ({ x, y, width, height }: Rect): Rect => ({
  x: rounded(x),
  y: rounded(y),
  width: rounded(width),
  height: rounded(height),
});

/** Geometry of shapes that fill their box. */
export function boxGeometry<S extends BoxShape>(): Pick<
  ShapeKind<S>,
  "drawing" | "resizing" | "box" | "hit" | "moved" | "scaled" | "stretched"
> {
  return {
    drawing: "box",
    resizing: "box",
    box: ({ x, y, width, height }) => ({ x, y, width, height }),
    hit: (shape, point, tolerance) => contains(grown(shape, tolerance), point),
    moved: (shape, dx, dy) => ({ ...shape, x: rounded(shape.x + dx), y: rounded(shape.y + dy) }),
    scaled(shape, from, to) {
      const at = mapped(shape, from, to);
      const scale = scaleBetween(from, to);
      return { ...shape, ...tidyRect({ ...at, width: shape.width * scale.x, height: shape.height * scale.y }) };
    },
    stretched: (shape, from, to) => ({ ...shape, ...tidyRect(rectOf(from, to)) }),
  };
}

/** Returns a box of a size around a point. */
export const around = (at: Point, width: number, height: number): Rect =>
  tidyRect({ x: at.x - width / 2, y: at.y - height / 2, width, height });

/** Fills the current path, if there is a color for it, and draws its outline. */
export function fillAndOutline(
  ctx: DrawingContext,
  { fill, color, strokeWidth }: { fill: string | null; color: string; strokeWidth: number },
): void {
  if (fill !== null) {
    ctx.fillStyle = fill;
    ctx.fill();
  }
  ctx.strokeStyle = color;
  ctx.lineWidth = strokeWidth;
  ctx.lineJoin = "round";
  ctx.stroke();
}

/** Creates a path around a box with round corners, limited by its size. */
export function roundedPath(ctx: DrawingContext, { x, y, width, height }: Rect, radius: number): void {
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, Math.max(0, Math.min(radius, width / 2, height / 2)));
}

/** Creates a path around the ellipse in a box. */
export function ellipsePath(ctx: DrawingContext, { x, y, width, height }: Rect): void {
  ctx.beginPath();
  ctx.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
}
