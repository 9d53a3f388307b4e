/** Pixels of a picture: one byte for each channel. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  channels: number;
}

const WINDOW = 8;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/** Returns the mean structural similarity of two pictures of the same size, from 0 to 1, in windows of 8 × 8 pixels of their lightness. */
export function similarity(one: Pixels, other: Pixels): number {
  if (one.width !== other.width || one.height !== other.height) return 0;
  const [a, b] = [lightness(one), lightness(other)];
  let sum = 0;
  let count = 0;
  for (let top = 0; top + WINDOW <= one.height; top += WINDOW)
    for (let left = 0; left + WINDOW <= one.width; left += WINDOW) {
      sum += windowSimilarity(a, b, top * one.width + left, one.width);
      count += 1;
    }
  return sum / count;
}

function lightness({ data, width, height, channels }: Pixels): Float64Array {
  const light = new Float64Array(width * height);
  for (let at = 0; at < light.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [data[at * channels], data[at * channels + 1], data[at * channels + 2]];
    light[at] = channels < 3 ? red : 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return light;
}

function windowSimilarity(a: Float64Array, b: Float64Array, start: number, width: number): number {
  const n = WINDOW * WINDOW;
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0];
  for (let y = 0; y < WINDOW; y += 1)
    for (let x = 0; x < WINDOW; x += 1) {
      const [p, q] = [a[start + y * width + x] ?? 0, b[start + y * width + x] ?? 0];
      sumA += p;
      sumB += q;
      squareA += p * p;
      squareB += q * q;
      product += p * q;
    }
  const [meanA, meanB] = [sumA / n, sumB / n];
  const [varianceA, varianceB] = [squareA / n - meanA ** 2, squareB / n - meanB ** 2];
  const covariance = product / n - meanA * meanB;
  return ((2 * meanA * meanB + C1) * (2 * covariance + C2)) / ((meanA ** 2 + meanB ** 2 + C1) * (varianceA + varianceB + C2));
}
