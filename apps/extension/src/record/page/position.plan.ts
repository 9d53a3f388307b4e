import type { PartBox } from "@stillreel/recorder/types";
import { type Box, clamp, type Point } from "../../shared/core/region.ts";

/** A position as a share of the free space around an element, so that it is valid for every window and element size. */
export interface RelativePosition {
  x: number;
  y: number;
}

/** Minimum distance from the window's edges in CSS pixels. */
export const MARGIN = 16;

interface Size {
  width: number;
  height: number;
}

const room = (whole: number, part: number): number => Math.max(1, whole - part - 2 * MARGIN);

/** Returns the element's corner in window coordinates (CSS pixels). */
export function cornerAt({ x, y }: RelativePosition, size: Size, view: Size): Point {
  return {
    x: Math.round(MARGIN + x * room(view.width, size.width)),
    y: Math.round(MARGIN + y * room(view.height, size.height)),
  };
}

/** Returns the position whose corner is nearest to a point of the window. */
export function positionNear(corner: Point, size: Size, view: Size): RelativePosition {
  return {
    x: clamp((corner.x - MARGIN) / room(view.width, size.width), 0, 1),
    y: clamp((corner.y - MARGIN) / room(view.height, size.height), 0, 1),
  };
}

/** Returns whether two boxes overlap. */
export const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** Converts a part of the window into a box in CSS pixels. */
export const boxOf = ({ x, y, width, height }: PartBox, view: Size): Box => ({
  x: x * view.width,
  y: y * view.height,
  width: width * view.width,
  height: height * view.height,
});

/** Parses a stored position; null when it is invalid. */
export function readPosition(stored: unknown): RelativePosition | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { x, y } = stored as Partial<Record<keyof RelativePosition, unknown>>;
  const isPart = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;
  return isPart(x) && isPart(y) ? { x, y } : null;
}
