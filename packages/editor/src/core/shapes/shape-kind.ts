import type { Shape } from "@stillreel/contract";
import type { DrawingContext } from "../drawing-context.ts";
import type { Point, Rect, Size, StyleKey, Styles } from "../editor.types.ts";

/** Data for shapes that show the image itself. It never contains pixels under a redaction. */
export interface Scene {
  readonly picture: Size;
  /** Boxes of whole pixels that must not be visible. */
  readonly redactions: readonly Rect[];
  /** All visible spotlights. They dim together. */
  readonly spotlights: readonly Extract<Shape, { type: "spotlight" }>[];
  /** Returns a small image that, drawn over `over`, blurs or pixelates. Null when nothing is visible. */
  blurred(shape: Extract<Shape, { type: "blur" }>): { image: CanvasImageSource; over: Rect; isSmooth: boolean } | null;
  /** Returns the pixels that a magnifier enlarges and their area in the image. Null when it shows nothing. */
  magnified(shape: Extract<Shape, { type: "magnifier" }>): { image: CanvasImageSource; from: Rect } | null;
}

/** A point of a shape that can be dragged separately, such as an arrow's tip. */
export interface Knob {
  name: "from" | "to" | "bend" | "tip" | "source";
  at: Point;
}

/** How a shape is drawn first: by its box, by its two ends, by a stroke, or by a click at a position. */
type Drawing = "box" | "ends" | "stroke" | "place";

/**
 * Definition of one type of shape. All of it works on plain documents, and only `draw` needs a canvas. Boxes and points are
 * those before the rotation.
 */
export interface ShapeKind<S extends Shape> {
  readonly drawing: Drawing;
  /** The supported styles. */
  readonly styleKeys: readonly StyleKey[];
  /** `box`: freely; `uniform`: with fixed proportions; `text`: its width, and its font by the corners; `knobs`: by its points. */
  readonly resizing: "box" | "uniform" | "text" | "knobs";
  readonly canTurn: boolean;
  /** Whether it has overlapping parts, so that opacity applies to the whole. */
  readonly hasParts: boolean;
  box(shape: S): Rect;
  /** Distance that it is drawn beyond its box. */
  outset(shape: S): number;
  hit(shape: S, point: Point, tolerance: number): boolean;
  draw(ctx: DrawingContext, shape: S, scene: Scene): void;
  moved(shape: S, dx: number, dy: number): S;
  /** Scales the shape like its surrounding box from `from` to `to`. */
  scaled(shape: S, from: Rect, to: Rect): S;
  styled(shape: S, patch: Partial<Styles>): S;
  stylesOf(shape: S): Partial<Styles>;
  knobs?(shape: S): Knob[];
  dragged?(shape: S, knob: Knob["name"], to: Point): S;
  /** Creates a shape at a point. `stretched` extends it while it is drawn. */
  created(id: string, at: Point, styles: Styles): S;
  stretched(shape: S, from: Point, to: Point): S;
  /** Creates a shape in its default size around a point, for clicks and the keyboard. */
  placed(id: string, at: Point, styles: Styles): S;
}

/** Default fields of every new shape. */
export const fresh = (id: string, opacity = 1): { id: string; opacity: number; rotation: number; hidden: boolean } => ({
  id,
  opacity,
  rotation: 0,
  hidden: false,
});

/** Returns the part of a style patch whose keys are fields of the shape with the same name. */
export function samePart<S extends Shape>(shape: S, patch: Partial<Styles>, keys: readonly StyleKey[]): S {
  const part = Object.fromEntries(keys.filter((key) => key in patch && key in shape).map((key) => [key, patch[key]]));
  return Object.keys(part).length === 0 ? shape : ({ ...shape, ...part } as S);
}

/** Returns the styles of a shape that are fields with the same name. */
export const sameStyles = (shape: Shape, keys: readonly StyleKey[]): Partial<Styles> =>
  Object.fromEntries(keys.filter((key) => key in shape).map((key) => [key, shape[key as keyof Shape]]));
