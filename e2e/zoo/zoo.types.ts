/** How Chromium's own picture of a page is made; each is explained in README.md. */
export type ReferenceMethod = "tall-window" | "beyond-viewport";

/** A page that is hard to capture, and what its picture is held against. */
export interface ZooPage {
  name: string;
  /** What is hard about it. */
  what: string;
  /** The document; `site` is the own address, `other` the same server under another site's name. */
  html: (addresses: { site: string; other: string }) => string;
  reference: ReferenceMethod;
  /** Selector of what scrolls in the document's place (an element, or a frame); the reference's window grows until it does not have to. */
  scroller?: string;
  /** Style that only the reference gets; README.md says why. */
  referenceStyle?: string;
  /** Zoom of the tab; 1 if not said. */
  zoom?: number;
  /** Device pixels a CSS pixel at zoom 1; 1 if not said. */
  deviceScale?: number;
  dark?: boolean;
  /** Where the person's limit stands, in CSS pixels. */
  limitPx?: number;
  /** Share of pixels that may differ, 0 if not said. README.md says why. */
  tolerance?: number;
  /** Runs in the short round too, which is a part of `npm test`. */
  short?: boolean;
}
