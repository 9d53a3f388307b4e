import type { BubblePosition, PartBox } from "../recorder.types.ts";

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

/** Returns the factor that scales a source to the chosen height: at most 1, and at most 4096 pixels in the longer side. */
const largestScale = (lines: number, sides: Size): number =>
  Math.min(1, lines / Math.min(sides.width, sides.height), 4096 / Math.max(sides.width, sides.height));

/** Returns the largest size in pixels within the chosen height. `sides` are the source's size, when it is known. */
export function largestPicture(lines: number, sides?: Size): Size {
  const wide = Math.round((lines * 16) / 9);
  if (!sides) return { width: wide, height: lines };
  const scale = largestScale(lines, sides);
  return { width: Math.round(sides.width * scale), height: Math.round(sides.height * scale) };
}

/** Tolerance for sizes that were multiplied and divided, in pixels. */
const ROUNDING = 0.001;

const even = (value: number): number => Math.max(2, Math.floor((value + ROUNDING) / 2) * 2);

/**
 * Returns the size of a recording for its first frame: at most as high as chosen, and even, as encoders require. Odd sizes are rounded
 * down, and the last row or column is cropped.
 */
export function pictureSize(frame: Size, area: PartBox | null, lines: number): Size {
  const part = area ? { width: frame.width * area.width, height: frame.height * area.height } : frame;
  const scale = largestScale(lines, part);
  return { width: even(part.width * scale), height: even(part.height * scale) };
}

/** Returns the next even size. In a smaller one, the browser would scale a tab of odd size down and add black edges. */
export const evenUp = ({ width, height }: Size): Size => ({ width: width + (width % 2), height: height + (height % 2) });

/** Number of rows or columns that a browser adds to a source of odd size. */
const PADDING_MAX = 2;

/**
 * Returns the part of a frame that shows the source. The browser fits it into a frame of even size and adds up to one black row and
 * column at the end.
 * @param source size of the source, when it is known
 */
export function contentOf(frame: Size, source: Size | null): Box {
  const whole = { x: 0, y: 0, width: frame.width, height: frame.height };
  if (!source) return whole;
  const scale = Math.min(frame.width / source.width, frame.height / source.height);
  const [width, height] = [Math.floor(source.width * scale + ROUNDING), Math.floor(source.height * scale + ROUNDING)];
  // A source of another shape was resized: its size is not known any more.
  return frame.width - width > PADDING_MAX || frame.height - height > PADDING_MAX ? whole : { ...whole, width, height };
}

/** Number of pixels of the video that a crop may remove from a side. */
const CROP_MAX = 2;

/**
 * Returns which box of a frame is drawn into which box of the video. The part fills the video: less than two rows or columns are
 * cropped. Only a part of another shape, such as a window that was resized during the recording, is fitted between black edges.
 */
export function drawingOf(part: Box, picture: Size): { from: Box; to: Box } {
  const cover = Math.max(picture.width / part.width, picture.height / part.height);
  const [tooWide, tooHigh] = [part.width * cover - picture.width, part.height * cover - picture.height];
  if (tooWide >= CROP_MAX || tooHigh >= CROP_MAX) return { from: part, to: contain(part, picture) };
  const to = { x: 0, y: 0, ...picture };
  const isCopied = Math.abs(part.width - picture.width) < CROP_MAX && Math.abs(part.height - picture.height) < CROP_MAX;
  // Whole pixels stay sharp.
  if (isCopied) return { from: { x: Math.floor(part.x + ROUNDING), y: Math.floor(part.y + ROUNDING), ...picture }, to };
  return { from: { x: part.x, y: part.y, width: picture.width / cover, height: picture.height / cover }, to };
}

/** Returns the recorded part of a frame. `content` is from {@link contentOf}. */
export function partOf(content: Box, area: PartBox | null): Box {
  if (!area) return content;
  const x = Math.min(content.width - 1, Math.max(0, area.x * content.width));
  const y = Math.min(content.height - 1, Math.max(0, area.y * content.height));
  return {
    x: content.x + x,
    y: content.y + y,
    width: Math.min(area.width * content.width, content.width - x),
    height: Math.min(area.height * content.height, content.height - y),
  };
}

/** Difference of the ratios of two sizes that rounding to whole pixels can cause. */
const RATIO_TOLERANCE = 0.01;

/**
 * Returns which point of the video shows a point of a tab, both in shares. Null outside of the recorded part, and when the tab was resized,
 * because the browser then adds edges of an unknown size.
 * @param at the point, and the ratio of the tab's sides when it was there
 */
export function positionInPicture(
  at: { x: number; y: number; ratio: number },
  { frame, source, area, picture }: { frame: Size; source: Size; area: PartBox | null; picture: Size },
): { x: number; y: number } | null {
  if (Math.abs((at.ratio * source.height) / source.width - 1) > RATIO_TOLERANCE) return null;
  const content = contentOf(frame, source);
  if (Math.abs((content.width * source.height) / (content.height * source.width) - 1) > RATIO_TOLERANCE) return null;
  const { from, to } = drawingOf(partOf(content, area), picture);
  const x = (to.x + ((content.x + at.x * content.width - from.x) * to.width) / from.width) / picture.width;
  const y = (to.y + ((content.y + at.y * content.height - from.y) * to.height) / from.height) / picture.height;
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : null;
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
