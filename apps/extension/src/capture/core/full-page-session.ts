import type { Box } from "../../shared/core/region.ts";

/** How far the main scroller goes. `minX` is negative in pages that run from right to left, `minY` in lists that are built from the bottom. */
export interface ScrollRange {
  minX: number;
  maxX: number;
  minY: number;
  maxY: number;
}

/** Where to go, and which of the floating elements to show there. Scroll offsets in CSS pixels. */
export interface PageMove {
  x: number;
  y: number;
  /** The bottom of what is captured, as a scroll offset: the page tells by it whether this is the last row. */
  endY: number;
  firstRow: boolean;
  firstColumn: boolean;
  lastColumn: boolean;
  /** Leave out everything that floats above the content. */
  bare: boolean;
}

/** Where the page stands now, and what of the floating elements is shown. */
export interface PageStop {
  x: number;
  y: number;
  range: ScrollRange;
  isLastRow: boolean;
  /** How far shown elements of the first row reach down, and those of the last row up, from the view's top, in CSS pixels. */
  firstBottom: number;
  lastTop: number;
  /** Size of the page in the window, scrollbars included. */
  viewport: { width: number; height: number };
  devicePixelRatio: number;
  isVisible: boolean;
}

/** What the page says once the run has begun. */
export interface PageStart extends PageStop {
  /** Magnified by pinching: 1 is not. */
  pinch: number;
  /** Is the main scroller the document itself? */
  isDocument: boolean;
  /** What of the viewport the scroller shows its content in; null for all of it. */
  view: Box | null;
}

/** What the injected script answers to. */
export interface PageApi {
  begin(): PageStart;
  /** Scrolls through everything once, down to `endY`, so that lazy content loads. */
  wake(endY: number): Promise<void>;
  move(move: PageMove): Promise<PageStop>;
  /** How far the scroller goes by now; for a look after the last capture. */
  inspect(): PageStop;
  end(): void;
}

/** Where the injected script hangs in its isolated world; the page itself never sees it. */
export const PAGE_API = "stillreelFullPage";
