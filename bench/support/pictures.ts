import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, "latin1");
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])), 0);
  return Buffer.concat([head, data, tail]);
}

/** Creates a valid PNG of noise of about `sizeBytes`. Noise does not compress, so pixels decide the size. */
function png(sizeBytes: number, width: number, pixel: { bytes: number; depth: number; colour: number }): Buffer {
  const row = 1 + width * pixel.bytes;
  const height = Math.max(1, Math.round(sizeBytes / row));
  const pixels = randomBytes(row * height);
  for (let y = 0; y < height; y += 1) pixels[y * row] = 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([pixel.depth, pixel.colour, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels, { level: 0 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Creates noise of 8-bit RGB. */
export const noisePng = (sizeBytes: number): Buffer => png(sizeBytes, 1024, { bytes: 3, depth: 8, colour: 2 });
/** Creates noise of 16-bit RGBA: with 8 bytes a pixel, a huge file stays below the pixel limit. */
export const hugePng = (sizeBytes: number): Buffer => png(sizeBytes, 8000, { bytes: 8, depth: 16, colour: 6 });

/** Creates a multipart form with one file, as a browser would send it. */
export function form(file: Buffer, name: string): { body: Buffer; headers: Record<string, string> } {
  const boundary = "----stillreel-bench-7d1a0e";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="title"\r\n\r\n${name}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}
