import type { ShapeOf } from "@stillreel/contract";
import { around, boxGeometry } from "../box-shape.ts";
import { fresh, sameStyles, samePart, type ShapeKind } from "../shape-kind.ts";

type Blur = ShapeOf<"blur">;
const KEYS = ["mode", "strength"] as const;

/** Blurs or pixelates the image below it. It is cosmetic: secrets need a redaction. */
export const blur: ShapeKind<Blur> = {
  ...boxGeometry<Blur>(),
  styleKeys: KEYS,
  canTurn: false,
  hasParts: false,
  outset: () => 0,
  draw(ctx, shape, scene) {
    const found = scene.blurred(shape);
    if (!found) return;
    ctx.globalAlpha = 1;
    ctx.beginPath();
    ctx.rect(shape.x, shape.y, shape.width, shape.height);
    ctx.clip();
    ctx.imageSmoothingEnabled = found.isSmooth;
    ctx.drawImage(found.image, found.over.x, found.over.y, found.over.width, found.over.height);
  },
  styled: (shape, patch) => samePart(shape, patch, KEYS),
  stylesOf: (shape) => sameStyles(shape, KEYS),
  created: (id, at, styles) => ({ ...fresh(id), type: "blur", ...around(at, 0, 0), mode: styles.mode, strength: styles.strength }),
  placed: (id, at, styles) => ({ ...blur.created(id, at, styles), ...around(at, 200, 60) }),
};
