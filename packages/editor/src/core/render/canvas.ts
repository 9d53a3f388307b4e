import { PictureError } from "../picture.ts";

/** Maximum side and area of a canvas that all current browsers support. */
export const CANVAS_SIDE_MAX = 65_535;
export const CANVAS_AREA_MAX = 268_000_000;

/**
 * Creates an offscreen canvas and its context.
 * @param isRead whether pixels are read from it; then it stays in main memory
 * @throws PictureError `out-of-memory`
 */
export function makeCanvas(
  width: number,
  height: number,
  isRead = false,
): { canvas: OffscreenCanvas; ctx: OffscreenCanvasRenderingContext2D } {
  try {
    const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
    const ctx = canvas.getContext("2d", { willReadFrequently: isRead });
    if (ctx) return { canvas, ctx };
  } catch (error) {
    throw new PictureError("out-of-memory", error);
  }
  throw new PictureError("out-of-memory");
}

/** Releases a canvas's pixels now, before garbage collection. */
export function freeCanvas(canvas: OffscreenCanvas): void {
  canvas.width = 0;
  canvas.height = 0;
}
