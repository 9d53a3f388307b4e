import type { AnnotationDocument, Shape } from "@stillreel/contract";
import type { Picture, Rect } from "../editor.types.ts";
import { corners, intersection, intersects, pointsBounds } from "../geometry.ts";
import type { DrawingContext } from "../drawing-context.ts";
import { drawShape, kindOf, paintBounds, type Scene } from "../shapes/index.ts";
import { freeCanvas, makeCanvas } from "./canvas.ts";
import type { PictureScene } from "./scene.ts";

/** Draws an image's bands. On the screen, smaller copies are used when zoomed out. */
export type DrawPicture = (ctx: DrawingContext, picture: Picture, region: Rect) => void;

/** Draws the bands at their full size. */
const drawBands: DrawPicture = (ctx, picture, region) => {
  for (const { y, height, bitmap } of picture.bands) if (y < region.y + region.height && y + height > region.y) ctx.drawImage(bitmap, 0, y);
};

/**
 * Draws a part of an image with its document. The context's unit is a pixel of the image, and the caller clips it. The screen
 * and every export use this function.
 *
 * The order makes redactions effective: they are first drawn into the image, blurs and magnifiers read their pixels from the
 * result, then all shapes follow in their order, and with them the redactions again, over the shapes below them.
 */
export function drawDocument(
  ctx: DrawingContext,
  scene: PictureScene,
  document: AnnotationDocument,
  region: Rect,
  drawPicture = drawBands,
): void {
  scene.show(document);
  drawPicture(ctx, scene.picture, region);
  scene.burn(ctx);
  let isDimmed = false;
  for (const shape of document.shapes) {
    if (shape.hidden) continue;
    if (shape.type === "spotlight") {
      if (!isDimmed) drawShape(ctx, shape, scene);
      isDimmed = true;
    } else if (intersects(paintBounds(shape), region)) {
      drawFigure(ctx, shape, scene, region);
      if (shape.type === "blur" && isDimmed) dimAgain(ctx, shape, scene);
    }
  }
}

/** Draws one shape into a region, also one whose overlapping parts are transparent together. */
export function drawFigure(ctx: DrawingContext, shape: Shape, scene: Scene, region: Rect): void {
  if (shape.opacity < 1 && kindOf(shape).hasParts) drawThroughLayer(ctx, shape, scene, region);
  else drawShape(ctx, shape, scene);
}

/** Dims a blur like the image around it, also above the spotlights. */
function dimAgain(ctx: DrawingContext, { x, y, width, height }: Rect, scene: PictureScene): void {
  const [light] = scene.spotlights;
  if (!light) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(x, y, width, height);
  ctx.clip();
  drawShape(ctx, light, scene);
  ctx.restore();
}

/** Draws a shape opaquely and then fades it, so that its parts do not show through one another. */
function drawThroughLayer(ctx: DrawingContext, shape: Shape, scene: Scene, region: Rect): void {
  const seen = intersection(paintBounds(shape), region);
  const transform = ctx.getTransform();
  const onCanvas = pointsBounds(corners(seen).map(({ x, y }) => transform.transformPoint({ x, y })));
  const left = Math.max(0, Math.floor(onCanvas.x));
  const top = Math.max(0, Math.floor(onCanvas.y));
  const width = Math.min(ctx.canvas.width, Math.ceil(onCanvas.x + onCanvas.width)) - left;
  const height = Math.min(ctx.canvas.height, Math.ceil(onCanvas.y + onCanvas.height)) - top;
  if (width <= 0 || height <= 0) return;
  const layer = makeCanvas(width, height);
  layer.ctx.setTransform(new DOMMatrix().translate(-left, -top).multiply(transform));
  drawShape(layer.ctx, shape, scene, 1);
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalAlpha = shape.opacity;
  ctx.drawImage(layer.canvas, left, top);
  ctx.restore();
  freeCanvas(layer.canvas);
}
