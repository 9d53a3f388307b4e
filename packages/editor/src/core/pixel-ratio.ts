import { firstSight } from "./camera.ts";
import type { Size } from "./editor.types.ts";
import { clamped } from "./geometry.ts";

/** A window's room for a picture, as it usually is. */
const DESK: Size = { width: 1_100, height: 760 };
/** Pixels of a picture's shorter side to which shapes of their usual size go. */
const SIDE = 100;
const LEAST = 0.25;
const MOST = 4;

/**
 * How large new shapes of a picture are, 1 for their usual size: as many times as the picture has pixels a CSS pixel, or,
 * where nobody knows that, so that they can be seen well while the whole picture is; smaller on pictures that are tiny.
 */
export function shapeScale({ width, height }: Size, pixelRatio?: number): number {
  const seen = pixelRatio ?? Math.floor(1 / firstSight({ x: 0, y: 0, width, height }, DESK).zoom);
  return clamped(Math.min(Math.max(1, seen), Math.min(width, height) / SIDE), LEAST, MOST);
}
