import type { EditEffect, EditEffectOf } from "@stillreel/contract";
import type { PixelBox } from "./placement.ts";

/** A side or corner by which a box is resized: -1, 0 or 1 for each axis. */
export interface BoxGrip {
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

/** All grips of a box, clockwise from its top left. */
export const BOX_GRIPS: readonly BoxGrip[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
];

interface DragOptions {
  /** Width and height have this ratio. Null: any. */
  ratio: number | null;
  /** Minimum side in pixels. */
  least: number;
  /** The box stays inside of this one. */
  within: PixelBox | null;
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(low, high), Math.max(low, value));

/** Returns a box of a ratio that has its opposite corner or side where it was. */
function withRatio(start: PixelBox, { x, y, width, height }: PixelBox, grip: BoxGrip, ratio: number): PixelBox {
  const wide = grip.x === 0 ? height * ratio : grip.y === 0 ? width : Math.max(width, height * ratio);
  const high = wide / ratio;
  const left = grip.x === 1 ? x : grip.x === -1 ? start.x + start.width - wide : start.x + (start.width - wide) / 2;
  const top = grip.y === 1 ? y : grip.y === -1 ? start.y + start.height - high : start.y + (start.height - high) / 2;
  return { x: left, y: top, width: wide, height: high };
}

/** Moves a box (`grip` null), or one of its sides or corners. The opposite one stays. */
export function draggedBox(
  start: PixelBox,
  grip: BoxGrip | null,
  by: { x: number; y: number },
  { ratio, least, within }: DragOptions,
): PixelBox {
  if (!grip) {
    const moved = { ...start, x: start.x + by.x, y: start.y + by.y };
    if (!within) return moved;
    const x = clamp(moved.x, within.x, within.x + within.width - moved.width);
    return { ...moved, x, y: clamp(moved.y, within.y, within.y + within.height - moved.height) };
  }
  let [left, top] = [start.x + (grip.x === -1 ? by.x : 0), start.y + (grip.y === -1 ? by.y : 0)];
  let [right, bottom] = [start.x + start.width + (grip.x === 1 ? by.x : 0), start.y + start.height + (grip.y === 1 ? by.y : 0)];
  if (within) {
    left = Math.max(left, within.x);
    top = Math.max(top, within.y);
    right = Math.min(right, within.x + within.width);
    bottom = Math.min(bottom, within.y + within.height);
  }
  if (grip.x === -1) left = Math.min(left, right - least);
  else right = Math.max(right, left + least);
  if (grip.y === -1) top = Math.min(top, bottom - least);
  else bottom = Math.max(bottom, top + least);
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  return ratio === null ? box : withRatio(start, box, grip, ratio);
}

/** Positions that boxes snap to, in pixels. */
export interface SnapPositions {
  x: readonly number[];
  y: readonly number[];
}

/** Returns the positions that boxes snap to: edges and middles of the picture and of other boxes. */
export const snapPositions = (boxes: readonly PixelBox[]): SnapPositions => ({
  x: boxes.flatMap(({ x, width }) => [x, x + width / 2, x + width]),
  y: boxes.flatMap(({ y, height }) => [y, y + height / 2, y + height]),
});

function nearest(positions: readonly number[], sides: readonly number[], distance: number): { by: number; at: number | null } {
  let found: { by: number; at: number | null } = { by: 0, at: null };
  let least = distance;
  for (const at of positions)
    for (const side of sides) {
      if (Math.abs(at - side) > least) continue;
      least = Math.abs(at - side);
      found = { by: at - side, at };
    }
  return found;
}

/** Where a dragged box snapped, for the lines that show it. */
export interface SnappedBox {
  by: { x: number; y: number };
  x: number | null;
  y: number | null;
}

/** Returns by how much more a dragged box moves so that its sides are on a position within a distance. */
export function snapBy(box: PixelBox, grip: BoxGrip | null, positions: SnapPositions, distance: number): SnappedBox {
  const sides = (at: number, size: number, side: -1 | 0 | 1 | null): number[] => {
    if (side === null) return [at, at + size / 2, at + size];
    return side === 0 ? [] : [side === -1 ? at : at + size];
  };
  const x = nearest(positions.x, sides(box.x, box.width, grip?.x ?? null), distance);
  const y = nearest(positions.y, sides(box.y, box.height, grip?.y ?? null), distance);
  return { by: { x: x.by, y: y.by }, x: x.at, y: y.at };
}

/** Changes a cover into another kind with the same time, box and positions. */
export function coverAs(effect: EditEffectOf<"blur" | "pixelate" | "solid">, kind: "blur" | "pixelate" | "solid"): EditEffect {
  const { id, itemId, start, end, x, y, width, height, keys } = effect;
  const common = { id, ...(itemId === undefined ? {} : { itemId }), start, end, x, y, width, height, ...(keys ? { keys } : {}) };
  if (kind === "solid") return { ...common, kind, color: "#17161C" };
  const strength = effect.kind === "solid" ? 24 : Math.min(kind === "blur" ? 100 : 200, Math.max(4, effect.strength));
  return { ...common, kind, strength };
}
