import type { Shape } from "@stillreel/contract";
import type { Point, Rect, Size, StyleKey, Styles } from "../editor.types.ts";

/** Both kinds of canvas can be drawn on alike. */
export type Ctx = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** What shapes that show the picture itself need to draw. Pixels under a redaction are never handed out. */
export interface Scene {
  readonly picture: Size;
  /** Boxes of whole pixels that nobody may see through. */
  readonly redactions: readonly Rect[];
  /** All visible spotlights: they dim together. */
  readonly spotlights: readonly Extract<Shape, { type: "spotlight" }>[];
  /** A small picture that, drawn over `over`, blurs or pixelates; null where nothing is to be seen. */
  blurred(shape: Extract<Shape, { type: "blur" }>): { image: CanvasImageSource; over: Rect; isSmooth: boolean } | null;
  /** The pixels that a magnifier enlarges, and where of the picture they are; null where it shows nothing. */
  magnified(shape: Extract<Shape, { type: "magnifier" }>): { image: CanvasImageSource; from: Rect } | null;
}

/** A point of a shape that can be dragged by itself, such as an arrow's tip. */
export interface Knob {
  name: "from" | "to" | "bend" | "tip" | "source";
  at: Point;
}

/** How a shape is drawn for the first time: by its box, by its two ends, by a stroke, or by putting it somewhere. */
export type Drawing = "box" | "ends" | "stroke" | "place";

/**
 * Everything there is to know about one type of shape. All of it works on plain documents; only `draw` needs a canvas.
 * Boxes and points are those before the shape is turned.
 */
export interface ShapeKind<S extends Shape> {
  readonly drawing: Drawing;
  /** The styles that it has. */
  readonly styleKeys: readonly StyleKey[];
  /** `box`: freely; `uniform`: keeping its proportions; `text`: its width, and its font by the corners; `knobs`: by its own points. */
  readonly resizing: "box" | "uniform" | "text" | "knobs";
  readonly canTurn: boolean;
  /** Are there parts that lie over one another, so that opacity is for the whole? */
  readonly hasParts: boolean;
  box(shape: S): Rect;
  /** How far it is drawn over its box. */
  outset(shape: S): number;
  hit(shape: S, point: Point, tolerance: number): boolean;
  draw(ctx: Ctx, shape: S, scene: Scene): void;
  moved(shape: S, dx: number, dy: number): S;
  /** As it is after `from`, a box that it lies in, became `to`. */
  scaled(shape: S, from: Rect, to: Rect): S;
  styled(shape: S, patch: Partial<Styles>): S;
  stylesOf(shape: S): Partial<Styles>;
  knobs?(shape: S): Knob[];
  dragged?(shape: S, knob: Knob["name"], to: Point): S;
  /** A new one at a point; grows by `stretched` while it is being drawn. */
  created(id: string, at: Point, styles: Styles): S;
  stretched(shape: S, from: Point, to: Point): S;
  /** A new one as large as it usually is, put around a point: for clicks and the keyboard. */
  placed(id: string, at: Point, styles: Styles): S;
}

/** What every new shape begins with. */
export const fresh = (id: string, opacity = 1): { id: string; opacity: number; rotation: number; hidden: boolean } => ({
  id,
  opacity,
  rotation: 0,
  hidden: false,
});

/** The part of a style patch whose keys are fields of the shape, by the same name. */
export function samePart<S extends Shape>(shape: S, patch: Partial<Styles>, keys: readonly StyleKey[]): S {
  const part = Object.fromEntries(keys.filter((key) => key in patch && key in shape).map((key) => [key, patch[key]]));
  return Object.keys(part).length === 0 ? shape : ({ ...shape, ...part } as S);
}

/** The styles of a shape that are its fields, by the same name. */
export const sameStyles = (shape: Shape, keys: readonly StyleKey[]): Partial<Styles> =>
  Object.fromEntries(keys.filter((key) => key in shape).map((key) => [key, shape[key as keyof Shape]]));
