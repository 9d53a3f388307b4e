import { findScroller } from "../../../capture/page/full-page/scroller.ts";
import { around, type Box, type Point } from "../../core/region.ts";

/** What of the page scrolls, in its content coordinates (see {@link Captured} of the full page). */
export interface Scroller {
  /** What is to be added to a place in the window to have it in content coordinates. */
  offset(): Point;
  /** A place or box in the window, in content coordinates. */
  toContent<P extends Point>(at: P): P;
  /** A place or box in content coordinates, in the window. */
  toWindow<P extends Point>(at: P): P;
  /** All that can be scrolled to, in content coordinates. */
  content(): Box;
  /** All that can be scrolled to and all that the window shows around it, in content coordinates. */
  limits(): Box;
  scrollBy(dx: number, dy: number): void;
}

/** The page's main scroller, the same that a capture of the whole page goes through. */
export function mainScroller(): Scroller {
  const found = findScroller();
  const { element } = found;
  const offset = (): Point => {
    const view = found.view();
    return { x: found.left - view.x, y: found.top - view.y };
  };
  const content = (): Box => {
    const { scrollWidth, scrollHeight, clientWidth } = element;
    const isMirrored = getComputedStyle(element).direction === "rtl";
    return { x: isMirrored ? clientWidth - scrollWidth : 0, y: 0, width: scrollWidth, height: scrollHeight };
  };
  const shifted = <P extends Point>(at: P, sign: number): P => {
    const { x, y } = offset();
    return { ...at, x: at.x + sign * x, y: at.y + sign * y };
  };
  return {
    offset,
    content,
    toContent: (at) => shifted(at, 1),
    toWindow: (at) => shifted(at, -1),
    limits: () => around({ ...offset(), width: innerWidth, height: innerHeight }, content()),
    scrollBy: (dx, dy) => found.go(found.left + dx, found.top + dy),
  };
}
