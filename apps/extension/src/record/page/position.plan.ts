import type { PartBox } from "@stillreel/recorder/types";
import { type Box, clamp, type Point } from "../../shared/core/region.ts";

/** A place in parts of the room that is left around a thing: so it stays within every window, however large either is. */
export interface RelativePosition {
  x: number;
  y: number;
}

/** How far from the window's edges it stays, in CSS pixels. */
export const MARGIN = 16;

interface Size {
  width: number;
  height: number;
}

const room = (whole: number, part: number): number => Math.max(1, whole - part - 2 * MARGIN);

/** Where the thing's corner is, in CSS pixels of the window. */
export function cornerAt({ x, y }: RelativePosition, size: Size, view: Size): Point {
  return {
    x: Math.round(MARGIN + x * room(view.width, size.width)),
    y: Math.round(MARGIN + y * room(view.height, size.height)),
  };
}

/** The place whose corner is nearest to a point of the window. */
export function positionNear(corner: Point, size: Size, view: Size): RelativePosition {
  return {
    x: clamp((corner.x - MARGIN) / room(view.width, size.width), 0, 1),
    y: clamp((corner.y - MARGIN) / room(view.height, size.height), 0, 1),
  };
}

/** Do two boxes share any point? */
export const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** A part of the window as a box in it, in CSS pixels. */
export const boxOf = ({ x, y, width, height }: PartBox, view: Size): Box => ({
  x: x * view.width,
  y: y * view.height,
  width: width * view.width,
  height: height * view.height,
});

/** A number from storage as part of the room; null when it is none. */
export function readPosition(stored: unknown): RelativePosition | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { x, y } = stored as Partial<Record<keyof RelativePosition, unknown>>;
  const isPart = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;
  return isPart(x) && isPart(y) ? { x, y } : null;
}
