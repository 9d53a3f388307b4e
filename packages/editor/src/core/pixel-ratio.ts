import { firstSight } from "./camera.ts";
import type { Size } from "./editor.types.ts";
import { clamped } from "./geometry.ts";

/** Typical space for an image in a window. */
const TYPICAL_WINDOW: Size = { width: 1_100, height: 760 };
/** Pixels of an image's shorter side for which shapes have their default size. */
const SIDE = 100;
const LEAST = 0.25;
const MOST = 4;

/**
 * Returns the scale of new shapes, 1 for their default size: the pixel ratio of the image, or, when it is unknown, a scale at
 * which shapes are clearly visible while the whole image is. It is smaller on tiny images.
 */
export function shapeScale({ width, height }: Size, pixelRatio?: number): number {
  const seen = pixelRatio ?? Math.floor(1 / firstSight({ x: 0, y: 0, width, height }, TYPICAL_WINDOW).zoom);
  return clamped(Math.min(Math.max(1, seen), Math.min(width, height) / SIDE), LEAST, MOST);
}
