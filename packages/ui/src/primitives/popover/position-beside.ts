/** A box in CSS pixels of the window. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How a floating box is placed. Lengths are CSS pixels. */
export interface PlacementOptions {
  /** The edge of the anchor that the box shares; `start` and `end` follow the direction of reading. */
  align: "start" | "middle" | "end";
  isMirrored: boolean;
  /** Distance from the anchor. */
  gap: number;
  /** Least distance from the edge of the window. */
  edge: number;
  /** A box that fits neither below nor above: `shrink` it to the larger side, or let it `cover` the anchor. */
  overflow: "shrink" | "cover";
}

/** Position of a floating box, in CSS pixels of the window. A box that can shrink is placed on whole pixels. */
export interface Placement {
  left: number;
  top: number;
  /** Absent where the box keeps its height. */
  maxHeight?: number;
}

const SMALLEST_HEIGHT = 80;

/** Places a box of `size` below its anchor, or above where it fits better, and inside of a window of the size `within`. */
export function positionBeside(
  anchor: Box,
  size: Pick<Box, "width" | "height">,
  within: Pick<Box, "width" | "height">,
  { align, isMirrored, gap, edge, overflow }: PlacementOptions,
): Placement {
  const below = within.height - (anchor.y + anchor.height) - gap - edge;
  const above = anchor.y - gap - edge;
  const canShrink = overflow === "shrink";
  const isBelow = size.height <= below || (canShrink && below >= above);
  const maxHeight = canShrink ? Math.max(SMALLEST_HEIGHT, isBelow ? below : above) : Infinity;
  const height = Math.min(size.height, maxHeight);
  const isLeft = (align === "start") !== isMirrored;
  const wanted =
    align === "middle" ? anchor.x + anchor.width / 2 - size.width / 2 : isLeft ? anchor.x : anchor.x + anchor.width - size.width;
  const left = Math.max(edge, Math.min(wanted, within.width - size.width - edge));
  const top = isBelow ? anchor.y + anchor.height + gap : anchor.y - gap - height;
  return canShrink ? { left: Math.round(left), top: Math.round(top), maxHeight } : { left, top: Math.max(edge, top) };
}
