import type { ChooserView } from "../../shared/core/chooser-view.ts";
import type { Box } from "../../shared/core/region.ts";
import type { AfterCapture } from "./after-capture.ts";

/** What the chooser of an area or element for a capture needs. */
export interface OverlayView extends ChooserView {
  /** Token that proves to the worker that an answer belongs to its request. */
  session: string;
  /** Picture of the window for the magnifier, base64 PNG; empty when there is none. */
  shot: string;
}

/** The user's choice, as the page sends it to the worker. */
export interface Chosen {
  session: string;
  /** Null means the preferred action. */
  action: AfterCapture | null;
  /** In CSS pixels: of the window when the box was fully visible, otherwise of the scrolled content. */
  box: Box;
  isInView: boolean;
  /** Size of the window in CSS pixels, scroll bars included; equals the width of a picture of it. */
  view: { width: number; height: number };
}
