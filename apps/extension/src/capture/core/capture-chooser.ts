import type { ChooserView } from "../../shared/core/chooser-view.ts";
import type { Box } from "../../shared/core/region.ts";
import type { AfterCapture } from "./after-capture.ts";

/** What the chooser of an area or element for a capture needs. */
export interface OverlayView extends ChooserView {
  /** Proves to the worker that an answer belongs to what it asked for. */
  session: string;
  /** The window as it looked just before, base64 PNG, for the magnifier; empty where there is none. */
  shot: string;
}

/** What somebody chose, as the page tells the worker. */
export interface Chosen {
  session: string;
  /** Null: as the preferences say. */
  action: AfterCapture | null;
  /** In CSS pixels: of the window when all of it was in view, else of what is scrolled. */
  box: Box;
  isInView: boolean;
  /** The window's size in CSS pixels, scroll bars included: what a picture of it is as wide as. */
  view: { width: number; height: number };
}
