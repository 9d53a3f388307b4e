/** A small image of averages: one pixel for each cell of a larger one. */
export interface Cells {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

/**
 * Computes the average of each cell of `size` × `size` pixels, from the top left. Cells at the far edges are smaller.
 * @param rows RGBA of some rows, requested from top to bottom, whole rows of cells at a time
 */
export function averageCells(
  width: number,
  height: number,
  size: number,
  rows: (top: number, count: number) => Uint8ClampedArray,
  pixelsAtOnce = 2_000_000,
): Cells {
  const cells: Cells = { width: Math.ceil(width / size), height: Math.ceil(height / size), data: new Uint8ClampedArray(0) };
  cells.data = new Uint8ClampedArray(cells.width * cells.height * 4);
  const atOnce = Math.max(1, Math.floor(pixelsAtOnce / width / size)) * size;
  const sums = new Float64Array(cells.width * 4);
  for (let top = 0; top < height; top += atOnce) {
    const count = Math.min(atOnce, height - top);
    const pixels = rows(top, count);
    for (let cellTop = 0; cellTop < count; cellTop += size) {
      sums.fill(0);
      const bottom = Math.min(count, cellTop + size);
      for (let y = cellTop; y < bottom; y += 1)
        for (let x = 0, at = y * width * 4; x < width; x += 1, at += 4) {
          const sum = Math.floor(x / size) * 4;
          for (let channel = 0; channel < 4; channel += 1) sums[sum + channel] = (sums[sum + channel] ?? 0) + (pixels[at + channel] ?? 0);
        }
      const to = Math.floor((top + cellTop) / size) * cells.width * 4;
      for (let at = 0; at < sums.length; at += 1) {
        const columns = Math.min(size, width - Math.floor(at / 4) * size);
        cells.data[to + at] = (sums[at] ?? 0) / (columns * (bottom - cellTop));
      }
    }
  }
  return cells;
}

/** Smooths with three passes of a moving average over `radius` pixels each way, almost a Gaussian. */
export function smoothed({ width, height, data }: Cells, radius: number): Cells {
  let from = data;
  for (let pass = 0; pass < 3; pass += 1)
    from = alongLines(alongLines(from, width, height, 4, width * 4, radius), height, width, width * 4, 4, radius);
  return { width, height, data: from };
}

/** Runs one pass along `count` lines of `length` pixels that are `step` bytes apart. */
function alongLines(
  data: Uint8ClampedArray<ArrayBuffer>,
  length: number,
  count: number,
  step: number,
  lineStep: number,
  radius: number,
): Uint8ClampedArray<ArrayBuffer> {
  const smooth = new Uint8ClampedArray(data.length);
  const span = 2 * radius + 1;
  for (let line = 0; line < count; line += 1)
    for (let channel = 0; channel < 4; channel += 1) {
      const start = line * lineStep + channel;
      // Beyond the ends, the last pixel repeats.
      const value = (at: number): number => data[start + Math.max(0, Math.min(length - 1, at)) * step] ?? 0;
      let sum = 0;
      for (let at = -radius; at <= radius; at += 1) sum += value(at);
      for (let at = 0; at < length; at += 1) {
        smooth[start + at * step] = sum / span;
        sum += value(at + radius + 1) - value(at - radius);
      }
    }
  return smooth;
}
