import type { ShapeOf } from "@stillreel/contract";
import { readableOn } from "../../text/draw-text.ts";
import { FONT_FAMILIES } from "../../text/fonts.ts";
import { tidyPoint } from "../ends-shape.ts";
import type { DrawingContext } from "../../drawing-context.ts";
import { fresh, sameStyles, samePart, type ShapeKind } from "../shape-kind.ts";
import { sizedGeometry, withSize } from "../sized-shape.ts";
import { type Glyph, GLYPHS, isStamp } from "./stamp.glyphs.ts";

type Stamp = ShapeOf<"stamp">;
const KEYS = ["glyph", "color", "fontSize", "opacity"] as const;

/** Draws a built-in glyph with its middle on the context's origin. `size` is the side of its square. */
function drawGlyph(ctx: DrawingContext, { lines, areas }: Glyph, size: number, color: string): void {
  ctx.save();
  ctx.scale(size / 24, size / 24);
  ctx.translate(-12, -12);
  ctx.fillStyle = color;
  ctx.strokeStyle = color;
  ctx.lineWidth = 2.4;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  if (areas) ctx.fill(new Path2D(areas));
  if (lines) ctx.stroke(new Path2D(lines));
  ctx.restore();
}

/** A small image: a built-in glyph on a disc, or an emoji. */
export const stamp: ShapeKind<Stamp> = {
  ...sizedGeometry<Stamp>(),
  styleKeys: KEYS,
  canTurn: true,
  hasParts: true,
  // Emoji may be drawn slightly wider than their size.
  outset: ({ size }) => size * 0.25,
  draw(ctx, { x, y, size, glyph, color }) {
    ctx.translate(x, y);
    if (isStamp(glyph)) {
      for (const [radius, fill] of [
        [size / 2, color.toUpperCase() === "#FFFFFF" ? "#17161C" : "#FFFFFF"],
        [size * 0.455, color],
      ] as const) {
        ctx.beginPath();
        ctx.arc(0, 0, radius, 0, 2 * Math.PI);
        ctx.fillStyle = fill;
        ctx.fill();
      }
      drawGlyph(ctx, GLYPHS[glyph], size * 0.68, readableOn(color));
      return;
    }
    ctx.font = `${size * 0.84}px ${FONT_FAMILIES}`;
    ctx.fillStyle = color;
    ctx.direction = "ltr";
    ctx.textAlign = "left";
    ctx.textBaseline = "alphabetic";
    const { width, actualBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } = ctx.measureText(glyph);
    // At whole pixels: the server cannot draw an emoji between two, and the preview agrees with it.
    ctx.fillText(glyph, Math.round(x - width / 2) - x, Math.round(y + (ascent - descent) / 2) - y);
  },
  styled: (shape, patch) => withSize(samePart(shape, patch, KEYS), patch),
  stylesOf: (shape) => ({ ...sameStyles(shape, KEYS), fontSize: shape.size }),
  created: (id, at, styles) => ({
    ...fresh(id, styles.opacity),
    type: "stamp",
    ...tidyPoint(at),
    size: styles.fontSize,
    glyph: styles.glyph,
    color: styles.color,
  }),
  placed: (id, at, styles) => stamp.created(id, at, styles),
};
