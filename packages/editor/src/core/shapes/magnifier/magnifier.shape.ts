import type { ShapeOf } from "@stillreel/contract";
import type { DrawingContext } from "../../drawing-context.ts";
import type { Point, Rect, Size } from "../../editor.types.ts";
import { center, clamped, distance, mapped, wholePixels } from "../../geometry.ts";
import { pictureRect } from "../../picture.ts";
import { around, boxGeometry, ellipsePath } from "../box-shape.ts";
import { tidyPoint } from "../ends-shape.ts";
import { fresh, sameStyles, samePart, type ShapeKind } from "../shape-kind.ts";

type Magnifier = ShapeOf<"magnifier">;
const KEYS = ["color", "zoom", "opacity"] as const;
const ZOOM = { least: 1.1, most: 10 } as const;
const geometry = boxGeometry<Magnifier>();
const rim = ({ width, height }: Magnifier): number => clamped(Math.min(width, height) * 0.03, 2, 8);

/** Returns the enlarged part of the image. */
function enlarged({ source, width, height, zoom }: Magnifier): Rect {
  return { x: source.x - width / zoom / 2, y: source.y - height / zoom / 2, width: width / zoom, height: height / zoom };
}

/** Returns the whole pixels of an image that contain the enlarged part. Its width or height is 0 outside of the image. */
export const magnifiedPixels = (shape: Magnifier, picture: Size): Rect => wholePixels(enlarged(shape), pictureRect(picture));

const isAway = (shape: Magnifier): boolean => distance(center(shape), shape.source) > 4;

/** Draws what is below the lens: a line to its source, and a ring around the enlarged part. */
export function drawLensPointer(ctx: DrawingContext, shape: Magnifier): void {
  if (!isAway(shape)) return;
  const [a, b] = [shape.source, center(shape)];
  ctx.strokeStyle = shape.color;
  ctx.lineWidth = rim(shape) / 2;
  ctx.beginPath();
  ctx.moveTo(a.x, a.y);
  ctx.lineTo(b.x, b.y);
  ctx.stroke();
  ellipsePath(ctx, enlarged(shape));
  ctx.stroke();
}

/** Draws the edge of the lens, which covers the edge of the enlarged pixels. */
export function drawLensRim(ctx: DrawingContext, shape: Magnifier): void {
  ctx.strokeStyle = shape.color;
  ctx.lineWidth = rim(shape);
  ellipsePath(ctx, shape);
  ctx.stroke();
}

/** A lens that shows a small part of the image enlarged, over it or beside it. */
export const magnifier: ShapeKind<Magnifier> = {
  ...geometry,
  styleKeys: KEYS,
  canTurn: false,
  hasParts: true,
  /** The ring around the source may be far away. */
  outset(shape) {
    const from = enlarged(shape);
    const { x, y, width, height } = shape;
    return rim(shape) + Math.max(x - from.x, from.x + from.width - x - width, y - from.y, from.y + from.height - y - height, 0);
  },
  draw(ctx, shape, scene) {
    const found = scene.magnified(shape);
    drawLensPointer(ctx, shape);
    ellipsePath(ctx, shape);
    ctx.save();
    ctx.clip();
    ctx.fillStyle = "#FFFFFF";
    ctx.fillRect(shape.x, shape.y, shape.width, shape.height);
    if (found) {
      const at = mapped(found.from, enlarged(shape), shape);
      ctx.imageSmoothingQuality = "high";
      ctx.drawImage(found.image, at.x, at.y, found.from.width * shape.zoom, found.from.height * shape.zoom);
    }
    ctx.restore();
    drawLensRim(ctx, shape);
  },
  /** Moves the lens. Its source does not move. */
  moved: geometry.moved,
  styled: (shape, patch) =>
    samePart(shape, patch.zoom === undefined ? patch : { ...patch, zoom: clamped(patch.zoom, ZOOM.least, ZOOM.most) }, KEYS),
  stylesOf: (shape) => sameStyles(shape, KEYS),
  knobs: ({ source }) => [{ name: "source", at: source }],
  dragged: (shape, knob, to: Point) => (knob === "source" ? { ...shape, source: tidyPoint(to) } : shape),
  created: (id, at, styles) => ({
    ...fresh(id, styles.opacity),
    type: "magnifier",
    ...around(at, 0, 0),
    source: tidyPoint(at),
    zoom: clamped(styles.zoom, ZOOM.least, ZOOM.most),
    color: styles.color,
  }),
  stretched(shape, from, to) {
    const stretched = geometry.stretched(shape, from, to);
    return { ...stretched, source: tidyPoint(center(stretched)) };
  },
  placed: (id, at, styles) => ({ ...magnifier.created(id, at, styles), ...around(at, 180, 180) }),
};
