import type { Camera, Point, Rect, Size } from "./editor.types.ts";
import { clamped } from "./geometry.ts";

const ZOOM = { least: 0.05, most: 8 } as const;
/** Steps of the zoom buttons. */
const STEPS = [0.05, 0.1, 0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4, 6, 8] as const;
/** Minimum part of the image that remains visible, in CSS pixels. */
const STAYS = 48;
/** Height in which bars float over the top and the bottom, in CSS pixels; a very low window has none to spare. */
const BARS = 56;
const LOW = 240;
/** Space around a fitted image, so that no bar covers it. */
function roomAround({ width, height }: Size): { x: number; y: number } {
  const least = height < LOW ? 0 : BARS;
  if (width < 640) return { x: 12, y: Math.max(least, Math.min(BARS, height / 10)) };
  return { x: Math.min(48, width / 12), y: Math.max(least, Math.min(72, height / 8)) };
}

export const toPicture = ({ x, y, zoom }: Camera, at: Point): Point => ({ x: x + at.x / zoom, y: y + at.y / zoom });
export const toViewport = ({ x, y, zoom }: Camera, at: Point): Point => ({ x: (at.x - x) * zoom, y: (at.y - y) * zoom });
/** Returns the visible part of the image's plane. */
export const seenRect = ({ x, y, zoom }: Camera, { width, height }: Size): Rect => ({ x, y, width: width / zoom, height: height / zoom });

/** Moves the camera so that a part of the image remains visible. */
export function heldBack(camera: Camera, shown: Rect, viewport: Size): Camera {
  const stays = STAYS / camera.zoom;
  return {
    zoom: camera.zoom,
    x: clamped(camera.x, shown.x + stays - viewport.width / camera.zoom, shown.x + shown.width - stays),
    y: clamped(camera.y, shown.y + stays - viewport.height / camera.zoom, shown.y + shown.height - stays),
  };
}

/** Zooms so that the point under `around` (CSS pixels) does not move. */
export function zoomed(camera: Camera, zoom: number, around: Point): Camera {
  const next = clamped(zoom, ZOOM.least, ZOOM.most);
  const fixed = toPicture(camera, around);
  return { x: fixed.x - around.x / next, y: fixed.y - around.y / next, zoom: next };
}

/** Returns the next zoom step in a direction. */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const near = zoom * (1 + direction * 0.01);
  const steps = direction === 1 ? STEPS : STEPS.toReversed();
  return steps.find((step) => (direction === 1 ? step > near : step < near)) ?? (direction === 1 ? ZOOM.most : ZOOM.least);
}

/** Minimum length of the longer side of a fitted image, in CSS pixels. Smaller images are enlarged. */
const TINY = 320;
const enlargement = ({ width, height }: Size): number => clamped(Math.floor(TINY / Math.max(width, height)), 1, ZOOM.most);

/** Centers the whole image without enlarging it, except tiny images, which would be too small to draw on. */
export function fitting(shown: Rect, viewport: Size): Camera {
  const room = roomAround(viewport);
  const zoom = clamped(
    Math.min((viewport.width - 2 * room.x) / shown.width, (viewport.height - 2 * room.y) / shown.height, enlargement(shown)),
    ZOOM.least,
    ZOOM.most,
  );
  return { zoom, x: shown.x + shown.width / 2 - viewport.width / zoom / 2, y: shown.y + shown.height / 2 - viewport.height / zoom / 2 };
}

/** Ratio of the sides from which an image counts as a tall page or a wide strip. */
const LONG = 3;

/** Returns the initial camera: fitted, but a tall page by its width from the top, and a wide strip by its height from the left. */
export function firstSight(shown: Rect, viewport: Size): Camera {
  const fitted = fitting(shown, viewport);
  if (Math.max(shown.width / shown.height, shown.height / shown.width) < LONG) return fitted;
  const room = roomAround(viewport);
  const byWidth = Math.min((viewport.width - 2 * room.x) / shown.width, 1);
  const byHeight = Math.min((viewport.height - 2 * room.y) / shown.height, 1);
  const zoom = clamped(Math.max(byWidth, byHeight), ZOOM.least, ZOOM.most);
  if (fitted.zoom >= 0.4 || zoom < fitted.zoom * 2) return fitted;
  return {
    zoom,
    x: byWidth < byHeight ? shown.x - room.x / zoom : shown.x + shown.width / 2 - viewport.width / zoom / 2,
    y: byWidth < byHeight ? shown.y + shown.height / 2 - viewport.height / zoom / 2 : shown.y - room.y / zoom,
  };
}
