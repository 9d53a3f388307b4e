import { PICTURE_SIDE_MAX, type ImageType } from "@stillreel/contract";
import { ImageError, type CleanPicture, type ImageFacts } from "../images.port.ts";
import { ByteQueue, type Walk } from "./byte-queue.ts";

/** Maximum pixels of all frames of an animation, relative to the limit of a still image. */
const ANIMATION_FACTOR = 50;

/** Results of a parser. `check` throws as soon as the image is known to be too large. */
interface Findings {
  width: number;
  height: number;
  frames: number;
  check(): void;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Chunks that are needed to display a PNG. Texts, times, EXIF and unregistered chunks are dropped. */
const PNG_RETAINED = new Set(
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs hIST sPLT cICP mDCV cLLI acTL fcTL fdAT".split(" "),
);

function* walkPng(queue: ByteQueue, found: Findings): Walk {
  yield* queue.pass(8);
  for (let index = 0; ; index += 1) {
    const head = yield* queue.peek(8);
    const length = head.readUInt32BE(0);
    const type = head.toString("latin1", 4, 8);
    if ((index === 0) !== (type === "IHDR") || length > 0x7fffffff || !/^[A-Za-z]{4}$/u.test(type))
      throw new ImageError("damaged", "The PNG's structure is broken.");
    if (type === "IHDR") {
      if (length !== 13) throw new ImageError("damaged", "The PNG's header is broken.");
      const header = yield* queue.peek(25);
      found.width = header.readUInt32BE(8);
      found.height = header.readUInt32BE(12);
      found.check();
    } else if (type === "fcTL") {
      found.frames += 1;
      found.check();
    }
    yield* PNG_RETAINED.has(type) ? queue.pass(length + 12) : queue.skip(length + 12);
    if (type === "IEND") return;
  }
}

/** Returns the orientation of an EXIF block, 1 to 8; 1 by default. */
function exifOrientation(segment: Buffer): number {
  const tiff = segment.subarray(10);
  if (segment.toString("latin1", 4, 10) !== "Exif\0\0" || tiff.length < 14) return 1;
  const isIntelOrder = tiff.toString("latin1", 0, 2) === "II";
  const u16 = (at: number): number => (isIntelOrder ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number): number => (isIntelOrder ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = u32(4);
  if (directory + 2 > tiff.length) return 1;
  const entries = Math.min(u16(directory), 200);
  for (let entry = directory + 2, index = 0; index < entries && entry + 12 <= tiff.length; entry += 12, index += 1) {
    if (u16(entry) !== 0x0112) continue;
    const value = u16(entry + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Returns an EXIF segment with only the orientation. */
function orientationSegment(orientation: number): Buffer {
  const segment = Buffer.from("ffe1002245786966000049492a00080000000100120103000100000000000000000000000000".slice(0, 72), "hex");
  segment.writeUInt16LE(orientation, 28);
  return segment;
}

const START_OF_FRAME = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/** Returns whether an application segment affects the display: JFIF, ICC profile, Adobe's colour transform. */
function isJpegSegmentRetained(marker: number, segment: Buffer): boolean {
  if (marker === 0xfe) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const name = segment.toString("latin1", 4, 16);
  return (
    (marker === 0xe0 && name.startsWith("JFIF\0")) ||
    (marker === 0xe2 && name.startsWith("ICC_PROFILE\0")) ||
    (marker === 0xee && name.startsWith("Adobe"))
  );
}

function* walkJpeg(queue: ByteQueue, found: Findings): Walk {
  yield* queue.pass(2);
  let orientation = 1;
  for (;;) {
    const [mark, marker = 0] = yield* queue.peek(2);
    if (mark !== 0xff || marker === 0) throw new ImageError("damaged", "The JPEG's structure is broken.");
    if (marker === 0xff) {
      yield* queue.skip(1);
      continue;
    }
    if (marker === 0xd9) {
      if (found.width === 0) throw new ImageError("damaged", "The JPEG has no picture.");
      yield* queue.pass(2);
      if (orientation >= 5) [found.width, found.height] = [found.height, found.width];
      return;
    }
    if (marker >= 0xd0 && marker <= 0xd7) {
      yield* queue.pass(2);
      continue;
    }
    const length = (yield* queue.peek(4)).readUInt16BE(2);
    if (length < 2) throw new ImageError("damaged", "The JPEG's structure is broken.");
    const segment = yield* queue.peek(length + 2);
    if (START_OF_FRAME.has(marker)) {
      if (length < 8) throw new ImageError("damaged", "The JPEG's header is broken.");
      found.height = segment.readUInt16BE(5);
      found.width = segment.readUInt16BE(7);
      found.check();
    }
    if (marker === 0xe1 && orientation === 1) {
      orientation = exifOrientation(segment);
      if (orientation !== 1) queue.write(orientationSegment(orientation));
    }
    yield* isJpegSegmentRetained(marker, segment) ? queue.pass(length + 2) : queue.skip(length + 2);
    if (marker === 0xda) yield* walkEntropyCoded(queue);
  }
}

/** Passes compressed data up to the next marker: `FF 00` is data, `FF D0`–`FF D7` are restart markers inside it. */
function* walkEntropyCoded(queue: ByteQueue): Walk {
  for (;;) {
    yield* queue.passUntil(0xff);
    const next = (yield* queue.peek(2))[1] ?? 0;
    if (next === 0 || (next >= 0xd0 && next <= 0xd7)) yield* queue.pass(2);
    else return;
  }
}

function* walkGifBlocks(queue: ByteQueue, isRetained: boolean): Walk {
  for (;;) {
    const size = (yield* queue.peek(1))[0] ?? 0;
    yield* isRetained ? queue.pass(size + 1) : queue.skip(size + 1);
    if (size === 0) return;
  }
}

function* walkGif(queue: ByteQueue, found: Findings): Walk {
  const screen = yield* queue.peek(13);
  found.width = screen.readUInt16LE(6);
  found.height = screen.readUInt16LE(8);
  found.check();
  const flags = screen[10] ?? 0;
  yield* queue.pass(13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0));
  for (;;) {
    const kind = (yield* queue.peek(1))[0];
    if (kind === 0x3b) {
      yield* queue.pass(1);
      return;
    }
    if (kind === 0x2c) {
      found.frames += 1;
      found.check();
      const local = (yield* queue.peek(10))[9] ?? 0;
      yield* queue.pass(10 + (local & 0x80 ? 3 * 2 ** ((local & 7) + 1) : 0) + 1);
      yield* walkGifBlocks(queue, true);
    } else if (kind === 0x21) {
      const head = yield* queue.peek(14);
      // Timing and loop extensions stay; comments, texts and data of other programs (XMP) are removed.
      const isRetained = head[1] === 0xf9 || (head[1] === 0xff && /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/u.test(head.toString("latin1", 3, 14)));
      yield* isRetained ? queue.pass(2) : queue.skip(2);
      yield* walkGifBlocks(queue, isRetained);
    } else throw new ImageError("damaged", "The GIF's structure is broken.");
  }
}

/** Reads width and height from the first bytes of an image chunk. */
function readWebpSize(type: string, data: Buffer, found: Findings): void {
  if (type === "VP8X") {
    found.width = data.readUIntLE(4, 3) + 1;
    found.height = data.readUIntLE(7, 3) + 1;
  } else if (type === "VP8 " && found.width === 0) {
    found.width = data.readUInt16LE(6) & 0x3fff;
    found.height = data.readUInt16LE(8) & 0x3fff;
  } else if (type === "VP8L" && found.width === 0) {
    const bits = data.readUInt32LE(1);
    found.width = (bits & 0x3fff) + 1;
    found.height = ((bits >>> 14) & 0x3fff) + 1;
  }
}

/** A WebP starts with its length, so metadata is overwritten (as an unknown chunk) instead of removed. */
function* walkWebp(queue: ByteQueue, found: Findings): Walk {
  const total = (yield* queue.peek(12)).readUInt32LE(4) + 8;
  yield* queue.pass(12);
  let at = 12;
  while (at + 8 <= total) {
    const head = Buffer.from(yield* queue.read(8));
    const type = head.toString("latin1", 0, 4);
    const length = head.readUInt32LE(4);
    const padded = length + (length % 2);
    if (at + 8 + length > total) throw new ImageError("damaged", "The WebP's structure is broken.");
    at += 8 + padded;
    if (type === "EXIF" || type === "XMP ") {
      head.write("JUNK", 0, "latin1");
      queue.write(head);
      yield* queue.blank(padded);
      continue;
    }
    queue.write(head);
    if (["VP8X", "VP8 ", "VP8L"].includes(type)) {
      if (length < 10 && type !== "VP8L") throw new ImageError("damaged", "The WebP's header is broken.");
      readWebpSize(type, yield* queue.peek(Math.min(length, 10)), found);
      found.check();
    }
    if (type === "ANMF") {
      found.frames += 1;
      found.check();
    }
    if (type === "VP8X") {
      const flags = Buffer.from(yield* queue.read(1));
      flags[0] = (flags[0] ?? 0) & ~0x0c;
      queue.write(flags);
      yield* queue.pass(padded - 1);
    } else yield* queue.pass(padded);
  }
  if (at < total) yield* queue.pass(total - at);
}

const WALKS: Record<ImageType, (queue: ByteQueue, found: Findings) => Walk> = {
  "image/png": walkPng,
  "image/jpeg": walkJpeg,
  "image/webp": walkWebp,
  "image/gif": walkGif,
};

/** Number of bytes that `sniffImage` needs. */
export const SNIFF_BYTES = 12;

/** Returns the image type by the first bytes, or null when unsupported. */
export function sniffImage(head: Buffer): ImageType | null {
  if (head.subarray(0, 8).equals(PNG_SIGNATURE)) return "image/png";
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "image/jpeg";
  if (/^GIF8[79]a/u.test(head.toString("latin1", 0, 6))) return "image/gif";
  if (head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP") return "image/webp";
  return null;
}

/**
 * Removes metadata from an image while streaming, without changing pixels: PNG texts, times and EXIF; JPEG EXIF (except orientation),
 * XMP, IPTC and comments; EXIF and XMP of WebP; comments of GIF; and trailing data.
 */
export function stripMetadata(mimeType: ImageType, source: AsyncIterable<Uint8Array>, maxPixels: number): CleanPicture {
  const queue = new ByteQueue();
  const found: Findings = {
    width: 0,
    height: 0,
    frames: 0,
    check: () => {
      const pixels = found.width * found.height;
      const side = Math.max(found.width, found.height);
      if (side > PICTURE_SIDE_MAX || pixels > maxPixels || pixels * found.frames > maxPixels * ANIMATION_FACTOR)
        throw new ImageError("too-large", `The picture has too many pixels (${found.width} × ${found.height}).`);
    },
  };
  const walk = WALKS[mimeType](queue, found);
  async function* run(): AsyncGenerator<Uint8Array> {
    let over = false;
    for await (const chunk of source) {
      if (over) continue;
      queue.feed(chunk);
      over = walk.next().done === true;
      yield* queue.take();
    }
    queue.end();
    if (!over) walk.next();
    if (found.width === 0 || found.height === 0) throw new ImageError("damaged", "The picture has no size.");
    yield* queue.take();
  }
  const facts = (): ImageFacts => ({ mimeType, width: found.width, height: found.height });
  return { bytes: run(), facts };
}
