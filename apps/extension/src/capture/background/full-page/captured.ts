import type { Box } from "../../../shared/core/region.ts";

/**
 * Why a run ended without a picture:
 * - `cancelled`: the person, by the signal;
 * - `tab-closed`, `navigated`, `resized` (or zoomed): the page is not what it was;
 * - `hidden`: another tab came to the front, or the window was minimised;
 * - `magnified`: the page is magnified by pinching, and so only a part of every tile would be seen;
 * - `not-capturable`: the browser lets no extension look at this page;
 * - `storage-full`: no room for the picture;
 * - `failed`: anything else, which is a fault of ours.
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

/** A run ended without a picture. The page has been put back as it was, where it still lives. */
export class CaptureAbort extends Error {
  readonly reason: CaptureAbortReason;

  constructor(reason: CaptureAbortReason, cause?: unknown) {
    super(`The capture ended: ${reason}.`, { cause });
    this.name = "CaptureAbort";
    this.reason = reason;
  }
}

/** What to capture, and who wants to know how it goes. */
export interface CaptureRegionOptions {
  /**
   * `page`: everything that the page's main scroller holds, with the frame around it.
   * A box: that part of what the main scroller holds, in its content coordinates ({@link Captured.origin}).
   * Elements that float above the content are left out of a box.
   */
  region: "page" | Box;
  /** How tall the picture may become, in CSS pixels. What lies below is left out. */
  limitPx: number;
  /** Called after each of the browser's captures. `total` grows with a page that grows. */
  onProgress: (done: number, total: number) => void;
  /** Ends the run; the page is put back before `captureRegion` rejects. */
  signal: AbortSignal;
}

/** A picture of more than the viewport. */
export interface Captured {
  /** PNG. */
  picture: Blob;
  /** Of the picture, in its own pixels. */
  width: number;
  height: number;
  /** Device pixels a CSS pixel, zoom included: the picture's pixels a CSS pixel. */
  pixelRatio: number;
  /** Of the page, in CSS pixels. */
  viewport: { width: number; height: number };
  /**
   * The picture's top left in content coordinates. A point's content coordinates are its place in the viewport, minus the
   * top left of the main scroller's view in the viewport, plus the scroller's scroll offset; for the document: page coordinates.
   */
  origin: { x: number; y: number };
  /** The view of the main scroller in the viewport when it is an element of the page; null when it is the document. */
  scroller: Box | null;
  /** There was more below than `limitPx` (or the tallest picture that browsers can draw) allowed. */
  stoppedAtLimit: boolean;
}
