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
import type { DrawingContext } from "../drawing-context.ts";
import type { Scene, ShapeKind } from "./shape-kind.ts";
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

/** Returns the kind of a shape. */
export function kindOf<S extends Shape>({ type }: S): ShapeKind<S> {
  // The table maps each type to its own kind, which the compiler cannot infer for a union.
  return KINDS[type] as unknown as ShapeKind<S>;
}

/** Returns the rotation. Some types never turn, independent of the document. */
export const rotationOf = (shape: Shape): number => (kindOf(shape).canTurn ? shape.rotation : 0);

/** Returns the box before rotation. */
export const boxOf = (shape: Shape): Rect => kindOf(shape).box(shape);

/** Returns the upright box around the turned shape in the image. */
export const boundsOf = (shape: Shape): Rect => turnedBounds(boxOf(shape), rotationOf(shape));

const painted = new WeakMap<Shape, { generation: number; bounds: Rect }>();

/** Returns a box that contains all pixels that drawing the shape can change. */
export function paintBounds(shape: Shape): Rect {
  const known = painted.get(shape);
  if (known?.generation === fontGeneration()) return known.bounds;
  const kind = kindOf(shape);
  const bounds = grown(turnedBounds(grown(kind.box(shape), kind.outset(shape)), rotationOf(shape)), 1);
  painted.set(shape, { generation: fontGeneration(), bounds });
  return bounds;
}

/** Returns whether a point is on the shape, or at most `tolerance` away. */
export function hits(shape: Shape, point: Point, tolerance: number): boolean {
  if (!contains(grown(paintBounds(shape), tolerance), point)) return false;
  const kind = kindOf(shape);
  return kind.hit(shape, turned(point, center(kind.box(shape)), -rotationOf(shape)), tolerance);
}

/**
 * Draws one shape into a context whose unit is a pixel of the image. Restores the context's state.
 * @param opacity replaces the shape's own opacity. The scene is asked for pixels of the shape itself, which a changed copy would not find.
 */
export function drawShape(ctx: DrawingContext, shape: Shape, scene: Scene, opacity = shape.opacity): void {
  const kind = kindOf(shape);
  const degrees = rotationOf(shape);
  ctx.save();
  ctx.globalAlpha = opacity;
  if (degrees !== 0) {
    const { x, y } = center(kind.box(shape));
    ctx.translate(x, y);
    ctx.rotate((degrees * Math.PI) / 180);
    ctx.translate(-x, -y);
  }
  kind.draw(ctx, shape, scene);
  ctx.restore();
}

export type { Knob, Scene, ShapeKind } from "./shape-kind.ts";
