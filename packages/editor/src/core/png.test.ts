import { describe, expect, it } from "vitest";
import { createPngEncoder, TransparentPixels } from "./png.ts";

/** Decodes a PNG by its standard, independent of the encoder under test. */
async function read(blob: Blob): Promise<{ width: number; height: number; channels: number; pixels: Uint8Array; chunks: string[] }> {
  const file = new Uint8Array(await blob.arrayBuffer());
  const view = new DataView(file.buffer);
  const chunks: string[] = [];
  const data: Uint8Array<ArrayBuffer>[] = [];
  let at = 8;
  while (at < file.length) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    chunks.push(type);
    if (type === "IDAT") data.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const [width, height, channels] = [view.getUint32(16), view.getUint32(20), file[25] === 6 ? 4 : 3];
  const filtered = new Uint8Array(
    await new Response(new Blob(data).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer(),
  );
  const stride = width * channels;
  const pixels = new Uint8Array(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = filtered[row * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const before =
        filter === 1 ? (x < channels ? 0 : pixels[row * stride + x - channels]!) : row === 0 ? 0 : pixels[(row - 1) * stride + x]!;
      pixels[row * stride + x] = filtered[row * (stride + 1) + 1 + x]! + before;
    }
  }
  return { width, height, channels, pixels, chunks: [...new Set(chunks)] };
}

const isSame = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
  a.length === b.length && Array.from(a).every((value, at) => value === b[at]);

/** Creates repeated rows, rows of gradients and rows of noise. */
function picture(width: number, height: number, alpha: (at: number) => number): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const row = Math.floor(at / width);
    const value = row % 3 === 0 ? 200 : row % 3 === 1 ? at % width : Math.imul(at, 0x9e3779b1) >>> 24;
    rgba.set([value, value ^ 0x5a, (value * 3) & 255, alpha(at)], at * 4);
  }
  return rgba;
}

describe("the encoder", () => {
  it("writes back every pixel, with and without alpha, in whichever pieces they come", async () => {
    const [width, height] = [37, 50];
    for (const isOpaque of [true, false]) {
      const rgba = picture(width, height, (at) => (isOpaque ? 255 : at % 256));
      for (const rows of [1, 7, 50]) {
        const encoder = createPngEncoder(width, height, { isOpaque });
        for (let row = 0; row < height; row += rows)
          await encoder.write(rgba.subarray(row * width * 4, Math.min(height, row + rows) * width * 4));
        const found = await read(await encoder.finish());
        expect(found).toMatchObject({ width, height, channels: isOpaque ? 3 : 4, chunks: ["IHDR", "IDAT", "IEND"] });
        const expected = isOpaque ? rgba.filter((_, at) => at % 4 !== 3) : rgba;
        expect(isSame(found.pixels, expected)).toBe(true);
      }
    }
  });

  it("becomes as tall as there are rows when the height is not known", async () => {
    const encoder = createPngEncoder(10, null);
    await encoder.write(picture(10, 3, () => 255));
    await encoder.write(picture(10, 4, () => 255));
    expect(await read(await encoder.finish())).toMatchObject({ width: 10, height: 7 });
  });

  it("takes bytes that begin anywhere in memory", async () => {
    const rgba = picture(8, 8, () => 255);
    const shifted = new Uint8Array(rgba.length + 1);
    shifted.set(rgba, 1);
    const encoder = createPngEncoder(8, 8);
    await encoder.write(shifted.subarray(1));
    expect(isSame((await read(await encoder.finish())).pixels, rgba)).toBe(true);
  });

  it("refuses half rows, rows too many or too few, and transparency that was denied", async () => {
    await expect(createPngEncoder(4, 4).write(new Uint8Array(17))).rejects.toThrow("whole rows");
    await expect(createPngEncoder(4, 1).write(new Uint8Array(32))).rejects.toThrow("more than 1");
    await expect(createPngEncoder(4, 4).finish()).rejects.toThrow("0 rows instead of 4");
    await expect(createPngEncoder(4, 4, { isOpaque: true }).write(picture(4, 4, (at) => (at === 9 ? 254 : 255)))).rejects.toThrow(
      TransparentPixels,
    );
  });
});
