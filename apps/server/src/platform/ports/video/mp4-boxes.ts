import { closeSync, openSync, readSync } from "node:fs";

/** Largest index that is read, far above that of a day of video. */
const INDEX_MAX = 512 * 1024 * 1024;

/** Bytes in pieces, which are not copied when a box is put into another one. */
export type Bytes = readonly Uint8Array[];

export const lengthOf = (bytes: Bytes): number => bytes.reduce((sum, { length }) => sum + length, 0);

/** Returns a box of the container with its type and content. */
export function box(type: string, ...content: readonly Bytes[]): Bytes {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(
    content.reduce((sum, bytes) => sum + lengthOf(bytes), 8),
    0,
  );
  head.write(type, 4, "latin1");
  return [head, ...content.flat()];
}

/** Returns a box with a version and flags. */
export const fullBox = (type: string, version: number, flags: number, ...content: readonly Bytes[]): Bytes =>
  box(type, numbers(((version << 24) | flags) >>> 0), ...content);

/** Returns a string without a length or an end. */
export const text = (value: string): Bytes => [Buffer.from(value, "latin1")];

/** Returns numbers of 32 bits each. */
export function numbers(...values: readonly number[]): Bytes {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return [bytes];
}

interface Found {
  type: string;
  /** Start of the content, and end. */
  from: number;
  to: number;
}

function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Found> {
  for (let at = from; at + 8 <= to;) {
    const size = bytes.readUInt32BE(at);
    const end = size === 0 ? to : at + size;
    if (end < at + 8 || end > to) return;
    yield { type: bytes.toString("latin1", at + 4, at + 8), from: at + 8, to: end };
    at = end;
  }
}

/** Returns the first box at a path of types, for example `mdia`, `hdlr`. */
function find(bytes: Buffer, within: Found, path: readonly string[]): Found | null {
  const [type, ...rest] = path;
  if (type === undefined) return within;
  for (const found of boxesIn(bytes, within.from, within.to)) if (found.type === type) return find(bytes, found, rest);
  return null;
}

/** Reads the index of a file; null without one. */
function readIndex(path: string): Buffer | null {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(16);
    for (let at = 0; readSync(file, head, 0, 16, at) >= 8;) {
      const short = head.readUInt32BE(0);
      const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
      if (size < 8) return null;
      if (head.toString("latin1", 4, 8) === "moov") {
        if (size > INDEX_MAX) return null;
        const bytes = Buffer.alloc(size);
        return readSync(file, bytes, 0, size, at) === size ? bytes : null;
      }
      at += size;
    }
    return null;
  } finally {
    closeSync(file);
  }
}

/** The part of a track's index that describes how its packets are decoded and shown. */
export interface TrackForm {
  /** The box of sample descriptions. */
  descriptions: Buffer;
  /** Width and height as 16.16 bits; zero for sound. */
  width: number;
  height: number;
}

/** Reads the form of the first track of a kind. Null without one. */
export function readForm(path: string, kind: "vide" | "soun"): TrackForm | null {
  const bytes = readIndex(path);
  if (!bytes) return null;
  for (const track of boxesIn(bytes, 8, bytes.length)) {
    const handler = track.type === "trak" ? find(bytes, track, ["mdia", "hdlr"]) : null;
    if (!handler || bytes.toString("latin1", handler.from + 8, handler.from + 12) !== kind) continue;
    const [head, stsd] = [find(bytes, track, ["tkhd"]), find(bytes, track, ["mdia", "minf", "stbl", "stsd"])];
    if (!head || !stsd) return null;
    const descriptions = Buffer.from(bytes.subarray(stsd.from - 8, stsd.to));
    return { descriptions, width: bytes.readUInt32BE(head.to - 8), height: bytes.readUInt32BE(head.to - 4) };
  }
  return null;
}
