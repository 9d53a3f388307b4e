import type { EditEffect } from "@stillreel/contract";
import { FRAME_BASE_WIDTH } from "@stillreel/contract";
import { averageCells, smoothed } from "@stillreel/editor/core";
import { boxAt, type PixelBox, type Size } from "../core/index.ts";
import type { Layer } from "./layers.ts";

type Cover = Extract<EditEffect, { kind: "blur" | "pixelate" | "solid" }>;
type Context = OffscreenCanvasRenderingContext2D;

export const isCover = (effect: EditEffect): effect is Cover =>
  effect.kind === "blur" || effect.kind === "pixelate" || effect.kind === "solid";

/** Returns the whole pixels of a picture that an effect covers: its box, rounded outwards. Null outside of the picture. */
function coveredPixels(effect: Cover, at: number, { width, height }: Size): PixelBox | null {
  const box = boxAt(effect, at);
  const left = Math.max(0, Math.floor(box.x * width + 1e-6));
  const top = Math.max(0, Math.floor(box.y * height + 1e-6));
  const right = Math.min(width, Math.ceil((box.x + box.width) * width - 1e-6));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * height - 1e-6));
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

/** The layers that covering needs besides the picture itself. */
export interface CoverLayers {
  patch: Layer;
  /** Stays in main memory, because pixels are read from it. */
  read: Layer;
  small: Layer;
}

/** Covers a box of the picture that `ctx` contains, from its top left. */
export function drawCover(ctx: Context, effect: Cover, at: number, size: Size, layers: CoverLayers): void {
  const box = coveredPixels(effect, at, size);
  if (!box) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(box.x, box.y, box.width, box.height);
  ctx.clip();
  const scale = size.width / FRAME_BASE_WIDTH;
  if (effect.kind === "solid") {
    ctx.fillStyle = effect.color;
    ctx.fillRect(box.x, box.y, box.width, box.height);
  } else if (effect.kind === "pixelate") pixelate(ctx, box, size, Math.max(2, Math.round(effect.strength * scale)), layers);
  else blur(ctx, box, size, (effect.strength / 2) * scale, layers);
  ctx.restore();
}

/** Safari has no filters on canvases. */
const canFilter = (ctx: Context): boolean => typeof (ctx as Partial<Context>).filter === "string";

/** Draws averages of cells that are aligned to the picture's origin. The caller clips. */
function pixelate(ctx: Context, box: PixelBox, size: Size, side: number, layers: CoverLayers): void {
  const x = Math.floor(box.x / side) * side;
  const y = Math.floor(box.y / side) * side;
  const width = Math.min(size.width, Math.ceil((box.x + box.width) / side) * side) - x;
  const height = Math.min(size.height, Math.ceil((box.y + box.height) / side) * side) - y;
  const read = layers.read.sized(width, height);
  read.drawImage(ctx.canvas, x, y, width, height, 0, 0, width, height);
  const cells = averageCells(width, height, side, (top, count) => read.getImageData(0, top, width, count).data);
  const small = layers.small.sized(cells.width, cells.height);
  small.putImageData(new ImageData(cells.data, cells.width, cells.height), 0, 0);
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(small.canvas, 0, 0, cells.width, cells.height, x, y, cells.width * side, cells.height * side);
}

/** Blurs with a Gaussian. Beyond the picture's edges its last pixels repeat, so that the edge does not become darker. */
function blur(ctx: Context, box: PixelBox, size: Size, sigma: number, layers: CoverLayers): void {
  const margin = Math.ceil(sigma * 3);
  const area = { x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin };
  const hasFilter = canFilter(ctx);
  const patch = (hasFilter ? layers.patch : layers.read).sized(area.width, area.height);
  drawExtended(patch, ctx.canvas, area, size);
  if (hasFilter) {
    ctx.filter = `blur(${sigma}px)`;
    ctx.drawImage(patch.canvas, 0, 0, area.width, area.height, area.x, area.y, area.width, area.height);
    ctx.filter = "none";
    return;
  }
  // Browsers without filters on canvases: three moving averages over cells have a sigma of 2.45 cells.
  const side = Math.max(1, Math.round(sigma / 2.45));
  const cells = smoothed(
    averageCells(area.width, area.height, side, (top, count) => patch.getImageData(0, top, area.width, count).data),
    2,
  );
  const small = layers.small.sized(cells.width, cells.height);
  small.putImageData(new ImageData(cells.data, cells.width, cells.height), 0, 0);
  ctx.imageSmoothingEnabled = true;
  ctx.drawImage(small.canvas, 0, 0, cells.width, cells.height, area.x, area.y, cells.width * side, cells.height * side);
}

/** Draws an area of a picture, and repeats the picture's edge where the area extends beyond it. */
function drawExtended(ctx: Context, picture: OffscreenCanvas, area: PixelBox, { width, height }: Size): void {
  const left = Math.max(0, area.x);
  const top = Math.max(0, area.y);
  const right = Math.min(width, area.x + area.width);
  const bottom = Math.min(height, area.y + area.height);
  const [w, h] = [right - left, bottom - top];
  const [dx, dy] = [left - area.x, top - area.y];
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(picture, left, top, w, h, dx, dy, w, h);
  if (dx > 0) ctx.drawImage(picture, 0, top, 1, h, 0, dy, dx, h);
  const after = area.width - dx - w;
  if (after > 0) ctx.drawImage(picture, width - 1, top, 1, h, dx + w, dy, after, h);
  // The rows above and below repeat the extended rows.
  if (dy > 0) ctx.drawImage(ctx.canvas, 0, dy, area.width, 1, 0, 0, area.width, dy);
  const below = area.height - dy - h;
  if (below > 0) ctx.drawImage(ctx.canvas, 0, dy + h - 1, area.width, 1, 0, dy + h, area.width, below);
}
