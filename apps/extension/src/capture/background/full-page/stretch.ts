/** Pixels in canvas format: RGBA, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Returns one number per pixel, so that pixels are compared in one step. */
const words = ({ data }: Pixels): Uint32Array => new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);

/** Returns the middle of the longest run of equal lines, or the last line when no neighbours are equal. */
function middleOfRun(count: number, isLikeNext: (at: number) => boolean): number {
  let best = { from: count - 1, length: 1 };
  let from = 0;
  for (let at = 0; at < count; at += 1) {
    if (at < count - 1 && isLikeNext(at)) continue;
    if (at - from + 1 > best.length) best = { from, length: at - from + 1 };
    from = at + 1;
  }
  return best.from + Math.floor(best.length / 2);
}

/**
 * Returns the row at which a strip beside the content can be extended invisibly, because the rows above and below are equal.
 * The part above stays at the top, the part below at the bottom.
 * @param left, right columns of the strip, `right` not included
 */
export function splitRow(pixels: Pixels, left: number, right: number, top: number, bottom: number): number {
  const all = words(pixels);
  const isLikeNext = (at: number): boolean => {
    const row = (top + at) * pixels.width;
    for (let x = left; x < right; x += 1) if (all[row + x] !== all[row + pixels.width + x]) return false;
    return true;
  };
  return top + middleOfRun(bottom - top, isLikeNext);
}

/** Returns the column at which a strip above or below the content can be extended; see {@link splitRow}. */
export function splitColumn(pixels: Pixels, left: number, right: number, top: number, bottom: number): number {
  const all = words(pixels);
  const isLikeNext = (at: number): boolean => {
    for (let y = top; y < bottom; y += 1) if (all[y * pixels.width + left + at] !== all[y * pixels.width + left + at + 1]) return false;
    return true;
  };
  return left + middleOfRun(right - left, isLikeNext);
}
