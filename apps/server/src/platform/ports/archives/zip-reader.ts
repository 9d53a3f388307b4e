import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader, validateFileName, type Entry, type ZipFile } from "yauzl";

/** Source of a zip's bytes; `end` is exclusive. */
export interface ZipSource {
  sizeBytes: number;
  read(start: number, end: number): Promise<Readable>;
}

/** A file or folder of a user's zip. Its data is untrusted. */
export interface ZipMember {
  /** Zero-based index in the zip's directory. */
  index: number;
  /** Its name with `/` between folders. Never used as a path on disk. */
  path: string;
  isFolder: boolean;
  sizeBytes: number;
  /** User-readable reason why it cannot be imported; null when it can. */
  problem: string | null;
  /** Returns its bytes: never more than `sizeBytes`; throws when fewer or damaged. */
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** Size of one read: adjacent records and small files share a read. */
const BLOCK_BYTES = 1024 * 1024;
const BLOCKS_CACHED = 3;
const SYMBOLIC_LINK = 0xa000;

/** Reads a zip in blocks from any source and caches some blocks. */
class BlockReader extends RandomAccessReader {
  readonly #source: ZipSource;
  #blocks: { start: number; bytes: Buffer }[] = [];

  constructor(source: ZipSource) {
    super();
    this.#source = source;
  }

  #cached(start: number, end: number): Buffer | null {
    const at = this.#blocks.findIndex((block) => block.start <= start && end <= block.start + block.bytes.length);
    const block = this.#blocks[at];
    if (!block) return null;
    this.#blocks = [block, ...this.#blocks.filter((other) => other !== block)];
    return block.bytes.subarray(start - block.start, end - block.start);
  }

  async #fetch(start: number, length: number): Promise<Buffer> {
    if (start < 0 || start + length > this.#source.sizeBytes) throw new Error("The zip ends too early.");
    const cached = this.#cached(start, start + length);
    if (cached) return cached;
    const end = Math.min(this.#source.sizeBytes, start + Math.max(length, BLOCK_BYTES));
    const chunks: Buffer[] = [];
    for await (const chunk of (await this.#source.read(start, end)) as AsyncIterable<Buffer>) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (bytes.length < length) throw new Error("The zip ends too early.");
    this.#blocks = [{ start, bytes }, ...this.#blocks].slice(0, BLOCKS_CACHED);
    return bytes.subarray(0, length);
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void): void {
    this.#fetch(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset);
        // Outside of the promise: an error of the callback must not reject it.
        setImmediate(callback, null);
      },
      (error: Error) => setImmediate(callback, error),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const cached = this.#cached(start, end);
    if (cached) return Readable.from([cached], { objectMode: false });
    const source = this.#source;
    return Readable.from(
      (async function* () {
        if (start < 0 || end > source.sizeBytes) throw new Error("The zip ends too early.");
        yield* (await source.read(start, end)) as AsyncIterable<Buffer>;
      })(),
      { objectMode: false },
    );
  }
}

function problemOf(entry: Entry, path: string): string | null {
  if (validateFileName(path) !== null || path.includes("\u0000")) return "Its name leads out of the zip.";
  if (((entry.externalFileAttributes >>> 16) & 0xf000) === SYMBOLIC_LINK) return "It is a link, not a file.";
  if (entry.isEncrypted()) return "It is encrypted.";
  if (!entry.canDecodeFileData()) return "It is packed in a way that is not supported.";
  return null;
}

async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = await zip.openReadStreamPromise(entry);
  let checksum = 0;
  let sizeBytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum);
      sizeBytes += chunk.length;
      if (sizeBytes > entry.uncompressedSize) throw new Error("A file is longer than the zip says.");
      yield chunk;
    }
  } finally {
    stream.destroy();
  }
  if (sizeBytes !== entry.uncompressedSize || checksum !== entry.crc32) throw new Error("A file of the zip is damaged.");
}

/** An open zip. Close it after its members are processed. */
export interface OpenZip {
  /** Returns the members in directory order, lazily and once. Throws when the directory is damaged. */
  members(): AsyncGenerator<ZipMember, void, undefined>;
  close(): void;
}

async function* membersOf(zip: ZipFile): AsyncGenerator<ZipMember, void, undefined> {
  let index = 0;
  for await (const entry of zip.eachEntry()) {
    const path = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
    yield {
      index: index++,
      path,
      isFolder: path.endsWith("/"),
      sizeBytes: entry.uncompressedSize,
      problem: problemOf(entry, path),
      open: async () => bytesOf(zip, entry),
    };
  }
}

const openFile = (source: ZipSource): Promise<ZipFile> =>
  fromRandomAccessReaderPromise(new BlockReader(source), source.sizeBytes, {
    autoClose: false,
    lazyEntries: true,
    // Names are decoded here: an invalid one affects its file, not the whole zip.
    decodeStrings: false,
    validateEntrySizes: true,
  });

/** Limits of a zip as its directory declares it. */
export interface ZipLimits {
  /** Files and folders. */
  entries: number;
  unpackedBytes: number;
}

/** Error: the directory of a zip exceeds a limit, or several of its entries share bytes, so that a small zip has large content. */
export class UnsafeZip extends Error {
  readonly reason: "entries" | "unpacked" | "overlap";

  constructor(reason: UnsafeZip["reason"]) {
    super(`The zip is unsafe: ${reason}.`);
    this.reason = reason;
  }
}

/** Bytes of the fixed part of the header before the data of an entry. */
const LOCAL_HEADER_BYTES = 30;

/**
 * Reads the directory of a zip without its files, and refuses unsafe ones.
 * @throws UnsafeZip, or another error when it is no zip
 */
export async function assertSafeZip(source: ZipSource, limits: ZipLimits): Promise<void> {
  const zip = await openFile(source);
  try {
    if (zip.entryCount > limits.entries) throw new UnsafeZip("entries");
    const extents: [start: number, end: number][] = [];
    let unpackedBytes = 0;
    for await (const { relativeOffsetOfLocalHeader: start, compressedSize, uncompressedSize, fileNameRaw } of zip.eachEntry()) {
      unpackedBytes += uncompressedSize;
      if (unpackedBytes > limits.unpackedBytes) throw new UnsafeZip("unpacked");
      extents.push([start, start + LOCAL_HEADER_BYTES + fileNameRaw.length + compressedSize]);
    }
    extents.sort(([one], [other]) => one - other);
    if (extents.some(([start], at) => start < (extents[at - 1]?.[1] ?? 0))) throw new UnsafeZip("overlap");
  } finally {
    zip.close();
  }
}

/** @throws Error when it is no zip */
export async function openZip(source: ZipSource): Promise<OpenZip> {
  const zip = await openFile(source);
  return { members: () => membersOf(zip), close: () => zip.close() };
}
