/** A point in the coordinates of the surrounding boxes. */
export interface Point {
  x: number;
  y: number;
}

/** A box in CSS pixels. */
export interface Box extends Point {
  width: number;
  height: number;
}

/** An edge or corner for resizing: -1 is left or top, 1 is right or bottom, 0 is neither. */
export interface Handle {
  dx: -1 | 0 | 1;
  dy: -1 | 0 | 1;
}

/** Minimum side length of an area in CSS pixels; smaller ones are accidental. */
export const SMALLEST = 2;

/** Clamps a number to a range; the lower limit wins when the limits cross. */
export const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The eight handles. */
export const HANDLES: readonly Handle[] = ([-1, 0, 1] as const).flatMap((dy) =>
  ([-1, 0, 1] as const).filter((dx) => dx !== 0 || dy !== 0).map((dx) => ({ dx, dy })),
);

/** Returns the box between two points in any order, on whole pixels. */
export function between(ax: number, ay: number, bx: number, by: number): Box {
  const x = Math.round(Math.min(ax, bx));
  const y = Math.round(Math.min(ay, by));
  return { x, y, width: Math.round(Math.max(ax, bx)) - x, height: Math.round(Math.max(ay, by)) - y };
}

/** Returns the position of a handle on a box. */
export function handleAt(box: Box, { dx, dy }: Handle): { x: number; y: number } {
  return { x: box.x + ((dx + 1) / 2) * box.width, y: box.y + ((dy + 1) / 2) * box.height };
}

/** Returns the handle near a point; corners have priority. */
export function handleNear(box: Box, x: number, y: number, tolerance: number): Handle | null {
  const near = (handle: Handle): boolean => {
    const at = handleAt(box, handle);
    return Math.abs(at.x - x) <= tolerance && Math.abs(at.y - y) <= tolerance;
  };
  return HANDLES.find((handle) => handle.dx !== 0 && handle.dy !== 0 && near(handle)) ?? HANDLES.find(near) ?? null;
}

/** Returns whether the point is inside. */
export const holds = (box: Box, x: number, y: number): boolean =>
  x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;

/** Formats a box's size for display. */
export const sizeText = ({ width, height }: Box): string => `${width} × ${height}`;

/** Moves a box within its limits. */
export function moved(box: Box, dx: number, dy: number, limits: Box): Box {
  const x = clamp(box.x + dx, limits.x, limits.x + limits.width - box.width);
  const y = clamp(box.y + dy, limits.y, limits.y + limits.height - box.height);
  return { ...box, x: Math.round(x), y: Math.round(y) };
}

/** Moves one handle of a box to a point; the box flips when the handle crosses the opposite side. */
export function pulled(box: Box, { dx, dy }: Handle, x: number, y: number): Box {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  return between(dx < 0 ? x : box.x, dy < 0 ? y : box.y, dx > 0 ? x : right, dy > 0 ? y : bottom);
}

/** Resizes a box at its right and bottom edges within the minimum and its limits. */
export function grown(box: Box, dx: number, dy: number, limits: Box): Box {
  return {
    ...box,
    width: clamp(box.width + dx, SMALLEST, limits.x + limits.width - box.x),
    height: clamp(box.height + dy, SMALLEST, limits.y + limits.height - box.y),
  };
}

/** Returns the intersection of a box with another. */
export function within(box: Box, limits: Box): Box {
  const x = Math.max(box.x, limits.x);
  const y = Math.max(box.y, limits.y);
  const width = Math.min(box.x + box.width, limits.x + limits.width) - x;
  const height = Math.min(box.y + box.height, limits.y + limits.height) - y;
  return { x, y, width: Math.max(0, width), height: Math.max(0, height) };
}

/** Returns the smallest box that contains two boxes. */
export function around(one: Box, other: Box): Box {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const width = Math.max(one.x + one.width, other.x + other.width) - x;
  return { x, y, width, height: Math.max(one.y + one.height, other.y + other.height) - y };
}

/** Returns the position of a bar: below the box, above it without room, otherwise inside at its end; always on the screen. */
export function barPosition(
  box: Box,
  bar: { width: number; height: number },
  view: { width: number; height: number },
): { x: number; y: number } {
  const GAP = 18;
  const EDGE = 8;
  /** Height of the size chip above the box. */
  const CHIP = 44;
  const below = box.y + box.height + GAP;
  const above = box.y - CHIP - bar.height;
  const fits = (y: number): boolean => y >= EDGE && y + bar.height + EDGE <= view.height;
  const inside = Math.min(box.y + box.height, view.height) - bar.height - GAP;
  const y = fits(below) ? below : fits(above) ? above : inside;
  const x = box.x + box.width / 2 - bar.width / 2;
  return { x: Math.max(EDGE, clamp(x, EDGE, view.width - bar.width - EDGE)), y: Math.max(y, EDGE) };
}

/** Converts a box from CSS pixels to whole picture pixels with the given scale. */
export function inPixels(box: Box, scale: number, picture: { width: number; height: number }): Box {
  const x = clamp(Math.round(box.x * scale), 0, picture.width - 1);
  const y = clamp(Math.round(box.y * scale), 0, picture.height - 1);
  const right = clamp(Math.round((box.x + box.width) * scale), x + 1, picture.width);
  const bottom = clamp(Math.round((box.y + box.height) * scale), y + 1, picture.height);
  return { x, y, width: right - x, height: bottom - y };
}
