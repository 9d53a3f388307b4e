import type { ShapeOf } from "@stillreel/contract";
import { fresh, sameStyles, samePart, type ShapeKind } from "../shape-kind.ts";
import { drawStroke, flatOf, strokeGeometry } from "../stroke-shape.ts";

const KEYS = ["color", "strokeWidth", "opacity"] as const;

/** A freehand stroke. */
export const pen: ShapeKind<ShapeOf<"pen">> = {
  ...strokeGeometry<ShapeOf<"pen">>(),
  styleKeys: KEYS,
  hasParts: false,
  draw: drawStroke,
  styled: (shape, patch) => samePart(shape, patch, KEYS),
  stylesOf: (shape) => sameStyles(shape, KEYS),
  created: (id, at, styles) => ({
    ...fresh(id, styles.opacity),
    type: "pen",
    points: flatOf([at]),
    color: styles.color,
    strokeWidth: styles.strokeWidth,
  }),
  placed: (id, at, styles) => pen.stretched(pen.created(id, at, styles), { x: at.x - 100, y: at.y }, { x: at.x + 100, y: at.y }),
};
