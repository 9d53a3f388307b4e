const ELEMENT_ID = "first";

/** True while the page shows its static picture of the library (`index.html`, switched on by `early.js`). */
export const isFirstPaintShown = (): boolean =>
  document.documentElement.hasAttribute("data-first") && document.getElementById(ELEMENT_ID) !== null;

/** Takes the static picture away, for good: the real page stands. */
export function endFirstPaint(): void {
  document.documentElement.removeAttribute("data-first");
  document.getElementById(ELEMENT_ID)?.remove();
}
