import type { Box } from "../../../shared/core/region.ts";

/** Where in the picture an element that floats above the content appears. */
export interface FloatPosition {
  row: "first" | "last" | "every";
  column: "first" | "last" | "every";
}

const right = (box: Box): number => box.x + box.width;
const bottom = (box: Box): number => box.y + box.height;

/** Do the boxes share any area? */
export const overlaps = (a: Box, b: Box): boolean => a.x < right(b) && b.x < right(a) && a.y < bottom(b) && b.y < bottom(a);

/** Does the box hide all of the view? Half a pixel is rounding. */
export const covers = (box: Box, view: Box): boolean =>
  box.x <= view.x + 0.5 && box.y <= view.y + 0.5 && right(box) >= right(view) - 0.5 && bottom(box) >= bottom(view) - 0.5;

/**
 * Decides where a floating element appears, once: at the edge of the view that it keeps to. What keeps to both edges
 * (a sidebar, a header over the whole width) appears where reading begins.
 * @param isBackdrop it covers the whole view and has no content of its own: it belongs behind or over every tile
 */
export function floatPositionOf(box: Box, view: Box, isBackdrop: boolean, isRtl: boolean): FloatPosition {
  if (isBackdrop) return { row: "every", column: "every" };
  const toTop = box.y - view.y;
  const toBottom = bottom(view) - bottom(box);
  // Columns run from left to right in the picture, wherever reading begins.
  const toTheRight = box.x - view.x - (right(view) - right(box));
  return {
    row: toBottom < toTop - 0.5 ? "last" : "first",
    column: toTheRight > (isRtl ? -0.5 : 0.5) ? "last" : "first",
  };
}

/** Is an element with this place shown in this tile? */
export function isShown(
  position: FloatPosition,
  tile: { firstRow: boolean; lastRow: boolean; firstColumn: boolean; lastColumn: boolean },
): boolean {
  const fits = (at: FloatPosition["row"], first: boolean, last: boolean): boolean => at === "every" || (at === "first" ? first : last);
  return fits(position.row, tile.firstRow, tile.lastRow) && fits(position.column, tile.firstColumn, tile.lastColumn);
}

/** What is known of an element that may scroll. Lengths in CSS pixels. */
export interface ScrollerCandidate {
  /** What of it lies in the viewport. */
  visible: Box;
  /** How much of its content is out of sight, in each direction. */
  hiddenX: number;
  hiddenY: number;
}

/** The part of the viewport that an inner scroller must fill to count as the page's own, and to be preferred to a document that scrolls too. */
const MAIN_SHARE = 0.3;
const RATHER_SHARE = 0.6;
/** A document that scrolls by a few pixels does so by mistake. */
const RATHER_TIMES = 2;

const hiddenOf = ({ hiddenX, hiddenY }: ScrollerCandidate): number => Math.max(hiddenX, hiddenY);
const shareOf = ({ visible }: ScrollerCandidate, view: { width: number; height: number }): number =>
  (visible.width * visible.height) / (view.width * view.height);

/** How much a scroller shows: its share of the viewport, less if there is hardly anything to scroll to. */
function weight(candidate: ScrollerCandidate, view: { width: number; height: number }): number {
  return shareOf(candidate, view) * Math.min(1, hiddenOf(candidate) / (view.height / 2));
}

/**
 * Chooses between the document and the scrollers in it.
 * @param document how far the document scrolls; null when it does not, or must not (an app shell)
 * @returns the index of the chosen one, or -1 for the document
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
