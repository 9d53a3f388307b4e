import type { AfterCapture } from "../captures/capture.types.ts";
import type { Box } from "./region.ts";

/** What the glass needs to know of the world outside the page. Plain data: it crosses into the page's process. */
export interface OverlayView {
  /** Proves to the worker that an answer belongs to what it asked for. */
  session: string;
  language: string;
  direction: "ltr" | "rtl";
  /** Styles of what lies on the glass. */
  css: string;
  /** Paths of the bar's icons, by what their buttons do. */
  icons: Record<"link" | "editor" | "copy" | "download" | "cancel", string>;
  texts: {
    hint: string;
    link: string;
    editor: string;
    copy: string;
    download: string;
    cancel: string;
    bar: string;
  };
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
