import type { Box } from "../../shared/core/region.ts";

/** Scroll range of the main scroller. `minX` is negative in right-to-left pages, `minY` in bottom-anchored lists. */
export interface ScrollRange {
  minX: number;
  maxX: number;
  minY: number;
  maxY: number;
}

/** Target position and visible floating elements. Scroll offsets in CSS pixels. */
export interface PageMove {
  x: number;
  y: number;
  /** Bottom of the captured region as a scroll offset; identifies the last row. */
  endY: number;
  firstRow: boolean;
  firstColumn: boolean;
  lastColumn: boolean;
  /** Hides every floating element. */
  bare: boolean;
}

/** Current position of the page and extent of the visible floating elements. */
export interface PageStop {
  x: number;
  y: number;
  range: ScrollRange;
  isLastRow: boolean;
  /** Bottom edge of the first row's floating elements, and top edge of the last row's, from the view's top in CSS pixels. */
  firstBottom: number;
  lastTop: number;
  /** Size of the page in the window, scroll bars included. */
  viewport: { width: number; height: number };
  devicePixelRatio: number;
  isVisible: boolean;
  /** Whether a part of the content that was captured up to now may be missing or wrong. */
  isIncomplete: boolean;
}

/** A scrolling pane beside the captured one. */
export interface PagePane {
  /** Visible box in the viewport, in CSS pixels. */
  view: Box;
  /** Height of its content. */
  height: number;
  /** Opaque color behind its content, as `rgb(r, g, b)`. */
  background: string;
}

/** Data that the page reports at the start of a run. */
export interface PageStart extends PageStop {
  /** Pinch zoom factor; 1 means none. */
  pinch: number;
  /** Whether the main scroller is the document. */
  isDocument: boolean;
  /** Part of the viewport in which the scroller shows its content; null means all of it. */
  view: Box | null;
  panes: PagePane[];
}

/** Methods of the injected script. */
export interface PageApi {
  begin(): PageStart;
  /** Scrolls through the content once, down to `endY`, so that lazy content loads. */
  wake(endY: number): Promise<void>;
  move(move: PageMove): Promise<PageStop>;
  /** Scrolls one of the panes. Its position is `paneY` of the result. */
  movePane(index: number, y: number): Promise<PageStop & { paneY: number }>;
  /** Returns the current scroll range; used after the last capture. */
  inspect(): PageStop;
  end(): void;
}

/** Global name of the injected script in its isolated world, which the page cannot access. */
export const PAGE_API = "stillreelFullPage";
