import type { Point, Rect } from "./editor.types.ts";

/** Rounds to hundredths of a pixel. Finer differences are not visible and make the document longer. */
export const rounded = (value: number): number => Math.round(value * 100) / 100 || 0;

/** Limits `value` to the range from `least` to `most`. NaN becomes `least`. */
export const clamped = (value: number, least: number, most: number): number => (value > least ? Math.min(value, most) : least);

/** Returns the box with two points as opposite corners. */
export function rectOf(a: Point, b: Point): Rect {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

export const center = ({ x, y, width, height }: Rect): Point => ({ x: x + width / 2, y: y + height / 2 });

export const grown = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

export const shifted = (rect: Rect, dx: number, dy: number): Rect => ({ ...rect, x: rect.x + dx, y: rect.y + dy });

export const intersects = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Returns the common area of two boxes. Its sides are never negative. */
export function intersection(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

/** Returns the smallest box around all boxes, or null for none. */
export function union(rects: readonly Rect[]): Rect | null {
  const [first] = rects;
  if (!first) return null;
  let left = first.x;
  let top = first.y;
  let right = first.x + first.width;
  let bottom = first.y + first.height;
  for (const { x, y, width, height } of rects) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export const contains = (rect: Rect, { x, y }: Point): boolean =>
  x >= rect.x && y >= rect.y && x <= rect.x + rect.width && y <= rect.y + rect.height;

/** Returns the smallest box of whole pixels around a box, clipped to `limits`. */
export function wholePixels({ x, y, width, height }: Rect, limits: Rect): Rect {
  const left = Math.floor(x);
  const top = Math.floor(y);
  return intersection({ x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top }, limits);
}

/** Turns a point clockwise by `degrees` around `around`. */
export function turned({ x, y }: Point, around: Point, degrees: number): Point {
  if (!degrees) return { x, y };
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [dx, dy] = [x - around.x, y - around.y];
  return { x: around.x + dx * cos - dy * sin, y: around.y + dx * sin + dy * cos };
}

export const corners = ({ x, y, width, height }: Rect): [Point, Point, Point, Point] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];

/** Returns the upright box around a turned one. */
export function turnedBounds(rect: Rect, degrees: number): Rect {
  if (!degrees) return rect;
  const around = center(rect);
  return pointsBounds(corners(rect).map((corner) => turned(corner, around, degrees)));
}

export function pointsBounds(points: readonly Point[]): Rect {
  return union(points.map(({ x, y }) => ({ x, y, width: 0, height: 0 }))) ?? { x: 0, y: 0, width: 0, height: 0 };
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Returns the distance of a point from a line segment. */
export function distanceToSegment(point: Point, a: Point, b: Point): number {
  const length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
  const part = length === 0 ? 0 : clamped(((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / length, 0, 1);
  return Math.hypot(point.x - a.x - part * (b.x - a.x), point.y - a.y - part * (b.y - a.y));
}

/** Maps a point from the box `from` to the box `to`. */
export function mapped(point: Point, from: Rect, to: Rect): Point {
  return {
    x: to.x + (from.width === 0 ? point.x - from.x : ((point.x - from.x) * to.width) / from.width),
    y: to.y + (from.height === 0 ? point.y - from.y : ((point.y - from.y) * to.height) / from.height),
  };
}

/** Returns the horizontal and vertical scale from `from` to `to`. */
export function scaleBetween(from: Rect, to: Rect): { x: number; y: number; mean: number } {
  const x = from.width === 0 ? 1 : to.width / from.width;
  const y = from.height === 0 ? 1 : to.height / from.height;
  return { x, y, mean: from.width === 0 ? y : from.height === 0 ? x : Math.sqrt(x * y) };
}

/** Returns the end of a line from `from` that is nearest to `to` at a multiple of 45°. */
export function straightened(from: Point, to: Point): Point {
  const angle = (Math.round(Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 4)) * Math.PI) / 4;
  const length = Math.cos(angle) * (to.x - from.x) + Math.sin(angle) * (to.y - from.y);
  return { x: from.x + length * Math.cos(angle), y: from.y + length * Math.sin(angle) };
}

/** Returns the corner opposite `from` that extends the box to `to` to a square. */
export function squared(from: Point, to: Point): Point {
  const side = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  return { x: from.x + (to.x < from.x ? -side : side), y: from.y + (to.y < from.y ? -side : side) };
}
