import type { BubblePosition, PartBox } from "@stillreel/recorder/types";
import { type Box, clamp } from "../../shared/core/region.ts";
import { boxOf } from "./position.plan.ts";

/** Selectable sizes as shares of the picture's width. */
export const SIZES = { small: 0.12, medium: 0.18, large: 0.28 } as const;
/** Minimum and maximum size. */
const LEAST = 0.06;
const MOST = 0.6;
/** Step of a key for position and size, as a share of the picture. */
const STEP = 0.02;
const GROWTH = 0.02;

interface Size {
  width: number;
  height: number;
}

/**
 * Returns the box of the whole picture in the window, in CSS pixels. The recorder fits its source into a picture of constant
 * size, so a window of another shape has margins, and the picture extends beyond the window.
 * @param area recorded part of the window; null means all of it, or another screen that the window represents
 * @param picture size in pixels; null when unknown, then the size of the source
 */
export function pictureIn(view: Size, area: PartBox | null, picture: Size | null): Box {
  const filmed = boxOf(area ?? { x: 0, y: 0, width: 1, height: 1 }, view);
  if (!picture || picture.width <= 0 || picture.height <= 0) return filmed;
  const scale = Math.max(filmed.width / picture.width, filmed.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { x: filmed.x + (filmed.width - width) / 2, y: filmed.y + (filmed.height - height) / 2, width, height };
}

/** Returns the square of the bubble in the window, in CSS pixels. */
export function squareOf({ x, y, size }: BubblePosition, picture: Box): Box {
  const side = size * picture.width;
  return { x: picture.x + x * picture.width - side / 2, y: picture.y + y * picture.height - side / 2, width: side, height: side };
}

/** Clamps position and size of the bubble to the picture. */
export function clamped(position: BubblePosition, picture: Size): BubblePosition {
  const size = clamp(position.size, LEAST, Math.min(MOST, picture.height / picture.width));
  const [halfX, halfY] = [size / 2, (size * picture.width) / picture.height / 2];
  return { ...position, size, x: clamp(position.x, halfX, 1 - halfX), y: clamp(position.y, halfY, 1 - halfY) };
}

/** Moves the bubble by CSS pixels. */
export const movedBy = (position: BubblePosition, dx: number, dy: number, picture: Box): BubblePosition =>
  clamped({ ...position, x: position.x + dx / picture.width, y: position.y + dy / picture.height }, picture);

/** Resizes the bubble at its corner by CSS pixels; the opposite corner stays. */
export function pulledBy(position: BubblePosition, dx: number, dy: number, picture: Box): BubblePosition {
  const size = clamp(position.size + Math.max(dx, dy) / picture.width, LEAST, MOST);
  const half = ((size - position.size) * picture.width) / 2;
  return movedBy({ ...position, size }, half, half, picture);
}

/** Returns the bubble after a key press; null for a key without a function. */
export function keyed(position: BubblePosition, key: string, isFar: boolean, picture: Box): BubblePosition | null {
  const step = STEP * picture.width * (isFar ? 5 : 1);
  const moves: Record<string, [number, number]> = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, -step],
    ArrowDown: [0, step],
  };
  const move = moves[key];
  if (move) return movedBy(position, ...move, picture);
  const growth = key === "+" || key === "=" ? GROWTH : key === "-" ? -GROWTH : 0;
  return growth === 0 ? null : clamped({ ...position, size: position.size + growth }, picture);
}

/** Returns the name of a selectable size; null for other sizes. */
export const sizeNamed = (size: number): keyof typeof SIZES | null =>
  (Object.keys(SIZES) as (keyof typeof SIZES)[]).find((name) => Math.abs(SIZES[name] - size) < 0.005) ?? null;
