/** Points a pixel at 96 to the inch. */
const POINTS_PER_PIXEL = 0.75;
/** No page of a PDF may be larger (ISO 32000, annex C), and some readers refuse those smaller than 3 points. */
const PAGE_MAX = 14_400;
const PAGE_MIN = 3;
const A4 = { width: 595.28, height: 841.89 } as const;
/** 10 mm. */
const MARGIN = 28.35;
/** Cuts are looked for in the last part of a page. */
const CUT_WITHIN = 0.12;
/** Nobody wants a document longer than this. */
const PAGES_MAX = 1_000;

/** One page of a PDF and the rows of the picture that it shows; lengths in points. */
export interface PdfPage {
  width: number;
  height: number;
  x: number;
  y: number;
  /** Points a pixel. */
  scale: number;
  /** First row, and the first one that is not shown any more. */
  top: number;
  bottom: number;
}

/** One page of the picture's own size. */
export function planPicturePage(width: number, height: number): PdfPage[] {
  const scale = Math.min(POINTS_PER_PIXEL, PAGE_MAX / Math.max(width, height));
  const page = { width: Math.max(PAGE_MIN, width * scale), height: Math.max(PAGE_MIN, height * scale) };
  return [{ ...page, x: 0, y: 0, scale, top: 0, bottom: height }];
}

/**
 * A4 pages one after the other, as wide as the margins allow, never enlarged.
 * @param cutBetween the best row to begin the next page with, out of `from` to `to`
 * @returns null when there would be too many pages
 */
export async function planA4Pages(
  width: number,
  height: number,
  cutBetween: (from: number, to: number) => Promise<number>,
): Promise<PdfPage[] | null> {
  const scale = Math.min(POINTS_PER_PIXEL, (A4.width - 2 * MARGIN) / width);
  const rows = Math.max(1, Math.floor((A4.height - 2 * MARGIN) / scale));
  if (height / (rows * (1 - CUT_WITHIN)) > PAGES_MAX) return null;
  const x = (A4.width - width * scale) / 2;
  const pages: PdfPage[] = [];
  for (let top = 0; top < height;) {
    const last = top + rows;
    const bottom = last >= height ? height : await cutBetween(Math.ceil(last - rows * CUT_WITHIN), last);
    pages.push({ ...A4, x, y: MARGIN, scale, top, bottom });
    top = bottom;
  }
  return pages;
}

/**
 * The row at which a cut harms least, as an index into `rows`: where neighbouring pixels differ least. Among equals the
 * last one, so that pages are full.
 * @param pixels rows of RGB, one after the other
 */
export function quietestRow(pixels: Uint8Array, width: number): number {
  const stride = width * 3;
  let best = 0;
  let least = Infinity;
  for (let row = 0; (row + 1) * stride <= pixels.length; row += 1) {
    let noise = 0;
    for (let at = row * stride + 3; at < (row + 1) * stride && noise <= least; at += 3)
      noise +=
        Math.abs((pixels[at] ?? 0) - (pixels[at - 3] ?? 0)) +
        Math.abs((pixels[at + 1] ?? 0) - (pixels[at - 2] ?? 0)) +
        Math.abs((pixels[at + 2] ?? 0) - (pixels[at - 1] ?? 0));
    if (noise > least) continue;
    least = noise;
    best = row;
  }
  return best;
}
