/** The part of a drawing element that decides where it is and how recent it is. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Time of the last change, in milliseconds since 1970. */
  updated: number;
}

/** A position of the canvas, in the terms of the drawing program: `(scene + scroll) * zoom` is a distance on the screen. */
export interface CanvasView {
  zoom: number;
  scrollX: number;
  scrollY: number;
}

interface Size {
  width: number;
  height: number;
}

/** A part of the canvas: the position in the middle of the screen, in units of the drawing. It does not depend on the size of the screen. */
export interface CanvasPart {
  x: number;
  y: number;
  zoom: number;
}

/** Returns the part of the canvas that a view shows. */
export const partOf = ({ zoom, scrollX, scrollY }: CanvasView, { width, height }: Size): CanvasPart => ({
  x: width / 2 / zoom - scrollX,
  y: height / 2 / zoom - scrollY,
  zoom,
});

/** Returns the view that shows a part of the canvas again. Null when no element is visible there. */
export function viewOf({ x, y, zoom }: CanvasPart, elements: readonly Box[], { width, height }: Size): CanvasView | null {
  const [left, top] = [x - width / 2 / zoom, y - height / 2 / zoom];
  const isVisible = (box: Box): boolean =>
    box.x < left + width / zoom && box.x + box.width > left && box.y < top + height / zoom && box.y + box.height > top;
  return elements.some((element) => isVisible(element)) ? { zoom, scrollX: -left, scrollY: -top } : null;
}

/** Smallest zoom of a whole drawing that is still an overview. A text of the usual size, 20 units, has 4 pixels. */
const WHOLE_ZOOM = 0.2;
/** Zoom of a part of the drawing. A text of the usual size can be read: it has 10 pixels. */
const PART_ZOOM = 0.5;
/** Space between the drawing and the edges of the screen, in pixels. */
const MARGIN = 40;

/** Scrolls along one axis so that `aim` is in the middle, without showing what is outside a drawing that fills the screen. */
function scrollTo(aim: number, [from, to]: readonly [number, number], screen: number): number {
  const [shown, margin] = [screen / PART_ZOOM, MARGIN / PART_ZOOM];
  const last = to + margin - shown;
  const first = from - margin;
  const start = last < first ? (from + to - shown) / 2 : Math.min(Math.max(aim - shown / 2, first), last);
  return -start;
}

/**
 * Returns the view with which a board opens if its whole drawing would be too small to be read: the part around the element that was
 * changed last. Null when the whole drawing can be shown. Fitting a large drawing made each text a line, and thousands of elements were
 * drawn before the first click.
 */
export function partView(elements: readonly Box[], screen: Size): CanvasView | null {
  const edges = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  let latest: Box | undefined;
  for (const element of elements) {
    const { x, y, width, height, updated } = element;
    edges.left = Math.min(edges.left, x);
    edges.right = Math.max(edges.right, x + width);
    edges.top = Math.min(edges.top, y);
    edges.bottom = Math.max(edges.bottom, y + height);
    if (updated >= (latest?.updated ?? 0)) latest = element;
  }
  const whole = Math.min(screen.width / (edges.right - edges.left), screen.height / (edges.bottom - edges.top));
  if (!latest || whole >= WHOLE_ZOOM) return null;
  return {
    zoom: PART_ZOOM,
    scrollX: scrollTo(latest.x + latest.width / 2, [edges.left, edges.right], screen.width),
    scrollY: scrollTo(latest.y + latest.height / 2, [edges.top, edges.bottom], screen.height),
  };
}
