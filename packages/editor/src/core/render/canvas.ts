import { PictureError } from "../picture.ts";

/** No side of a canvas may be longer in any browser of today, nor its area larger. */
export const CANVAS_SIDE_MAX = 65_535;
export const CANVAS_AREA_MAX = 268_000_000;

/**
 * A canvas off the screen, and its context.
 * @param isRead are pixels read from it? Then it stays in main memory.
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

/** Lets go of a canvas's pixels now, not when somebody collects it. */
export function freeCanvas(canvas: OffscreenCanvas): void {
  canvas.width = 0;
  canvas.height = 0;
}
