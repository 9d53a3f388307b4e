import { crc32 } from "node:zlib";

/** A file for a zip. `name` is its path in the zip, with `/` and in UTF-8. */
export interface ZipEntry {
  name: string;
  modifiedAt: Date;
  /** Size of the data that `open` returns; null when unknown (then at most 4 GiB). */
  sizeBytes: number | null;
  /** Called when the file is written. Null omits the file. */
  open(): Promise<AsyncIterable<Uint8Array> | null>;
}

/** Placeholder for a number that exceeds 32 (16) bits; the actual number is in a zip64 field. */
const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const TIME_BYTES = 9;
const END_BYTES = 22;
const END_64_BYTES = 56 + 20;
/** Buffer size for small records. */
const PIECE_BYTES = 64 * 1024;
/** Created on Unix with version 4.5 of the format, the first one with zip64. */
const MADE_BY = (3 << 8) | 45;
const DIRECTORY_MODE = ((0o40755 << 16) | 0x10) >>> 0;
const FILE_MODE = (0o100644 << 16) >>> 0;
/** Bit 3: checksum and sizes follow the data. Bit 11: the name is UTF-8. */
const FLAGS = (1 << 3) | (1 << 11);

const isLarge = (sizeBytes: number | null): boolean => (sizeBytes ?? 0) >= MAX_32;
const localBytes = (nameBytes: number, large: boolean): number => LOCAL_BYTES + nameBytes + TIME_BYTES + (large ? 20 : 0);
const descriptorBytes = (large: boolean): number => (large ? 24 : 16);
const wideBytes = (large: boolean, far: boolean): number => (large || far ? 4 + (large ? 16 : 0) + (far ? 8 : 0) : 0);
const needsWideEnd = (count: number, size: number, offset: number): boolean => count >= MAX_16 || size >= MAX_32 || offset >= MAX_32;

/** Returns the exact size of a zip with these files in bytes. */
export function zipSize(entries: readonly { name: string; sizeBytes: number }[]): number {
  let offset = 0;
  let central = 0;
  for (const { name, sizeBytes } of entries) {
    const nameBytes = Buffer.byteLength(name);
    const large = isLarge(sizeBytes);
    central += CENTRAL_BYTES + nameBytes + TIME_BYTES + wideBytes(large, offset >= MAX_32);
    offset += localBytes(nameBytes, large) + sizeBytes + descriptorBytes(large);
  }
  return offset + central + (needsWideEnd(entries.length, central, offset) ? END_64_BYTES : 0) + END_BYTES;
}

