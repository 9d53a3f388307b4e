import type { BubblePosition, PartBox } from "@stillreel/recorder/types";
import { type Box, clamp } from "../../shared/core/region.ts";
import { boxOf } from "./position.plan.ts";

/** The sizes that can be picked, in parts of the picture's width. */
export const SIZES = { small: 0.12, medium: 0.18, large: 0.28 } as const;
/** The smallest and the largest size. */
const LEAST = 0.06;
const MOST = 0.6;
/** How far a key moves the bubble, and how much it grows, in parts of the picture. */
const STEP = 0.02;
const GROWTH = 0.02;

interface Size {
  width: number;
  height: number;
}

/**
 * Where the whole picture lies in the window, in CSS pixels. The recorder fits what it films into a picture whose size stays as it
 * was when the recording began, so a window of another shape has margins in it, and the picture reaches past the window.
 * @param area the recorded part of the window; null: all of it, or another screen of which the window stands for
 * @param picture its size in pixels; null: not known yet, then it is as large as what is filmed
 */
export function pictureIn(view: Size, area: PartBox | null, picture: Size | null): Box {
  const filmed = boxOf(area ?? { x: 0, y: 0, width: 1, height: 1 }, view);
  if (!picture || picture.width <= 0 || picture.height <= 0) return filmed;
  const scale = Math.max(filmed.width / picture.width, filmed.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { x: filmed.x + (filmed.width - width) / 2, y: filmed.y + (filmed.height - height) / 2, width, height };
}

/** The square in the window that the bubble fills, in CSS pixels. */
export function squareOf({ x, y, size }: BubblePosition, picture: Box): Box {
  const side = size * picture.width;
  return { x: picture.x + x * picture.width - side / 2, y: picture.y + y * picture.height - side / 2, width: side, height: side };
}

/** A place with the whole bubble in the picture, and of a size that can be used. */
export function clamped(position: BubblePosition, picture: Size): BubblePosition {
  const size = clamp(position.size, LEAST, Math.min(MOST, picture.height / picture.width));
  const [halfX, halfY] = [size / 2, (size * picture.width) / picture.height / 2];
  return { ...position, size, x: clamp(position.x, halfX, 1 - halfX), y: clamp(position.y, halfY, 1 - halfY) };
}

/** The bubble moved by so many CSS pixels. */
export const movedBy = (position: BubblePosition, dx: number, dy: number, picture: Box): BubblePosition =>
  clamped({ ...position, x: position.x + dx / picture.width, y: position.y + dy / picture.height }, picture);

/** The bubble pulled larger at its corner by so many CSS pixels; its other corner stays. */
export function pulledBy(position: BubblePosition, dx: number, dy: number, picture: Box): BubblePosition {
  const size = clamp(position.size + Math.max(dx, dy) / picture.width, LEAST, MOST);
  const half = ((size - position.size) * picture.width) / 2;
  return movedBy({ ...position, size }, half, half, picture);
}

/** What a key makes of the bubble; null for a key that means nothing here. */
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

/** The picked size that a bubble has, if it is one of them. */
export const sizeNamed = (size: number): keyof typeof SIZES | null =>
  (Object.keys(SIZES) as (keyof typeof SIZES)[]).find((name) => Math.abs(SIZES[name] - size) < 0.005) ?? null;
