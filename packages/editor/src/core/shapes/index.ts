import type { Shape, ShapeOf, ShapeType } from "@stillreel/contract";
import type { Point, Rect } from "../editor.types.ts";
import { center, contains, grown, turned, turnedBounds } from "../geometry.ts";
import { fontGeneration } from "../text/fonts.ts";
import { arrow } from "./arrow/arrow.shape.ts";
import { blur } from "./blur/blur.shape.ts";
import { callout } from "./callout/callout.shape.ts";
import { ellipse } from "./ellipse/ellipse.shape.ts";
import { highlighter } from "./highlighter/highlighter.shape.ts";
import { line } from "./line/line.shape.ts";
import { magnifier } from "./magnifier/magnifier.shape.ts";
import { pen } from "./pen/pen.shape.ts";
import { rectangle } from "./rectangle/rectangle.shape.ts";
import { redact } from "./redact/redact.shape.ts";
import type { Ctx, Scene, ShapeKind } from "./shape-kind.ts";
import { spotlight } from "./spotlight/spotlight.shape.ts";
import { stamp } from "./stamp/stamp.shape.ts";
import { step } from "./step/step.shape.ts";
import { text } from "./text/text.shape.ts";

/** Every type of shape. */
export const KINDS: { readonly [T in ShapeType]: ShapeKind<ShapeOf<T>> } = {
  arrow,
  line,
  rectangle,
  ellipse,
  pen,
  highlighter,
  text,
  callout,
  step,
  redact,
  blur,
  spotlight,
  magnifier,
  stamp,
};

/** What there is to know about a shape's type. */
export function kindOf<S extends Shape>({ type }: S): ShapeKind<S> {
  // The table gives each type its own kind, which the compiler cannot follow through a union.
  return KINDS[type] as unknown as ShapeKind<S>;
}

/** How far it is turned: some types never are, whatever a document says. */
export const rotationOf = (shape: Shape): number => (kindOf(shape).canTurn ? shape.rotation : 0);

/** The box before it is turned. */
export const boxOf = (shape: Shape): Rect => kindOf(shape).box(shape);

/** The upright box around the shape as it lies in the picture. */
export const boundsOf = (shape: Shape): Rect => turnedBounds(boxOf(shape), rotationOf(shape));

const painted = new WeakMap<Shape, { generation: number; bounds: Rect }>();

/** All pixels that drawing it can touch lie in this box. */
export function paintBounds(shape: Shape): Rect {
  const known = painted.get(shape);
  if (known?.generation === fontGeneration()) return known.bounds;
  const kind = kindOf(shape);
  const bounds = grown(turnedBounds(grown(kind.box(shape), kind.outset(shape)), rotationOf(shape)), 1);
  painted.set(shape, { generation: fontGeneration(), bounds });
  return bounds;
}

/** Is a point on it, or at most `tolerance` away? */
export function hits(shape: Shape, point: Point, tolerance: number): boolean {
  if (!contains(grown(paintBounds(shape), tolerance), point)) return false;
  const kind = kindOf(shape);
  return kind.hit(shape, turned(point, center(kind.box(shape)), -rotationOf(shape)), tolerance);
}

/** Draws one shape into a context whose unit is a pixel of the picture. Leaves the context as it was. */
export function drawShape(ctx: Ctx, shape: Shape, scene: Scene): void {
  const kind = kindOf(shape);
  const degrees = rotationOf(shape);
  ctx.save();
  ctx.globalAlpha = shape.opacity;
  if (degrees !== 0) {
    const { x, y } = center(kind.box(shape));
    ctx.translate(x, y);
    ctx.rotate((degrees * Math.PI) / 180);
    ctx.translate(-x, -y);
  }
  kind.draw(ctx, shape, scene);
  ctx.restore();
}

export type { Ctx, Knob, Scene, ShapeKind } from "./shape-kind.ts";