/** Returns date and time in MS-DOS format in UTC: from 1980, with a resolution of two seconds. */
function dosTime(at: Date): { date: number; time: number } {
  const year = at.getUTCFullYear();
  if (year < 1980) return { date: (1 << 5) | 1, time: 0 };
  return {
    date: (Math.min(year - 1980, 127) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

/** Returns the exact time, which the fixed fields cannot contain (extra field "UT"). */
function timeField(at: Date): Buffer {
  const field = Buffer.alloc(TIME_BYTES);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4);
  field.writeInt32LE(Math.max(-0x8000_0000, Math.min(0x7fff_ffff, Math.floor(at.getTime() / 1000))), 5);
  return field;
}

/** Returns 64-bit numbers (extra field 1). */
function wideField(numbers: readonly number[]): Buffer {
  if (numbers.length === 0) return Buffer.alloc(0);
  const field = Buffer.alloc(4 + numbers.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(numbers.length * 8, 2);
  numbers.forEach((number, at) => field.writeBigUInt64LE(BigInt(number), 4 + at * 8));
  return field;
}

/** Data of a written file. */
interface Written {
  name: Buffer;
  modifiedAt: Date;
  checksum: number;
  sizeBytes: number;
  large: boolean;
  offset: number;
}

function localHeader(name: Buffer, modifiedAt: Date, sizeBytes: number | null, large: boolean): Buffer {
  const head = Buffer.alloc(LOCAL_BYTES);
  const { date, time } = dosTime(modifiedAt);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(large ? 45 : 20, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(time, 10);
  head.writeUInt16LE(date, 12);
  if (large) head.fill(0xff, 18, 26);
  head.writeUInt16LE(name.length, 26);
  const wide = wideField(large && sizeBytes !== null ? [sizeBytes, sizeBytes] : []);
  head.writeUInt16LE(TIME_BYTES + wide.length, 28);
  return Buffer.concat([head, name, timeField(modifiedAt), wide]);
}

function descriptor({ checksum, sizeBytes, large }: Pick<Written, "checksum" | "sizeBytes" | "large">): Buffer {
  const bytes = Buffer.alloc(descriptorBytes(large));
  bytes.writeUInt32LE(0x0807_4b50, 0);
  bytes.writeUInt32LE(checksum, 4);
  if (large) {
    bytes.writeBigUInt64LE(BigInt(sizeBytes), 8);
    bytes.writeBigUInt64LE(BigInt(sizeBytes), 16);
  } else {
    bytes.writeUInt32LE(sizeBytes, 8);
    bytes.writeUInt32LE(sizeBytes, 12);
  }
  return bytes;
}

function centralRecord({ name, modifiedAt, checksum, sizeBytes, large, offset }: Written): Buffer {
  const head = Buffer.alloc(CENTRAL_BYTES);
  const { date, time } = dosTime(modifiedAt);
  const far = offset >= MAX_32;
  head.writeUInt32LE(0x0201_4b50, 0);
  head.writeUInt16LE(MADE_BY, 4);
  head.writeUInt16LE(large || far ? 45 : 20, 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt16LE(time, 12);
  head.writeUInt16LE(date, 14);
  head.writeUInt32LE(checksum, 16);
  head.writeUInt32LE(large ? MAX_32 : sizeBytes, 20);
  head.writeUInt32LE(large ? MAX_32 : sizeBytes, 24);
  head.writeUInt16LE(name.length, 28);
  const wide = wideField([...(large ? [sizeBytes, sizeBytes] : []), ...(far ? [offset] : [])]);
  head.writeUInt16LE(TIME_BYTES + wide.length, 30);
  head.writeUInt32LE(name.at(-1) === 0x2f ? DIRECTORY_MODE : FILE_MODE, 38);
  head.writeUInt32LE(far ? MAX_32 : offset, 42);
  return Buffer.concat([head, name, timeField(modifiedAt), wide]);
}

function endRecords(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(size, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (!needsWideEnd(count, size, offset)) return end;
  const wide = Buffer.alloc(END_64_BYTES);
  wide.writeUInt32LE(0x0606_4b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE(MADE_BY, 12);
  wide.writeUInt16LE(45, 14);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(size), 40);
  wide.writeBigUInt64LE(BigInt(offset), 48);
  wide.writeUInt32LE(0x0706_4b50, 56);
  wide.writeBigUInt64LE(BigInt(offset + size), 64);
  wide.writeUInt32LE(1, 72);
  return Buffer.concat([wide, end]);
}

/**
 * Generates a zip as a stream: files in sequence, uncompressed (images and videos are compressed already), with backpressure. Uses
 * zip64 where needed. Ending the iteration closes the current file.
 * @throws Error when a file does not have its declared size
 */
export async function* writeZip(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array, void, undefined> {
  const records: Buffer[] = [];
  let offset = 0;
  let central = 0;
  for await (const entry of entries) {
    const source = await entry.open();
    if (source === null) continue;
    const name = Buffer.from(entry.name);
    const large = isLarge(entry.sizeBytes);
    yield localHeader(name, entry.modifiedAt, entry.sizeBytes, large);
    let checksum = 0;
    let sizeBytes = 0;
    for await (const chunk of source) {
      checksum = crc32(chunk, checksum);
      sizeBytes += chunk.byteLength;
      if (sizeBytes > (entry.sizeBytes ?? MAX_32 - 1)) throw new Error(`A file of a zip is longer than ${entry.sizeBytes} bytes.`);
      yield chunk;
    }
    if (entry.sizeBytes !== null && sizeBytes !== entry.sizeBytes)
      throw new Error(`A file of a zip has ${sizeBytes} bytes instead of ${entry.sizeBytes}.`);
    const written: Written = { name, modifiedAt: entry.modifiedAt, checksum, sizeBytes, large, offset };
    yield descriptor(written);
    const record = centralRecord(written);
    records.push(record);
    central += record.length;
    offset += localBytes(name.length, large) + sizeBytes + descriptorBytes(large);
  }
  let piece: Buffer[] = [];
  let pieceBytes = 0;
  for (const record of records) {
    piece.push(record);
    pieceBytes += record.length;
    if (pieceBytes < PIECE_BYTES) continue;
    yield Buffer.concat(piece);
    piece = [];
    pieceBytes = 0;
  }
  yield Buffer.concat([...piece, endRecords(records.length, central, offset)]);
}
