import type { ShapeOf } from "@stillreel/contract";
import { fontOf } from "../../text/fonts.ts";
import { readableOn } from "../../text/draw-text.ts";
import { tidyPoint } from "../ends-shape.ts";
import { fresh, sameStyles, samePart, type ShapeKind } from "../shape-kind.ts";
import { sizedGeometry, withSize } from "../sized-shape.ts";

type Step = ShapeOf<"step">;
const KEYS = ["color", "fontSize", "opacity"] as const;

/** Size of the digits as a share of the disc's, by their number. */
const DIGITS: readonly number[] = [0, 0.54, 0.46, 0.36];

/** A number in a disc. */
export const step: ShapeKind<Step> = {
  ...sizedGeometry<Step>(),
  styleKeys: KEYS,
  canTurn: false,
  hasParts: true,
  outset: ({ size }) => size * 0.12,
  draw(ctx, { x, y, size, color, number }) {
    const disc = (dy: number, fill: string, radius: number): void => {
      ctx.beginPath();
      ctx.arc(x, y + dy, radius, 0, 2 * Math.PI);
      ctx.fillStyle = fill;
      ctx.fill();
    };
    disc(size * 0.06, "rgb(23 22 28 / 0.22)", size / 2 + size * 0.02);
    disc(0, color.toUpperCase() === "#FFFFFF" ? "#17161C" : "#FFFFFF", size / 2);
    disc(0, color, size * 0.42);
    const digits = String(number);
    const fontSize = size * (DIGITS[digits.length] ?? 0.28);
    ctx.font = fontOf(fontSize, true);
    ctx.fillStyle = readableOn(color);
    ctx.direction = "ltr";
    ctx.textAlign = "center";
    ctx.textBaseline = "alphabetic";
    ctx.fillText(digits, x, y + fontSize * 0.36);
  },
  styled: (shape, patch) => withSize(samePart(shape, patch, KEYS), patch),
  stylesOf: (shape) => ({ ...sameStyles(shape, KEYS), fontSize: shape.size }),
  created: (id, at, styles) => ({
    ...fresh(id, styles.opacity),
    type: "step",
    ...tidyPoint(at),
    number: 1,
    color: styles.color,
    size: styles.fontSize,
  }),
  placed: (id, at, styles) => step.created(id, at, styles),
};
