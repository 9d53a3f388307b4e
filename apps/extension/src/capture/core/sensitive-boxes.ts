import type { SensitiveBox } from "@stillreel/contract";
import type { Box } from "../../shared/core/region.ts";

/** An element that clips its overflow and may be scrolled. */
export interface Clipper {
  /** Its visible part in the viewport. */
  view: Box;
  scrollX: number;
  scrollY: number;
  scrollWidth: number;
  scrollHeight: number;
}

/** Sensitive content in a page: position and kind, never the content. */
export interface FoundBox extends Box {
  kind: SensitiveBox["kind"];
  /** Its position does not change when the page scrolls. */
  isFixed: boolean;
  /** Indexes of its {@link FoundInPage.clippers}, from inside to outside. */
  clippers: number[];
}

/** Sensitive content of a page; positions are relative to the current viewport. */
export interface FoundInPage {
  boxes: FoundBox[];
  clippers: Clipper[];
  document: Clipper;
}

/** Position of a picture in the page. */
export interface PictureFrame {
  /** Coordinate space of `origin`: the viewport, or the content of the main scroller (for full pages). */
  space: "viewport" | "content";
  /** Top left corner of the picture in CSS pixels. */
  origin: { x: number; y: number };
  /** Picture pixels per CSS pixel. */
  pixelRatio: number;
  /** Width of the picture in its own pixels. */
  width: number;
  height: number;
  /** Visible box of the main scroller if it is an element; null for the document. */
  scroller?: Box | null;
}
