/** Method of Chromium's screenshot of a page. Each one is explained in README.md. */
type ReferenceMethod = "tall-window" | "beyond-viewport";

/** A page that is difficult to capture, and the settings of its reference. */
export interface FixturePage {
  name: string;
  /** The difficulty of the page. */
  what: string;
  /** The document. `site` is its own address, `other` is the same server under another site's name. */
  html: (addresses: { site: string; other: string }) => string;
  reference: ReferenceMethod;
  /** Selector of the element or frame that scrolls instead of the document. The reference's window grows until it does not scroll. */
  scroller?: string;
  /** Style that is only applied to the reference. README.md has the reason. */
  referenceStyle?: string;
  /** Zoom of the tab. The default is 1. */
  zoom?: number;
  /** Device pixels per CSS pixel at zoom 1. The default is 1. */
  deviceScale?: number;
  dark?: boolean;
  /** The user's limit of the height, in CSS pixels. */
  limitPx?: number;
  /** Share of pixels that may differ, 0 by default. README.md has the reasons. */
  tolerance?: number;
  /** Whether the page is also captured in `npm test`. */
  short?: boolean;
}
