/** A range of device pixels, `to` not included. */
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

/** Converts a scroll offset into device pixels from the content's edge. Browsers stop at whole device pixels only. */
export const toPixels = (offset: number, edge: number, ratio: number): number => Math.round((offset - edge) * ratio);

/** Converts device pixels from the content's edge into a scroll offset. */
export const toOffset = (pixels: number, edge: number, ratio: number): number => edge + pixels / ratio;

/**
 * Returns device pixels per CSS pixel: the page's value, unless the picture has another size (an emulated screen). The page's
 * width is rounded down to whole CSS pixels, so the picture alone is not exact.
 */
export function ratioOf(pictureWidth: number, viewportWidth: number, devicePixelRatio: number): number {
  const isTrue = Math.abs(pictureWidth - viewportWidth * devicePixelRatio) <= devicePixelRatio + 1;
  return isTrue ? devicePixelRatio : pictureWidth / viewportWidth;
}

/**
 * Returns the part of a picture that shows a view of the page. Only whole pixels count.
 * @param isNarrow nothing is joined on its right: a partial last column then belongs to the view
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

/** Returns the stops along one axis at which `step` pixels each cover the span; no stop exceeds `max`. */
export function stops(span: Span, step: number, max: number): number[] {
  const found = [Math.min(span.from, max)];
  for (let at = found[0] as number; at + step < span.to && at < max;) {
    at = Math.min(at + step, max, Math.max(span.to - step, 0));
    found.push(at);
  }
  return found;
}

/** Returns the next stop on the way down, or null when this one reaches the end. */
export function nextStop(at: number, step: number, end: number, max: number): number | null {
  const next = Math.min(at + step, max, Math.max(end - step, 0));
  return next > at ? next : null;
}

/**
 * Returns the seam of two overlapping rows in content pixels: the top of the lower row, but below elements that only the
 * upper row shows (a header) and above elements that only the lower row shows (a footer bar).
 */
export function seam(upper: Span & { shownTo: number }, lower: Span & { shownFrom: number }): number {
  const earliest = Math.min(lower.from, upper.to);
  const wanted = Math.max(earliest, Math.min(upper.shownTo, upper.to));
  return Math.min(wanted, Math.max(earliest, lower.shownFrom));
}
