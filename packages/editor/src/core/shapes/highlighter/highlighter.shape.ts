import type { ShapeOf } from "@stillreel/contract";
import { fresh, sameStyles, samePart, type ShapeKind } from "../shape-kind.ts";
import { drawStroke, flatOf, strokeGeometry } from "../stroke-shape.ts";

const KEYS = ["color", "strokeWidth", "opacity"] as const;

/** A broad stroke that colors light pixels below it, like a felt pen on paper. */
export const highlighter: ShapeKind<ShapeOf<"highlighter">> = {
  ...strokeGeometry<ShapeOf<"highlighter">>(),
  styleKeys: KEYS,
  hasParts: false,
  draw(ctx, shape) {
    ctx.globalCompositeOperation = "multiply";
    drawStroke(ctx, shape);
  },
  styled: (shape, patch) => samePart(shape, patch, KEYS),
  stylesOf: (shape) => sameStyles(shape, KEYS),
  created: (id, at, styles) => ({
    ...fresh(id, styles.opacity),
    type: "highlighter",
    points: flatOf([at]),
    color: styles.color,
    strokeWidth: styles.strokeWidth,
  }),
  placed: (id, at, styles) =>
    highlighter.stretched(highlighter.created(id, at, styles), { x: at.x - 100, y: at.y }, { x: at.x + 100, y: at.y }),
};
