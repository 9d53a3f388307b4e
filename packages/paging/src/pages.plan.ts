import { findCut, type PictureRows } from "./cuts.plan.ts";

/** Points per pixel at 96 pixels per inch. */
const POINTS_PER_PIXEL = 0.75;
/** Maximum side of a PDF page (ISO 32000, annex C). Some readers also refuse pages smaller than 3 points. */
const PAGE_MAX = 14_400;
const PAGE_MIN = 3;
const A4 = { width: 595.28, height: 841.89 } as const;
/** 10 mm. */
const MARGIN = 28.35;
/** Maximum number of pages of a usable document. */
const PAGES_MAX = 1_000;

/** One page of a PDF and the rows of the image on it. Lengths are in points, from the top left corner. */
export interface PdfPage {
  width: number;
  height: number;
  x: number;
  y: number;
  /** Points per pixel. */
  scale: number;
  /** First row, and the first row that is no longer on the page. */
  top: number;
  bottom: number;
}

/** Plans one page of the image's size. An image longer than the maximum page is scaled down. */
export function planPicturePage(width: number, height: number): PdfPage[] {
  const scale = Math.min(POINTS_PER_PIXEL, PAGE_MAX / Math.max(width, height));
  const page = { width: Math.max(PAGE_MIN, width * scale), height: Math.max(PAGE_MIN, height * scale) };
  return [{ ...page, x: 0, y: 0, scale, top: 0, bottom: height }];
}

/**
 * Plans A4 pages as wide as the margins allow, never enlarged, cut between lines of text where possible.
 * @returns null when there would be too many pages
 */
export async function planA4Pages(picture: PictureRows): Promise<PdfPage[] | null> {
  const { width, height } = picture;
  const scale = Math.min(POINTS_PER_PIXEL, (A4.width - 2 * MARGIN) / width);
  const rows = Math.max(1, Math.floor((A4.height - 2 * MARGIN) / scale));
  if (height / rows > PAGES_MAX) return null;
  const x = (A4.width - width * scale) / 2;
  const pages: PdfPage[] = [];
  for (let top = 0; top < height;) {
    const bottom = top + rows >= height ? height : await findCut(picture, top, rows);
    pages.push({ ...A4, x, y: MARGIN, scale, top, bottom });
    top = bottom;
  }
  return pages;
}
