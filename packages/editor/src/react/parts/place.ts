import type { Rect, Size } from "../../core/index.ts";

/** Position of a floating element: below its anchor, or above when there is more space. */
export interface Placing {
  left: number;
  top: number;
  maxHeight: number;
}

const GAP = 10;
const EDGE = 8;

/** Positions a box of `size` beside `anchor` within a window, in CSS pixels of the window. */
export function placeBeside(anchor: Rect, size: Size, within: Size, align: "start" | "middle" | "end", isMirrored: boolean): Placing {
  const below = within.height - (anchor.y + anchor.height) - GAP - EDGE;
  const above = anchor.y - GAP - EDGE;
  const isBelow = size.height <= below || below >= above;
  const maxHeight = Math.max(80, isBelow ? below : above);
  const height = Math.min(size.height, maxHeight);
  const isLeft = align === "start" ? !isMirrored : isMirrored;
  const wanted =
    align === "middle" ? anchor.x + anchor.width / 2 - size.width / 2 : isLeft ? anchor.x : anchor.x + anchor.width - size.width;
  return {
    left: Math.round(Math.max(EDGE, Math.min(wanted, within.width - size.width - EDGE))),
    top: Math.round(isBelow ? anchor.y + anchor.height + GAP : anchor.y - GAP - height),
    maxHeight,
  };
}
