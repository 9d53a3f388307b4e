const ELEMENT_ID = "first";

/** Returns whether the static first paint of the library is visible (`index.html`, enabled by `early.js`). */
export const isFirstPaintShown = (): boolean =>
  document.documentElement.hasAttribute("data-first") && document.getElementById(ELEMENT_ID) !== null;

/** Removes the static first paint because the page is rendered. */
export function endFirstPaint(): void {
  document.documentElement.removeAttribute("data-first");
  document.getElementById(ELEMENT_ID)?.remove();
}
