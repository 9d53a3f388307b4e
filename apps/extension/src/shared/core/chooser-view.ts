import type { AfterCapture } from "../../capture/core/stored-capture.ts";
import type { Box } from "./region.ts";

/** A button of the bar at a chosen box. */
export interface ChooserButton {
  /** What it does, as the chooser is told. */
  act: string;
  label: string;
  /** Path on a 24 grid. */
  icon: string;
  look: "main" | "word" | "icon";
}

/** What the glass needs to know of the world outside the page. Plain data: it crosses into the page's process. */
export interface ChooserView {
  language: string;
  direction: "ltr" | "rtl";
  /** Styles of what lies on the glass. */
  css: string;
  /** How to choose. */
  hint: string;
  /** Name of the bar. */
  bar: string;
  buttons: ChooserButton[];
}

/** The same for a capture. */
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
