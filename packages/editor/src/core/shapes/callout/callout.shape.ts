import type { ShapeOf } from "@stillreel/contract";
import { contains, distance, grown, mapped, rounded, scaleBetween } from "../../geometry.ts";
import { drawText, readableOn } from "../../text/draw-text.ts";
import { boxGeometry, roundedPath, tidyRect } from "../box-shape.ts";
import { pushed, tidyPoint } from "../ends-shape.ts";
import { fresh, sameStyles, samePart, type ShapeKind } from "../shape-kind.ts";
import { calloutLayout, calloutLetters, cornerRadius, neededHeight, tail, tipOf } from "./callout.geometry.ts";

type Callout = ShapeOf<"callout">;
const KEYS = ["color", "fontSize", "bold", "align", "opacity"] as const;
const geometry = boxGeometry<Callout>();

/** Returns a callout with the height of its text. */
export function fitted(shape: Callout): Callout {
  const needed = neededHeight(shape);
  return shape.height >= needed ? shape : { ...shape, height: rounded(needed) };
}

/** A bubble with text, and a tail that points to its subject. */
export const callout: ShapeKind<Callout> = {
  ...geometry,
  styleKeys: KEYS,
  canTurn: true,
  hasParts: true,
  /** The tail may extend far beyond the box. */
  outset(shape) {
    const tip = tipOf(shape);
    if (!tip) return 1;
    const { x, y, width, height } = shape;
    return 1 + Math.max(x - tip.x, tip.x - x - width, y - tip.y, tip.y - y - height, 0);
  },
  hit(shape, point, tolerance) {
    if (contains(grown(shape, tolerance), point)) return true;
    const tip = tipOf(shape);
    return tip !== null && distance(tip, point) <= tolerance * 2;
  },
  draw(ctx, shape) {
    ctx.fillStyle = shape.color;
    roundedPath(ctx, shape, cornerRadius(shape));
    ctx.fill();
    const points = tail(shape);
    if (points) {
      const [first, tip, last] = points;
      ctx.beginPath();
      ctx.moveTo(first.x, first.y);
      ctx.lineTo(tip.x, tip.y);
      ctx.lineTo(last.x, last.y);
      ctx.fill();
    }
    drawText(ctx, calloutLayout(shape), calloutLetters(shape), { ...shape, color: readableOn(shape.color) });
  },
  moved: (shape, dx, dy) => ({ ...geometry.moved(shape, dx, dy), tip: shape.tip && pushed(shape.tip, dx, dy) }),
  scaled(shape, from, to) {
    const scale = scaleBetween(from, to);
    const at = mapped(shape, from, to);
    return fitted({ ...shape, ...tidyRect({ ...at, width: shape.width * scale.x, height: shape.height * scale.y }) });
  },
  styled: (shape, patch) => fitted(samePart(shape, patch, KEYS)),
  stylesOf: (shape) => sameStyles(shape, KEYS),
  // Without a tail, a knob below the bubble creates one.
  knobs: (shape) => [{ name: "tip", at: shape.tip ?? { x: shape.x + shape.width / 4, y: shape.y + shape.height + shape.fontSize } }],
  dragged: (shape, knob, to) => (knob === "tip" ? { ...shape, tip: contains(shape, to) ? null : tidyPoint(to) } : shape),
  created: (id, at, styles) => ({
    ...fresh(id, styles.opacity),
    type: "callout",
    ...tidyRect({ ...at, width: 0, height: 0 }),
    tip: null,
    color: styles.color,
    text: "",
    fontSize: styles.fontSize,
    bold: styles.bold,
    align: styles.align,
  }),
  /** A drag starts at the subject and ends at the position of the bubble. */
  stretched(shape, from, to) {
    const { fontSize } = shape;
    if (distance(from, to) < fontSize) return shape;
    const [width, height] = [fontSize * 10, fontSize * 2.6];
    const isBeside = Math.abs(to.x - from.x) > Math.abs(to.y - from.y);
    const x = !isBeside ? to.x - width / 2 : to.x < from.x ? to.x - width : to.x;
    const y = isBeside ? to.y - height / 2 : to.y < from.y ? to.y - height : to.y;
    return { ...shape, ...tidyRect({ x, y, width, height }), tip: tidyPoint(from) };
  },
  placed(id, at, styles) {
    const { fontSize } = styles;
    const [width, height] = [fontSize * 10, fontSize * 2.6];
    return {
      ...callout.created(id, at, styles),
      ...tidyRect({ x: at.x - width / 2, y: at.y - height - fontSize * 1.4, width, height }),
      tip: tidyPoint(at),
    };
  },
};
