import type { Box, Point } from "../../core/region.ts";

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
