import type { EditDocument, EditEffect, EditEffectOf } from "@stillreel/contract";
import type { SourceFacts } from "./document.ts";

/** A box in shares of the picture. */
export interface ShareBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Kinds of effects with a box and key positions. */
export type BoxEffect = Exclude<EditEffect, { kind: "figure" }>;

const lerp = (from: number, to: number, part: number): number => from + (to - from) * part;

/** The positions of an effect in the order of their times. */
export const keysOf = ({ keys = [] }: BoxEffect): { at: number; x: number; y: number; width: number; height: number }[] =>
  keys.toSorted((one, other) => one.at - other.at);

/**
 * Returns the box of an effect at a second of the source. Between two positions the middle moves evenly and the box has the larger width
 * and height of both, so that a box that covers something never becomes too small on its way.
 */
export function boxAt(effect: BoxEffect, at: number): ShareBox {
  const keys = keysOf(effect);
  const [first] = keys;
  const last = keys.at(-1);
  if (!first || !last) return { x: effect.x, y: effect.y, width: effect.width, height: effect.height };
  if (at <= first.at) return { x: first.x, y: first.y, width: first.width, height: first.height };
  if (at >= last.at) return { x: last.x, y: last.y, width: last.width, height: last.height };
  const index = keys.findIndex((key) => key.at > at);
  const [before, after] = [keys[index - 1] ?? first, keys[index] ?? last];
  const part = (at - before.at) / Math.max(1e-9, after.at - before.at);
  const width = Math.max(before.width, after.width);
  const height = Math.max(before.height, after.height);
  const middleX = lerp(before.x + before.width / 2, after.x + after.width / 2, part);
  const middleY = lerp(before.y + before.height / 2, after.y + after.height / 2, part);
  return { x: middleX - width / 2, y: middleY - height / 2, width, height };
}

/** Returns whether an effect is visible at a second of a source. Its start belongs to it, its end does not. */
export const isVisibleAt = ({ start, end, itemId }: EditEffect, source: { itemId: string | undefined; at: number }): boolean =>
  itemId === source.itemId && source.at >= start && source.at < end;

/** Returns the effects that are visible at a second of a source, the lowest first. */
export const effectsAt = ({ effects }: Pick<EditDocument, "effects">, source: { itemId: string | undefined; at: number }): EditEffect[] =>
  effects.filter((effect) => isVisibleAt(effect, source));

/** Smooth start and end of a movement, from 0 to 1: 3t² - 2t³. The server's filter graph computes the same polynomial. */
export const ease = (part: number): number => {
  const t = Math.min(1, Math.max(0, part));
  return t * t * (3 - 2 * t);
};

/** Returns how far a zoom is at a second of the source: 0 is the whole picture, 1 its box. */
export function zoomLevelAt({ start, end, easeIn, easeOut }: EditEffectOf<"zoom">, at: number): number {
  if (at < start || at >= end) return 0;
  // Slopes that are longer than the zoom share its length.
  const scale = Math.min(1, (end - start) / Math.max(1e-9, easeIn + easeOut));
  const [rise, fall] = [easeIn * scale, easeOut * scale];
  const up = rise > 0 ? ease((at - start) / rise) : 1;
  const down = fall > 0 ? ease((end - at) / fall) : 1;
  return Math.min(up, down);
}

const WHOLE: ShareBox = { x: 0, y: 0, width: 1, height: 1 };

/**
 * Returns a zoom's box with the aspect ratio of the picture, inside of the picture: the smallest such box that contains the given one.
 */
export function zoomBox({ x, y, width, height }: ShareBox): ShareBox {
  const side = Math.min(1, Math.max(0.02, width, height));
  const clamp = (value: number): number => Math.min(1 - side, Math.max(0, value));
  return { x: clamp(x + width / 2 - side / 2), y: clamp(y + height / 2 - side / 2), width: side, height: side };
}

/** Returns the level of a zoom's box: how much larger it is shown. */
export const levelOf = (box: ShareBox): number => 1 / zoomBox(box).width;

/** Returns the visible part of the picture at a second of a source, in shares of the picture. The whole picture without a zoom. */
export function viewAt({ effects }: Pick<EditDocument, "effects">, source: { itemId: string | undefined; at: number }): ShareBox {
  const zoom = effects.find((effect) => effect.kind === "zoom" && isVisibleAt(effect, source)) as EditEffectOf<"zoom"> | undefined;
  if (!zoom) return WHOLE;
  const box = zoomBox(boxAt(zoom, source.at));
  const level = zoomLevelAt(zoom, source.at);
  return {
    x: box.x * level,
    y: box.y * level,
    width: lerp(1, box.width, level),
    height: lerp(1, box.height, level),
  };
}

/** Sizes in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Returns the nearest length that videos can have: two pixels share their color. */
export const even = (side: number): number => Math.max(2, Math.round(side / 2) * 2);

/** Returns the size of the visible picture after crop and rotation, before the frame. Even numbers. */
export function pictureSize(
  { crop, rotate }: Pick<EditDocument, "crop" | "rotate">,
  { width, height }: Pick<SourceFacts, "width" | "height">,
): Size {
  const [w, h] = [even(width * (crop?.width ?? 1)), even(height * (crop?.height ?? 1))];
  return rotate === 90 || rotate === 270 ? { width: h, height: w } : { width: w, height: h };
}
