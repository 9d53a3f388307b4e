import type { ShapeOf } from "@stillreel/contract";
import type { Point } from "../editor.types.ts";
import { mapped, rounded } from "../geometry.ts";
import type { ShapeKind } from "./shape-kind.ts";

type EndsShape = ShapeOf<"arrow"> | ShapeOf<"line">;

export const tidyPoint = ({ x, y }: Point): Point => ({ x: rounded(x), y: rounded(y) });
export const pushed = ({ x, y }: Point, dx: number, dy: number): Point => tidyPoint({ x: x + dx, y: y + dy });
export const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Geometry of shapes between two points. */
export function endsGeometry<S extends EndsShape>(): Pick<
  ShapeKind<S>,
  "drawing" | "resizing" | "canTurn" | "moved" | "scaled" | "stretched"
> {
  return {
    drawing: "ends",
    resizing: "knobs",
    canTurn: false,
    moved: (shape, dx, dy) => ({ ...shape, from: pushed(shape.from, dx, dy), to: pushed(shape.to, dx, dy) }),
    scaled: (shape, from, to) => ({
      ...shape,
      from: tidyPoint(mapped(shape.from, from, to)),
      to: tidyPoint(mapped(shape.to, from, to)),
    }),
    stretched: (shape, from, to) => ({ ...shape, from: tidyPoint(from), to: tidyPoint(to) }),
  };
}
