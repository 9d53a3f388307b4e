import type { ShapeOf } from "@stillreel/contract";
import { contains, grown } from "../../geometry.ts";
import { around, boxGeometry, fillAndOutline, roundedPath } from "../box-shape.ts";
import { fresh, sameStyles, samePart, type ShapeKind } from "../shape-kind.ts";

const KEYS = ["color", "strokeWidth", "fill", "opacity"] as const;
const geometry = boxGeometry<ShapeOf<"rectangle">>();

/** A box with an outline and an optional fill. */
export const rectangle: ShapeKind<ShapeOf<"rectangle">> = {
  ...geometry,
  styleKeys: KEYS,
  canTurn: true,
  hasParts: true,
  outset: ({ strokeWidth }) => strokeWidth / 2,
  hit(shape, point, tolerance) {
    const margin = tolerance + shape.strokeWidth / 2;
    if (!contains(grown(shape, margin), point)) return false;
    const isInside = shape.width > 2 * margin && shape.height > 2 * margin && contains(grown(shape, -margin), point);
    return shape.fill !== null || !isInside;
  },
  draw(ctx, shape) {
    roundedPath(ctx, shape, shape.radius);
    fillAndOutline(ctx, shape);
  },
  styled: (shape, patch) => samePart(shape, patch, KEYS),
  stylesOf: (shape) => sameStyles(shape, KEYS),
  created: (id, at, styles) => ({
    ...fresh(id, styles.opacity),
    type: "rectangle",
    ...around(at, 0, 0),
    color: styles.color,
    strokeWidth: styles.strokeWidth,
    fill: styles.fill,
    radius: styles.strokeWidth * 2,
  }),
  placed: (id, at, styles) => ({ ...rectangle.created(id, at, styles), ...around(at, 200, 120) }),
};
