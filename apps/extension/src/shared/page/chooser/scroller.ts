import type { Box, Point } from "../../core/region.ts";

/** The scrolling part of the page, in content coordinates (see {@link Captured} of the full page). */
export interface Scroller {
  /** Returns the offset from window to content coordinates. */
  offset(): Point;
  /** Converts a point or box from window to content coordinates. */
  toContent<P extends Point>(at: P): P;
  /** Converts a point or box from content to window coordinates. */
  toWindow<P extends Point>(at: P): P;
  /** Returns the scrollable area in content coordinates. */
  content(): Box;
  /** Returns the scrollable area plus the window around it, in content coordinates. */
  limits(): Box;
  scrollBy(dx: number, dy: number): void;
}
