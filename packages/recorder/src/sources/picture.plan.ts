import type { BubblePosition, PartBox } from "../recorder.types.ts";
import { largestPicture } from "./open-sources.ts";

/** A size in pixels. */
export interface Size {
  width: number;
  height: number;
}
/** A box in pixels. */
export interface Box extends Size {
  x: number;
  y: number;
}

const even = (value: number): number => Math.max(2, Math.floor(value / 2) * 2);

/** Returns the size of a recording for its first frame: even, as encoders require, and at most as high as chosen. */
export function pictureSize(frame: Size, area: PartBox | null, lines: number): Size {
  const part = area ? { width: frame.width * area.width, height: frame.height * area.height } : frame;
  const { width, height } = largestPicture(lines, part);
  return { width: even(width), height: even(height) };
}

/** Returns the recorded part of a frame. */
export function partOf(frame: Size, area: PartBox | null): Box {
  if (!area) return { x: 0, y: 0, ...frame };
  const x = Math.min(frame.width - 1, Math.max(0, area.x * frame.width));
  const y = Math.min(frame.height - 1, Math.max(0, area.y * frame.height));
  return {
    x,
    y,
    width: Math.min(area.width * frame.width, frame.width - x),
    height: Math.min(area.height * frame.height, frame.height - y),
  };
}

/** Returns the box of a frame that is fitted into a frame of another aspect ratio. */
export function contain(inner: Size, outer: Size): Box {
  const scale = Math.min(outer.width / inner.width, outer.height / inner.height);
  const [width, height] = [Math.round(inner.width * scale), Math.round(inner.height * scale)];
  return { x: Math.round((outer.width - width) / 2), y: Math.round((outer.height - height) / 2), width, height };
}

/** Returns the largest centered square. */
export function middleSquare({ width, height }: Size): Box {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side };
}

/** Returns the bubble in pixels: square, and completely inside the frame. */
export function bubbleBox(position: BubblePosition, picture: Size): Box {
  const side = Math.round(Math.max(32, Math.min(position.size * picture.width, picture.width, picture.height)));
  const within = (middle: number, length: number): number => Math.round(Math.max(0, Math.min(length - side, middle * length - side / 2)));
  return { x: within(position.x, picture.width), y: within(position.y, picture.height), width: side, height: side };
}
