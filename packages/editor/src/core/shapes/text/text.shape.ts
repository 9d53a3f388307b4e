import type { ShapeOf } from "@stillreel/contract";
import type { Rect } from "../../editor.types.ts";
import { clamped, contains, grown, mapped, rounded, scaleBetween } from "../../geometry.ts";
import { drawText } from "../../text/draw-text.ts";
import { layoutOf } from "../../text/layout.ts";
import { tidyPoint } from "../ends-shape.ts";
import { roundedPath } from "../box-shape.ts";
import { fresh, sameStyles, samePart, type ShapeKind } from "../shape-kind.ts";

type TextShape = ShapeOf<"text">;
const KEYS = ["color", "fill", "fontSize", "bold", "align", "opacity"] as const;
/** Limits of font sizes in a document. */
export const FONT_SIZE = { least: 4, most: 2_000 } as const;

/** Space between a text and the edge of its background, on each side. */
const padding = ({ fill, fontSize }: TextShape): number => (fill === null ? 0 : fontSize * 0.4);

/** Returns the box of the letters of a text. An empty text has the width of its caret. */
export function lettersBox(shape: TextShape): Rect {
  const layout = layoutOf(shape, shape.width);
  return { x: shape.x, y: shape.y, width: Math.max(layout.width, shape.fontSize / 4), height: layout.height };
}

/** Text, with or without a background. */
export const text: ShapeKind<TextShape> = {
  drawing: "place",
  styleKeys: KEYS,
  resizing: "text",
  canTurn: true,
  hasParts: true,
  box: (shape) => grown(lettersBox(shape), padding(shape)),
  outset: ({ fontSize }) => fontSize * 0.3,
  hit: (shape, point, tolerance) => contains(grown(text.box(shape), tolerance), point),
  draw(ctx, shape) {
    if (shape.fill !== null) {
      roundedPath(ctx, text.box(shape), shape.fontSize * 0.3);
      ctx.fillStyle = shape.fill;
      ctx.fill();
    }
    drawText(ctx, layoutOf(shape, shape.width), lettersBox(shape), shape);
  },
  moved: (shape, dx, dy) => ({ ...shape, x: rounded(shape.x + dx), y: rounded(shape.y + dy) }),
  scaled(shape, from, to) {
    const scale = scaleBetween(from, to).mean;
    const fontSize = rounded(clamped(shape.fontSize * scale, FONT_SIZE.least, FONT_SIZE.most));
    // The corner of the background is mapped. The letters are inside it.
    const corner = mapped(text.box(shape), from, to);
    const scaled = { ...shape, fontSize, width: shape.width === null ? null : rounded(shape.width * scale) };
    return { ...scaled, ...tidyPoint({ x: corner.x + padding(scaled), y: corner.y + padding(scaled) }) };
  },
  styled: (shape, patch) => samePart(shape, patch, KEYS),
  stylesOf: (shape) => sameStyles(shape, KEYS),
  created: (id, at, styles) => ({
    ...fresh(id, styles.opacity),
    type: "text",
    ...tidyPoint(at),
    width: null,
    color: styles.color,
    fill: styles.fill,
    text: "",
    fontSize: styles.fontSize,
    bold: styles.bold,
    align: styles.align,
  }),
  /** A drag sets the width of the text. Its height is computed. */
  stretched: (shape, from, to) => ({
    ...shape,
    x: rounded(Math.min(from.x, to.x)),
    width: Math.abs(to.x - from.x) < shape.fontSize ? null : rounded(Math.abs(to.x - from.x)),
  }),
  placed: (id, at, styles) => text.created(id, { x: at.x, y: at.y - styles.fontSize * 0.65 }, styles),
};
