import { createDeflater } from "./deflate.ts";

/**
 * Writes a PNG row by row, so that an image never has to fit into one canvas. Rows are filtered (Up or Sub, whichever leaves
 * less) and compressed while they are written.
 */
export interface PngEncoder {
  /** Accepts the next rows: RGBA, 8 bits each, not premultiplied. Await it before the next call: this is the backpressure. */
  write(rgba: Uint8Array | Uint8ClampedArray): Promise<void>;
  /** Ends the file. Throws when rows are missing. */
  finish(): Promise<Blob>;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const FILTER_SUB = 1;
const FILTER_UP = 2;
/** Pixels that are filtered and compressed without a break. */
const SLICE_PIXELS = 1_000_000;

const CRC_TABLE = new Uint32Array(256).map((_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(...parts: readonly Uint8Array[]): number {
  let value = ~0;
  for (const part of parts) for (const byte of part) value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}

function chunk(type: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(body.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  for (let at = 0; at < 4; at += 1) bytes[4 + at] = type.charCodeAt(at);
  bytes.set(body, 8);
  view.setUint32(8 + body.length, crc32(bytes.subarray(4, 8 + body.length)));
  return bytes;
}

/** Error of rows with transparent pixels in an image that was declared opaque. */
export class TransparentPixels extends Error {}

/**
 * Filters rows for PNG and PDF (predictor 15): each row starts with the number of its filter.
 * @param rgba rows of RGBA
 * @param channels 3 omits alpha, and throws {@link TransparentPixels} where it is not full
 * @param before the row above the first one; null at the top
 */
export function filterRows(rgba: Pixels, width: number, channels: 3 | 4, before: Uint32Array | null): Uint8Array<ArrayBuffer> {
  const pixels = pixelsOf(rgba);
  const rows = Math.floor(pixels.length / width);
  const stride = width * channels + 1;
  const filtered = new Uint8Array(rows * stride);
  const none = new Uint32Array(width);
  for (let row = 0; row < rows; row += 1) {
    const line = pixels.subarray(row * width, (row + 1) * width);
    const above = row === 0 ? before : pixels.subarray((row - 1) * width, row * width);
    const isUp = above !== null && differences(line, above, 0) <= differences(line, line, 1);
    filtered[row * stride] = isUp ? FILTER_UP : FILTER_SUB;
    filterLine(line, isUp ? above : none, isUp ? 0 : 1, channels, filtered.subarray(row * stride + 1, (row + 1) * stride));
  }
  return filtered;
}

/** Counts the sampled pixels of a line that differ from another, shifted line. This decides which filter is better. */
function differences(line: Uint32Array, other: Uint32Array, shift: number): number {
  let count = 0;
  for (let x = 1; x < line.length; x += 5) if (line[x] !== other[x - shift]) count += 1;
  return count;
}

/** Writes the difference of each pixel from the one above (`shift` 0) or to its left (1). Most differences are 0. */
function filterLine(line: Uint32Array, above: Uint32Array, shift: 0 | 1, channels: 3 | 4, into: Uint8Array): void {
  let alpha = 0xff000000;
  let left = 0;
  for (let x = 0, at = 0; x < line.length; x += 1, at += channels) {
    const pixel = line[x] ?? 0;
    const other = shift === 1 ? left : (above[x] ?? 0);
    left = pixel;
    alpha &= pixel;
    if (pixel === other) continue;
    into[at] = pixel - other;
    into[at + 1] = (pixel >>> 8) - (other >>> 8);
    into[at + 2] = (pixel >>> 16) - (other >>> 16);
    if (channels === 4) into[at + 3] = (pixel >>> 24) - (other >>> 24);
  }
  if (channels === 3 && alpha >>> 24 !== 0xff) throw new TransparentPixels("There are transparent pixels.");
}

type Pixels = Uint8Array | Uint8ClampedArray;

/** Views four bytes per pixel as one number (all processors that run browsers are little-endian). */
const pixelsOf = (rgba: Pixels): Uint32Array =>
  rgba.byteOffset % 4 === 0
    ? new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length >> 2)
    : new Uint32Array(rgba.slice().buffer, 0, rgba.length >> 2);

function header(width: number, height: number, isOpaque: boolean): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(13);
  const view = new DataView(body.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  body.set([8, isOpaque ? 2 : 6, 0, 0, 0], 8);
  return chunk("IHDR", body);
}

/**
 * Starts a PNG of `width` × `height` pixels. Works in pages and workers.
 * @param height null when it is unknown: then the number of rows decides
 * @param isOpaque whether every pixel is opaque: then the file has no alpha, and `write` throws {@link TransparentPixels} otherwise
 */
export function createPngEncoder(width: number, height: number | null, { isOpaque = false }: { isOpaque?: boolean } = {}): PngEncoder {
  const parts: BlobPart[] = [];
  const deflater = createDeflater();
  const collect = (): void => {
    for (const bytes of deflater.take()) if (bytes.length > 0) parts.push(chunk("IDAT", bytes));
  };
  let before: Uint32Array | null = null;
  let written = 0;
  return {
    async write(rgba) {
      const count = rgba.length / (width * 4);
      if (!Number.isInteger(count)) throw new Error(`${rgba.length} bytes are no whole rows of ${width} pixels.`);
      if (height !== null && written + count > height) throw new Error(`There are more than ${height} rows.`);
      // A few hundred rows at a time, so that the page remains responsive.
      const atOnce = Math.max(1, Math.floor(SLICE_PIXELS / width));
      for (let row = 0; row < count; row += atOnce) {
        const slice = rgba.subarray(row * width * 4, Math.min(count, row + atOnce) * width * 4);
        deflater.push(filterRows(slice, width, isOpaque ? 3 : 4, before));
        before = pixelsOf(slice.slice(slice.length - width * 4));
        collect();
        await breath();
      }
      written += count;
    },
    finish() {
      if (height !== null && written !== height) return Promise.reject(new Error(`There are ${written} rows instead of ${height}.`));
      deflater.finish();
      collect();
      parts.push(chunk("IEND", new Uint8Array(0)));
      return Promise.resolve(new Blob([SIGNATURE, header(width, written, isOpaque), ...parts], { type: "image/png" }));
    },
  };
}

/** Yields to events, without the delay of timers. */
export const breath = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
