import type { ShapeOf } from "@stillreel/contract";
import { around, boxGeometry, ellipsePath, roundedPath } from "../box-shape.ts";
import type { DrawingContext } from "../../drawing-context.ts";
import { fresh, sameStyles, samePart, type ShapeKind } from "../shape-kind.ts";

type Spotlight = ShapeOf<"spotlight">;
const KEYS = ["dim", "round"] as const;
const CORNER = 14;

function lightPath(ctx: DrawingContext, shape: Spotlight): void {
  if (shape.round) ellipsePath(ctx, shape);
  else roundedPath(ctx, shape, CORNER);
}

/** Dims everything except its box. Several of them are one layer, as dark as the darkest, drawn with the lowest. */
export const spotlight: ShapeKind<Spotlight> = {
  ...boxGeometry<Spotlight>(),
  styleKeys: KEYS,
  canTurn: false,
  hasParts: false,
  outset: () => 0,
  draw(ctx, _shape, { picture, spotlights }) {
    ctx.globalAlpha = 1;
    for (const light of spotlights) {
      // The area after each clip is outside all lights, also where they overlap.
      lightPath(ctx, light);
      ctx.rect(-1, -1, picture.width + 2, picture.height + 2);
      ctx.clip("evenodd");
    }
    ctx.fillStyle = "#17161C";
    ctx.globalAlpha = Math.max(0, ...spotlights.map(({ dim }) => dim));
    ctx.fillRect(0, 0, picture.width, picture.height);
  },
  styled: (shape, patch) => samePart(shape, patch, KEYS),
  stylesOf: (shape) => sameStyles(shape, KEYS),
  created: (id, at, styles) => ({ ...fresh(id), type: "spotlight", ...around(at, 0, 0), round: styles.round, dim: styles.dim }),
  placed: (id, at, styles) => ({ ...spotlight.created(id, at, styles), ...around(at, 240, 160) }),
};
