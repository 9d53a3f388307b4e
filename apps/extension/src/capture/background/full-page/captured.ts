import type { Box } from "../../../shared/core/region.ts";

/**
 * Reason why a run ended without a picture:
 * - `cancelled`: by the user, through the signal;
 * - `tab-closed`, `navigated`, `resized` (or zoomed): the page has changed;
 * - `hidden`: another tab became active, or the window was minimised;
 * - `magnified`: the page is pinch-zoomed, so that each tile would be incomplete;
 * - `not-capturable`: the browser allows no extension on this page;
 * - `storage-full`: no space for the picture;
 * - `failed`: any other error, which is a defect of the extension.
 */
export type CaptureAbortReason =
  | "cancelled"
  | "tab-closed"
  | "navigated"
  | "resized"
  | "hidden"
  | "magnified"
  | "not-capturable"
  | "storage-full"
  | "failed";

/** Error: a run ended without a picture. The page has been restored if it still exists. */
export class CaptureAbort extends Error {
  readonly reason: CaptureAbortReason;

  constructor(reason: CaptureAbortReason, cause?: unknown) {
    super(`The capture ended: ${reason}.`, { cause });
    this.name = "CaptureAbort";
    this.reason = reason;
  }
}

/** Region, limit and callbacks of a capture. */
export interface CaptureRegionOptions {
  /**
   * `page`: the whole content of the page's main scroller, with the frame around it.
   * A box: that part of the main scroller's content, in content coordinates ({@link Captured.origin}). Floating elements are
   * left out of a box.
   */
  region: "page" | Box;
  /** Maximum height of the picture in CSS pixels. Content below it is left out. */
  limitPx: number;
  /** Called after each capture of the browser. `total` grows when the page grows. */
  onProgress: (done: number, total: number) => void;
  /** Aborts the run; the page is restored before `captureRegion` rejects. */
  signal: AbortSignal;
}

/** A picture that is larger than the viewport. */
export interface Captured {
  /** PNG. */
  picture: Blob;
  /** Width of the picture in its own pixels. */
  width: number;
  height: number;
  /** Device pixels per CSS pixel, zoom included. */
  pixelRatio: number;
  /** Viewport of the page in CSS pixels. */
  viewport: { width: number; height: number };
  /**
   * Top left corner of the picture in content coordinates. Content coordinates of a point are its viewport position, minus
   * the scroller's top left corner in the viewport, plus the scroll offset; for the document these are page coordinates.
   */
  origin: { x: number; y: number };
  /** Visible box of the main scroller when it is an element; null when it is the document. */
  scroller: Box | null;
  /** Whether a part of the page may be missing or wrong. */
  isIncomplete: boolean;
  /** Whether content below `limitPx`, or below the tallest picture that browsers can draw, was left out. */
  stoppedAtLimit: boolean;
}
