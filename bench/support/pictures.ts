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

/** A valid RGB PNG of noise whose file is about `sizeBytes` long: noise does not compress, so pixels decide the size. */
export function noisePng(sizeBytes: number, width = 1024): Buffer {
  const row = 1 + width * 3;
  const height = Math.max(1, Math.round(sizeBytes / row));
  const pixels = randomBytes(row * height);
  for (let y = 0; y < height; y += 1) pixels[y * row] = 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels, { level: 0 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A valid 16-bit RGBA PNG of noise of about `sizeBytes`: 8 bytes a pixel keep a huge file under the pixel limit. */
export function hugePng(sizeBytes: number, width = 8000): Buffer {
  const row = 1 + width * 8;
  const height = Math.round(sizeBytes / row);
  const pixels = randomBytes(row * height);
  for (let y = 0; y < height; y += 1) pixels[y * row] = 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([16, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels, { level: 0 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A multipart form with one file, as a browser would send it. */
export function form(file: Buffer, name: string): { body: Buffer; headers: Record<string, string> } {
  const boundary = "----stillreel-bench-7d1a0e";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="title"\r\n\r\n${name}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}
