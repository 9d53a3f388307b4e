import type { SensitiveBox } from "@stillreel/contract";
import type { Box } from "../../shared/core/region.ts";

/** Something that cuts off what sticks out of it, and may be scrolled. */
export interface Clipper {
  /** What is seen of it, in the viewport. */
  view: Box;
  scrollX: number;
  scrollY: number;
  scrollWidth: number;
  scrollHeight: number;
}

/** Something private that stands in a page: where and of what kind, never what. */
export interface FoundBox extends Box {
  kind: SensitiveBox["kind"];
  /** It stays in its place when the page is scrolled. */
  isFixed: boolean;
  /** Indexes of {@link FoundInPage.clippers} around it, from inside to outside. */
  clippers: number[];
}

/** What a page says of itself; places are in its viewport, as it is scrolled now. */
export interface FoundInPage {
  boxes: FoundBox[];
  clippers: Clipper[];
  document: Clipper;
}

/** Where in the page a picture was taken. */
export interface PictureFrame {
  /** Of what `origin` is a place: the viewport, or the content of the main scroller (as full pages have it). */
  space: "viewport" | "content";
  /** The picture's top left, in CSS pixels. */
  origin: { x: number; y: number };
  /** The picture's pixels a CSS pixel. */
  pixelRatio: number;
  /** Of the picture, in its own pixels. */
  width: number;
  height: number;
  /** View of the main scroller where it is an element; null for the document. */
  scroller?: Box | null;
}
