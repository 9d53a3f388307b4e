import type { ShapeOf } from "@stillreel/contract";
import { distanceToSegment, rectOf } from "../../geometry.ts";
import { endsGeometry, pushed, tidyPoint } from "../ends-shape.ts";
import { fresh, sameStyles, samePart, type ShapeKind } from "../shape-kind.ts";

const KEYS = ["color", "strokeWidth", "dashed", "opacity"] as const;

/** A straight line. */
export const line: ShapeKind<ShapeOf<"line">> = {
  ...endsGeometry<ShapeOf<"line">>(),
  styleKeys: KEYS,
  hasParts: false,
  box: ({ from, to }) => rectOf(from, to),
  outset: ({ strokeWidth }) => strokeWidth / 2,
  hit: (shape, point, tolerance) => distanceToSegment(point, shape.from, shape.to) <= tolerance + shape.strokeWidth / 2,
  draw(ctx, { from, to, color, strokeWidth, dashed }) {
    ctx.beginPath();
    ctx.moveTo(from.x, from.y);
    ctx.lineTo(to.x, to.y);
    ctx.strokeStyle = color;
    ctx.lineWidth = strokeWidth;
    ctx.lineCap = "round";
    if (dashed) ctx.setLineDash([strokeWidth * 2, strokeWidth * 2.5]);
    ctx.stroke();
    ctx.setLineDash([]);
  },
  styled: (shape, patch) => samePart(shape, patch, KEYS),
  stylesOf: (shape) => sameStyles(shape, KEYS),
  knobs: ({ from, to }) => [
    { name: "from", at: from },
    { name: "to", at: to },
  ],
  dragged: (shape, knob, to) => (knob === "from" || knob === "to" ? { ...shape, [knob]: tidyPoint(to) } : shape),
  created: (id, at, styles) => ({
    ...fresh(id, styles.opacity),
    type: "line",
    from: tidyPoint(at),
    to: tidyPoint(at),
    color: styles.color,
    strokeWidth: styles.strokeWidth,
    dashed: styles.dashed,
  }),
  placed: (id, at, styles) => ({ ...line.created(id, at, styles), from: pushed(at, -100, 0), to: pushed(at, 100, 0) }),
};
