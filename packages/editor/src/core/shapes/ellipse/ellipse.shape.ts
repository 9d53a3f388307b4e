import type { ShapeOf } from "@stillreel/contract";
import { center } from "../../geometry.ts";
import { around, boxGeometry, ellipsePath, fillAndOutline } from "../box-shape.ts";
import { fresh, sameStyles, samePart, type ShapeKind } from "../shape-kind.ts";

const KEYS = ["color", "strokeWidth", "fill", "opacity"] as const;
const geometry = boxGeometry<ShapeOf<"ellipse">>();

/** An ellipse with an outline and an optional fill. */
export const ellipse: ShapeKind<ShapeOf<"ellipse">> = {
  ...geometry,
  styleKeys: KEYS,
  canTurn: true,
  hasParts: true,
  outset: ({ strokeWidth }) => strokeWidth / 2,
  hit(shape, point, tolerance) {
    const middle = center(shape);
    const margin = tolerance + shape.strokeWidth / 2;
    // 1 on the ellipse that is `by` larger than the shape's.
    const measure = (by: number): number => {
      const [rx, ry] = [shape.width / 2 + by, shape.height / 2 + by];
      return rx <= 0 || ry <= 0 ? Infinity : ((point.x - middle.x) / rx) ** 2 + ((point.y - middle.y) / ry) ** 2;
    };
    return measure(margin) <= 1 && (shape.fill !== null || measure(-margin) >= 1);
  },
  draw(ctx, shape) {
    ellipsePath(ctx, shape);
    fillAndOutline(ctx, shape);
  },
  styled: (shape, patch) => samePart(shape, patch, KEYS),
  stylesOf: (shape) => sameStyles(shape, KEYS),
  created: (id, at, styles) => ({
    ...fresh(id, styles.opacity),
    type: "ellipse",
    ...around(at, 0, 0),
    color: styles.color,
    strokeWidth: styles.strokeWidth,
    fill: styles.fill,
  }),
  placed: (id, at, styles) => ({ ...ellipse.created(id, at, styles), ...around(at, 200, 120) }),
};
