import { decodePixels, type Pixels } from "@stillreel/testing/pixels";

/** Difference between a capture and its reference. */
export interface Comparison {
  /** Sizes in pixels. Equal images have the same size. */
  captured: { width: number; height: number };
  reference: { width: number; height: number };
  /** Number of different pixels in the common area. */
  different: number;
  /** The first and the last row with a difference, or null. */
  rows: { first: number; last: number } | null;
}

/** Compares a PNG bit by bit with one that is given in bands from top to bottom. */
export async function comparePng(captured: Buffer, bands: readonly Buffer[]): Promise<Comparison> {
  const whole = await decodePixels(captured);
  let [top, different, width] = [0, 0, 0];
  const found: number[] = [];
  for (const bytes of bands) {
    const band = await decodePixels(bytes);
    width = band.width;
    const height = Math.min(band.height, whole.height - top);
    for (let y = 0; y < height; y += 1) {
      const count = differentInRow(whole, top + y, band, y);
      if (count === 0) continue;
      different += count;
      found.push(top + y);
    }
    top += band.height;
  }
  const [first, last] = [found[0], found.at(-1)];
  const rows = first === undefined || last === undefined ? null : { first, last };
  return { captured: { width: whole.width, height: whole.height }, reference: { width, height: top }, different, rows };
}

function differentInRow(a: Pixels, rowA: number, b: Pixels, rowB: number): number {
  const width = Math.min(a.width, b.width);
  const one = a.data.subarray(rowA * a.width * 4, (rowA * a.width + width) * 4);
  const other = b.data.subarray(rowB * b.width * 4, (rowB * b.width + width) * 4);
  if (one.equals(other)) return 0;
  let different = 0;
  for (let at = 0; at < one.length; at += 4) if (one.readUInt32LE(at) !== other.readUInt32LE(at)) different += 1;
  return different;
}
