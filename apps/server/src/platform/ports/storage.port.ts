import type { Readable } from "node:stream";

/**
 * Reason of a failed storage operation; callers decide by this code, never by the driver's error. `lost`: the store confirmed a write and
 * does not have its bytes.
 */
export type StorageErrorCode = "lost" | "not-found" | "no-space" | "bad-key" | "bad-range" | "unavailable";

/** The only error that storage drivers throw deliberately. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;
  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StorageError";
    this.code = code;
  }
}

/** An inclusive range of bytes; `end` is optional. */
export interface ByteRange {
  start: number;
  end?: number;
}

export interface StoredObject {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** Length and SHA-256 (hex) of a stored object. */
export interface PutResult {
  sizeBytes: number;
  sha256: string;
}

/** An object that is written in parts. It does not exist before it is complete. */
export interface PartedObject {
  key: string;
  /** The store's name for this write. */
  id: string;
}

/** A stored part. Numbers begin at 1 and define the order. */
export interface StoredPart {
  number: number;
  /** The store's checksum. */
  etag: string;
}

/**
 * Writing of objects in parts, by several processes one after another. Every part except the last has at least `PART_MIN_BYTES`. A part
 * that is written again replaces the earlier one.
 */
export interface StorageParts {
  /** Returns the store's name for the write of an object. */
  begin(key: string): Promise<string>;
  /** Stores a part and returns its checksum. When it resolves, the store has confirmed size and checksum on a second request. */
  put(object: PartedObject, number: number, bytes: Uint8Array): Promise<string>;
  /** Copies a whole object inside the store as a part, and returns its checksum. */
  copy(object: PartedObject, number: number, from: string): Promise<string>;
  /** Creates the object of its parts. Throws `not-found` when the write is unknown, for example because it is complete already. */
  complete(object: PartedObject, parts: readonly StoredPart[]): Promise<void>;
  /** Returns the stored parts after a number, at most `count`, with their sizes. Throws `not-found` when the write is unknown. */
  list(object: PartedObject, after: number, count: number): Promise<(StoredPart & { sizeBytes: number })[]>;
  /** Returns an address to which a browser may send this part with exactly this size, and nothing else. */
  signedPutUrl(object: PartedObject, part: { number: number; sizeBytes: number }, expiresInS: number): Promise<string>;
  /** Deletes all parts; succeeds when there are none. */
  abort(object: PartedObject): Promise<void>;
}

/** Smallest part of an S3 object that is not its last. */
export const PART_MIN_BYTES = 5 * 1024 * 1024;

/**
 * Object storage. Keys are generated (`[A-Za-z0-9._-]` segments joined by `/`), never user input. `put` is atomic and durable: when it
 * resolves, the object is complete and survives a power cut; when it rejects, nothing is left.
 */
export interface Storage {
  put(key: string, source: AsyncIterable<Uint8Array>, options?: { contentType?: string }): Promise<PutResult>;
  /** Takes over a complete local file: moved where possible, otherwise uploaded; afterwards `path` no longer exists. */
  adopt(key: string, path: string, options?: { contentType?: string; sha256?: string }): Promise<PutResult>;
  /** Throws `not-found`, or `bad-range` when the range starts after the end. The stream must be read or destroyed. */
  get(key: string, range?: ByteRange): Promise<{ stream: Readable; sizeBytes: number; start: number; end: number; modifiedAt: Date }>;
  stat(key: string): Promise<{ sizeBytes: number; modifiedAt: Date }>;
  /** Returns a URL that a browser may fetch directly (S3), or null when the server must deliver the bytes (disk). */
  signedGetUrl(key: string, options: { expiresInS: number; contentType?: string; disposition?: string }): Promise<string | null>;
  /** Returns the path on the local disk, for fast delivery and for programs; null when remote. */
  localPath(key: string): string | null;
  /** Deletes an object; succeeds when it does not exist. */
  delete(key: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  /** Lists objects whose key begins with `prefix` and follows `after`, in the order of the bytes of their keys. */
  list(prefix?: string, after?: string): AsyncIterable<StoredObject>;
  /** Resolves when the store is readable and writable; otherwise throws `unavailable`. */
  check(): Promise<void>;
  /** Writing in parts that all processes reach; null on a local disk. */
  parts: StorageParts | null;
  /**
   * Deletes remains of unfinished writes older than the given age. Returns their number.
   * @param isUsed whether a write of this key still continues
   */
  sweepUnfinished(olderThanMs: number, isUsed?: (key: string) => Promise<boolean>): Promise<number>;
}
