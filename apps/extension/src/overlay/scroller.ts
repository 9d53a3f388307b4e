import { findScroller } from "../full-page/page/scroller.ts";
import type { Box } from "./region.ts";

/** What of the page scrolls, in its content coordinates (see {@link Captured} of the full page). */
export interface Scroller {
  /** What is to be added to a place in the window to have it in content coordinates. */
  offset(): { x: number; y: number };
  /** All that can be scrolled to, in content coordinates. */
  content(): Box;
  scrollBy(dx: number, dy: number): void;
}

/** The page's main scroller, the same that a capture of the whole page goes through. */
export function mainScroller(): Scroller {
  const found = findScroller();
  const { element } = found;
  return {
    offset() {
      const view = found.view();
      return { x: found.left - view.x, y: found.top - view.y };
    },
    content() {
      const { scrollWidth, scrollHeight, clientWidth } = element;
      const isMirrored = getComputedStyle(element).direction === "rtl";
      return { x: isMirrored ? clientWidth - scrollWidth : 0, y: 0, width: scrollWidth, height: scrollHeight };
    },
    scrollBy: (dx, dy) => found.go(found.left + dx, found.top + dy),
  };
}
