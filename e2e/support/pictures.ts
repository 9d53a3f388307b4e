import { createHash, randomFillSync } from "node:crypto";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/**
 * Returns the share of pixels in which two PNGs differ, 0 to 1.
 * @throws Error when their sizes differ
 */
export function differenceOf(first: Buffer, second: Buffer): number {
  const a = PNG.sync.read(first);
  const b = PNG.sync.read(second);
  if (a.width !== b.width || a.height !== b.height) throw new Error(`${a.width}×${a.height} is not ${b.width}×${b.height}.`);
  return pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.02, includeAA: true }) / (a.width * a.height);
}

/** Creates a PNG of one color with a lighter stripe, so that two of them can be distinguished. */
export function stripedPng(width: number, height: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const lift = Math.floor(x / 40) % 2 === 0 ? 0 : 40;
      png.data.set([Math.min(255, red + lift), Math.min(255, green + lift), Math.min(255, blue + lift), 255], (y * width + x) * 4);
    }
  }
  return PNG.sync.write(png);
}

/** Creates a PNG of noise, which cannot be compressed: about three bytes a pixel. */
export function noisyPng(width: number, height: number): Buffer {
  const png = new PNG({ width, height, colorType: 2 });
  randomFillSync(png.data);
  for (let index = 3; index < png.data.length; index += 4) png.data[index] = 255;
  return PNG.sync.write(png, { colorType: 2, deflateLevel: 1, filterType: 0 });
}

/** Returns the SHA-256 of bytes, as text. */
export const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
