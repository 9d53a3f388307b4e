import type { ShapeOf } from "@stillreel/contract";
import type { Point } from "../../editor.types.ts";
import { distance, distanceToSegment, scaleBetween, rounded } from "../../geometry.ts";
import { endsGeometry, pushed, tidyPoint } from "../ends-shape.ts";
import type { DrawingContext } from "../../drawing-context.ts";
import { fresh, sameStyles, samePart, type ShapeKind } from "../shape-kind.ts";
import { arrowBox, bendPoint, bendTo, controlPoint, headLength, shaft } from "./arrow.geometry.ts";

const KEYS = ["color", "strokeWidth", "heads", "curved", "opacity"] as const;
/** Bend of a new curved arrow, as a share of its length. */
const CURVE = 0.18;
const geometry = endsGeometry<ShapeOf<"arrow">>();
const curve = ({ from, to }: { from: Point; to: Point }): number => rounded(distance(from, to) * CURVE);

/** Draws a head with its tip at `tip`, coming from `towards`: a triangle with round corners. */
function drawHead(ctx: DrawingContext, tip: Point, towards: Point, length: number): void {
  const angle = Math.atan2(tip.y - towards.y, tip.x - towards.x);
  const soft = Math.min(length * 0.28, ctx.lineWidth * 0.8);
  const half = length * 0.42;
  ctx.save();
  ctx.translate(tip.x, tip.y);
  ctx.rotate(angle);
  ctx.beginPath();
  ctx.moveTo(-soft * 1.1, 0);
  ctx.lineTo(-length + soft / 2, half);
  ctx.lineTo(-length + soft / 2, -half);
  ctx.closePath();
  ctx.lineWidth = soft;
  ctx.lineJoin = "round";
  ctx.fill();
  ctx.stroke();
  ctx.restore();
}

/** An arrow, straight or bent. */
export const arrow: ShapeKind<ShapeOf<"arrow">> = {
  ...geometry,
  styleKeys: KEYS,
  hasParts: true,
  box: arrowBox,
  outset: (shape) => Math.max(shape.strokeWidth, headLength(shape) * 0.6),
  hit(shape, point, tolerance) {
    const points = shaft(shape);
    const margin = tolerance + shape.strokeWidth / 2;
    for (let at = 1; at < points.length; at += 1) {
      const [a, b] = [points[at - 1], points[at]];
      if (a && b && distanceToSegment(point, a, b) <= margin) return true;
    }
    return distance(point, shape.to) <= margin + headLength(shape) / 2;
  },
  draw(ctx, shape) {
    const { from, to, color, strokeWidth } = shape;
    const length = headLength(shape);
    const whole = distance(from, to);
    if (whole === 0) return;
    const control = controlPoint(shape);
    // The shaft ends inside the head, so that it does not extend beyond the tip.
    const shortened = (tip: Point): Point => {
      const away = distance(tip, control) || 1;
      const by = Math.min(length * 0.8, away);
      return { x: tip.x + ((control.x - tip.x) * by) / away, y: tip.y + ((control.y - tip.y) * by) / away };
    };
    const start = shape.heads === "both" ? shortened(from) : from;
    const end = shortened(to);
    ctx.strokeStyle = color;
    ctx.fillStyle = color;
    ctx.lineWidth = strokeWidth;
    ctx.lineCap = "round";
    ctx.beginPath();
    ctx.moveTo(start.x, start.y);
    ctx.quadraticCurveTo(control.x, control.y, end.x, end.y);
    ctx.stroke();
    drawHead(ctx, to, control, length);
    if (shape.heads === "both") drawHead(ctx, from, control, length);
  },
  scaled(shape, from, to) {
    const scale = scaleBetween(from, to);
    return { ...geometry.scaled(shape, from, to), bend: rounded(shape.bend * scale.mean) };
  },
  stretched(shape, from, to) {
    const stretched = geometry.stretched(shape, from, to);
    return shape.bend === 0 ? stretched : { ...stretched, bend: curve(stretched) };
  },
  styled(shape, patch) {
    const styled = samePart(shape, patch, KEYS);
    if (patch.curved === undefined || patch.curved === (shape.bend !== 0)) return styled;
    return { ...styled, bend: patch.curved ? curve(shape) : 0 };
  },
  stylesOf: (shape) => ({ ...sameStyles(shape, KEYS), curved: shape.bend !== 0 }),
  knobs: (shape) => [
    { name: "from", at: shape.from },
    { name: "to", at: shape.to },
    { name: "bend", at: bendPoint(shape) },
  ],
  dragged(shape, knob, to) {
    if (knob === "bend") return { ...shape, bend: bendTo(shape, to) };
    if (knob !== "from" && knob !== "to") return shape;
    const before = distance(shape.from, shape.to);
    const moved = { ...shape, [knob]: tidyPoint(to) };
    // The curve preserves its form while an end is dragged.
    return shape.bend === 0 || before === 0 ? moved : { ...moved, bend: rounded((shape.bend * distance(moved.from, moved.to)) / before) };
  },
  created: (id, at, styles) => ({
    ...fresh(id, styles.opacity),
    type: "arrow",
    from: tidyPoint(at),
    to: tidyPoint(at),
    // While it is drawn, any bend but 0 makes it curved.
    bend: styles.curved ? 1 : 0,
    color: styles.color,
    strokeWidth: styles.strokeWidth,
    heads: styles.heads,
  }),
  placed: (id, at, styles) => arrow.stretched(arrow.created(id, at, styles), pushed(at, -100, 60), pushed(at, 100, -60)),
};
