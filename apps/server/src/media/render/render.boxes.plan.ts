import type { EditEffect } from "@stillreel/contract";
import { boxAt, type BoxEffect, keysOf, type Size } from "@stillreel/video-editor/core";
import { isSteady, pathExpression } from "./render.paths.plan.ts";
import type { Section } from "./render.section.ts";

/** Changes of a box's size up to which each is exact. With more, sizes are rounded up, so that a clip is not divided into single frames. */
const SIZES_MAX = 40;
/** Tolerance of moved boxes in pixels. Boxes are larger by it. */
const TOLERANCE_PX = 0.02;

type Key = ReturnType<typeof keysOf>[number];

export const hasBox = (effect: EditEffect): effect is BoxEffect => effect.kind !== "figure";

/** Returns the times at which the size of a box changes. Between them, it only moves. */
export function sizeChanges(effect: BoxEffect): number[] {
  const keys = keysOf(effect);
  const sizes = keys.map((key, index) => largerOf(key, keys[index + 1] ?? key));
  return keys.flatMap((key, index) => {
    const before = sizes[index - 1] ?? key;
    const after = sizes[index] ?? key;
    return before.width === after.width && before.height === after.height ? [] : [key.at];
  });
}

const largerOf = (one: Key, other: Key): Size => ({ width: Math.max(one.width, other.width), height: Math.max(one.height, other.height) });

/** Returns the effect with fewer sizes: each at least as large as before, around the same middle. */
export function withFewSizes<E extends EditEffect>(effect: E): E {
  if (!hasBox(effect) || effect.kind === "text" || effect.kind === "zoom" || !effect.keys) return effect;
  let steadied: BoxEffect = effect;
  for (let step = 1 / 256; sizeChanges(steadied).length > SIZES_MAX && step <= 8; step *= 2) steadied = withSizeSteps(effect, step);
  return steadied as E;
}

function withSizeSteps(effect: BoxEffect, step: number): BoxEffect {
  const up = (size: number): number => Math.ceil(size / step) * step;
  const keys = keysOf(effect).map(({ at, x, y, width, height }) => {
    const [w, h] = [up(width), up(height)];
    return { at, x: x - (w - width) / 2, y: y - (h - height) / 2, width: w, height: h };
  });
  return { ...effect, keys };
}

/** A box in whole even pixels that contains an effect's box in every frame of a section. */
export interface MovedBox {
  width: number;
  height: number;
  /** Positions: numbers, or expressions of the frame's number `n`. */
  x: string;
  y: string;
  isMoving: boolean;
  /** Bounds of all positions. */
  least: { x: number; y: number };
  most: { x: number; y: number };
}

/** Returns the boxes of the frames of a section in pixels. Only the keys around the section are searched. */
export function boxesOf(
  effect: BoxEffect,
  section: Section,
  { width, height }: Size,
): { x: number; y: number; width: number; height: number }[] {
  const keys = keysOf(effect);
  const end = section.at + section.step * section.count;
  const before = keys.findLastIndex(({ at }) => at <= section.at);
  const after = keys.findIndex(({ at }) => at >= end);
  const near = { ...effect, keys: keys.slice(Math.max(0, before), after === -1 ? keys.length : after + 1) };
  const isStill = near.keys.length < 2;
  const scaled = (at: number): { x: number; y: number; width: number; height: number } => {
    const box = boxAt(near, at);
    return { x: box.x * width, y: box.y * height, width: box.width * width, height: box.height * height };
  };
  if (isStill) return [scaled(section.at)];
  return Array.from({ length: section.count }, (_, frame) => scaled(section.at + frame * section.step));
}

/** Returns the box of an effect in a section, rounded outwards to even pixels. Null when it is never in the picture. */
export function movedBox(effect: BoxEffect, section: Section, size: Size): MovedBox | null {
  const boxes = boxesOf(effect, section, size);
  const [xs, ys] = [boxes.map(({ x }) => x), boxes.map(({ y }) => y)];
  const [wide, high] = [Math.max(...boxes.map(({ width }) => width)), Math.max(...boxes.map(({ height }) => height))];
  if (isSteady(xs) && isSteady(ys)) return stillBox({ x: xs[0] ?? 0, y: ys[0] ?? 0, width: wide, height: high }, size);
  const outer = (length: number): number => 2 * Math.ceil((length + 2 * TOLERANCE_PX) / 2) + 2;
  const [width, height] = [outer(wide), outer(high)];
  const bound = (values: readonly number[], length: number, side: number): number[] =>
    values.map((value) => Math.max(-length, Math.min(side, value)));
  const [boundX, boundY] = [bound(xs, width, size.width), bound(ys, height, size.height)];
  const path = (values: readonly number[]): string => `2*floor((${pathExpression(values, "n", TOLERANCE_PX)}-${TOLERANCE_PX})/2)`;
  const least = { x: Math.floor(Math.min(...boundX)) - 2, y: Math.floor(Math.min(...boundY)) - 2 };
  const most = { x: Math.ceil(Math.max(...boundX)) + 2, y: Math.ceil(Math.max(...boundY)) + 2 };
  if (most.x + width <= 0 || most.y + height <= 0 || least.x >= size.width || least.y >= size.height) return null;
  return { width, height, x: path(boundX), y: path(boundY), isMoving: true, least, most };
}

function stillBox(box: { x: number; y: number; width: number; height: number }, size: Size): MovedBox | null {
  const left = 2 * Math.floor(Math.max(0, box.x + 1e-6) / 2);
  const top = 2 * Math.floor(Math.max(0, box.y + 1e-6) / 2);
  const right = Math.min(size.width, 2 * Math.ceil((box.x + box.width - 1e-6) / 2));
  const bottom = Math.min(size.height, 2 * Math.ceil((box.y + box.height - 1e-6) / 2));
  if (right <= left || bottom <= top) return null;
  const at = { x: left, y: top };
  return { width: right - left, height: bottom - top, x: String(left), y: String(top), isMoving: false, least: at, most: at };
}
