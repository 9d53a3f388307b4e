import type { ShapeOf } from "@stillreel/contract";
import type { Styles } from "../editor.types.ts";
import { center, clamped, distance, mapped, rounded, scaleBetween } from "../geometry.ts";
import { tidyPoint } from "./ends-shape.ts";
import type { ShapeKind } from "./shape-kind.ts";
import { FONT_SIZE } from "./text/text.shape.ts";

type SizedShape = ShapeOf<"step"> | ShapeOf<"stamp">;

/** Geometry of round shapes with equal width and height and their middle on a point. */
export function sizedGeometry<S extends SizedShape>(): Pick<
  ShapeKind<S>,
  "drawing" | "resizing" | "box" | "hit" | "moved" | "scaled" | "stretched"
> {
  const box = ({ x, y, size }: S): ReturnType<ShapeKind<S>["box"]> => ({ x: x - size / 2, y: y - size / 2, width: size, height: size });
  return {
    drawing: "place",
    resizing: "uniform",
    box,
    hit: (shape, point, tolerance) => distance(shape, point) <= shape.size / 2 + tolerance,
    moved: (shape, dx, dy) => ({ ...shape, x: rounded(shape.x + dx), y: rounded(shape.y + dy) }),
    scaled(shape, from, to) {
      const size = clamped(shape.size * scaleBetween(from, to).mean, FONT_SIZE.least, FONT_SIZE.most);
      return { ...shape, ...tidyPoint(mapped(center(box(shape)), from, to)), size: rounded(size) };
    },
    stretched: (shape, _from, to) => ({ ...shape, ...tidyPoint(to) }),
  };
}

/** Sets the size from the font size. */
export const withSize = <S extends SizedShape>(shape: S, patch: Partial<Styles>): S =>
  patch.fontSize === undefined ? shape : { ...shape, size: clamped(patch.fontSize, FONT_SIZE.least, FONT_SIZE.most) };
