/** A stretch of device pixels, `to` not included. */
export interface Span {
  from: number;
  to: number;
}

/** A box in device pixels. */
export interface PixelBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A scroll offset as device pixels from the content's edge. Browsers only stop at whole ones. */
export const toPixels = (offset: number, edge: number, ratio: number): number => Math.round((offset - edge) * ratio);

/** Device pixels from the content's edge as a scroll offset. */
export const toOffset = (pixels: number, edge: number, ratio: number): number => edge + pixels / ratio;

/**
 * Device pixels a CSS pixel: what the page says, unless the picture has another size (a browser that emulates a screen).
 * The page's width is rounded down to whole CSS pixels, so the picture alone is not exact.
 */
export function ratioOf(pictureWidth: number, viewportWidth: number, devicePixelRatio: number): number {
  const isTrue = Math.abs(pictureWidth - viewportWidth * devicePixelRatio) <= devicePixelRatio + 1;
  return isTrue ? devicePixelRatio : pictureWidth / viewportWidth;
}

/**
 * The part of a picture that shows a view of the page: only pixels that are wholly in it.
 * @param isNarrow nothing is joined on its right: then a last column that shows a little of it belongs to it as well
 */
export function viewIn(
  picture: { width: number; height: number },
  view: { x: number; y: number; width: number; height: number } | null,
  ratio: number,
  isNarrow: boolean,
): PixelBox {
  if (!view) return { x: 0, y: 0, width: picture.width, height: picture.height };
  const x = Math.max(0, Math.round(view.x * ratio));
  const y = Math.max(0, Math.round(view.y * ratio));
  const edge = (view.x + view.width) * ratio;
  const right = Math.min(picture.width, isNarrow ? Math.ceil(edge - 0.01) : Math.floor(edge + 0.01));
  const bottom = Math.min(picture.height, Math.floor((view.y + view.height) * ratio + 0.01));
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

/** Where to stop along one axis so that `step` pixels at each stop cover the span; no stop lies beyond `max`. */
export function stops(span: Span, step: number, max: number): number[] {
  const found = [Math.min(span.from, max)];
  for (let at = found[0] as number; at + step < span.to && at < max;) {
    at = Math.min(at + step, max, Math.max(span.to - step, 0));
    found.push(at);
  }
  return found;
}

/** The next stop on the way down, or null when this one reaches the end. */
export function nextStop(at: number, step: number, end: number, max: number): number | null {
  const next = Math.min(at + step, max, Math.max(end - step, 0));
  return next > at ? next : null;
}

/**
 * Where two overlapping rows of tiles meet, in content pixels: at the lower one's top, but below what the upper one
 * alone shows (a header over the first row) and above what the lower one alone shows (a bar over the last).
 */
export function seam(upper: Span & { shownTo: number }, lower: Span & { shownFrom: number }): number {
  const earliest = Math.min(lower.from, upper.to);
  const wanted = Math.max(earliest, Math.min(upper.shownTo, upper.to));
  return Math.min(wanted, Math.max(earliest, lower.shownFrom));
}
