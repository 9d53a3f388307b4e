import type { Box } from "../../../shared/core/region.ts";

/** Position in the picture at which a floating element appears. */
export interface FloatPosition {
  row: "first" | "last" | "every";
  column: "first" | "last" | "every";
}

const right = (box: Box): number => box.x + box.width;
const bottom = (box: Box): number => box.y + box.height;

/** Returns whether two boxes share any area. */
export const overlaps = (a: Box, b: Box): boolean => a.x < right(b) && b.x < right(a) && a.y < bottom(b) && b.y < bottom(a);

/** Returns whether a box covers the whole view, with half a pixel of tolerance for rounding. */
export const covers = (box: Box, view: Box): boolean =>
  box.x <= view.x + 0.5 && box.y <= view.y + 0.5 && right(box) >= right(view) - 0.5 && bottom(box) >= bottom(view) - 0.5;

/**
 * Decides where a floating element appears once: at the edge of the view that it is attached to. An element at both edges
 * (a sidebar, a full-width header) appears at the reading start.
 * @param isBackdrop it covers the whole view without separate content and belongs to every tile
 */
export function floatPositionOf(box: Box, view: Box, isBackdrop: boolean, isRtl: boolean): FloatPosition {
  if (isBackdrop) return { row: "every", column: "every" };
  const toTop = box.y - view.y;
  const toBottom = bottom(view) - bottom(box);
  // Columns run from left to right in the picture, in every reading direction.
  const toTheRight = box.x - view.x - (right(view) - right(box));
  return {
    row: toBottom < toTop - 0.5 ? "last" : "first",
    column: toTheRight > (isRtl ? -0.5 : 0.5) ? "last" : "first",
  };
}

/** Returns whether an element with this position is visible in this tile. */
export function isShown(
  position: FloatPosition,
  tile: { firstRow: boolean; lastRow: boolean; firstColumn: boolean; lastColumn: boolean },
): boolean {
  const fits = (at: FloatPosition["row"], first: boolean, last: boolean): boolean => at === "every" || (at === "first" ? first : last);
  return fits(position.row, tile.firstRow, tile.lastRow) && fits(position.column, tile.firstColumn, tile.lastColumn);
}

/** Measurements of an element that may scroll, in CSS pixels. */
export interface ScrollerCandidate {
  /** Visible part of the element in the viewport. */
  visible: Box;
  /** Amount of hidden content in each direction. */
  hiddenX: number;
  hiddenY: number;
}

/** Minimum share of the viewport at which an inner scroller is the main scroller, even if the document scrolls too. */
const MAIN_SHARE = 0.3;
const RATHER_SHARE = 0.6;
/** A document that scrolls by a few pixels does so unintentionally. */
const RATHER_TIMES = 2;

const hiddenOf = ({ hiddenX, hiddenY }: ScrollerCandidate): number => Math.max(hiddenX, hiddenY);
const shareOf = ({ visible }: ScrollerCandidate, view: { width: number; height: number }): number =>
  (visible.width * visible.height) / (view.width * view.height);

/** Returns the weight of a scroller: its share of the viewport, reduced when the scroll range is small. */
function weight(candidate: ScrollerCandidate, view: { width: number; height: number }): number {
  return shareOf(candidate, view) * Math.min(1, hiddenOf(candidate) / (view.height / 2));
}

/**
 * Chooses between the document and its scrollers.
 * @param document scroll distance of the document; null when it does not or must not scroll (an app shell)
 * @returns the index of the chosen scroller, or -1 for the document
 */
export function chooseScroller<T extends ScrollerCandidate>(
  document: { hiddenX: number; hiddenY: number } | null,
  inner: readonly T[],
  view: { width: number; height: number },
): number {
  let best = -1;
  for (const [index, candidate] of inner.entries()) {
    if (hiddenOf(candidate) < 2 || shareOf(candidate, view) < MAIN_SHARE) continue;
    const champion = inner[best];
    if (!champion || weight(candidate, view) > weight(champion, view)) best = index;
  }
  const found = inner[best];
  if (!found || !document) return best;
  const documentHides = Math.max(document.hiddenX, document.hiddenY);
  if (documentHides < 2) return best;
  return shareOf(found, view) >= RATHER_SHARE && hiddenOf(found) >= RATHER_TIMES * documentHides ? best : -1;
}
