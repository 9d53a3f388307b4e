import type { ShapeOf } from "@stillreel/contract";
import type { Rect, Size } from "../../editor.types.ts";
import { wholePixels } from "../../geometry.ts";
import { around, boxGeometry } from "../box-shape.ts";
import { fresh, sameStyles, samePart, type ShapeKind } from "../shape-kind.ts";

type Redact = ShapeOf<"redact">;
const KEYS = ["color"] as const;

/** Returns the whole pixels that a redaction covers: every pixel that it touches. */
export const redactedPixels = (shape: Redact, picture: Size): Rect => wholePixels(shape, { x: 0, y: 0, ...picture });

/**
 * Covers permanently. It is always opaque, never turned and has hard edges: neither opacity nor an antialiased edge may reveal
 * the pixels below it.
 */
export const redact: ShapeKind<Redact> = {
  ...boxGeometry<Redact>(),
  styleKeys: KEYS,
  canTurn: false,
  hasParts: false,
  outset: () => 1,
  draw(ctx, shape, { picture }) {
    const { x, y, width, height } = redactedPixels(shape, picture);
    ctx.globalAlpha = 1;
    ctx.fillStyle = shape.color;
    ctx.fillRect(x, y, width, height);
  },
  styled: (shape, patch) => samePart(shape, patch, KEYS),
  stylesOf: (shape) => sameStyles(shape, KEYS),
  created: (id, at, styles) => ({ ...fresh(id), type: "redact", ...around(at, 0, 0), color: styles.color }),
  placed: (id, at, styles) => ({ ...redact.created(id, at, styles), ...around(at, 200, 40) }),
};
