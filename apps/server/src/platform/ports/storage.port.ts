import type { Readable } from "node:stream";

/** Why a storage operation failed; callers decide by this word, never by the driver's own error. */
export type StorageErrorCode = "not-found" | "no-space" | "bad-key" | "bad-range" | "unavailable";

/** The only error that storage drivers throw on purpose. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;
  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StorageError";
    this.code = code;
  }
}

/** An inclusive range of bytes; `end` may be left open. */
export interface ByteRange {
  start: number;
  end?: number;
}

export interface StoredObject {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** What is known of an object after it was stored: its length and the SHA-256 of its bytes, in hex. */
export interface PutResult {
  sizeBytes: number;
  sha256: string;
}

/**
 * Where bytes live. Keys are made by us (`[A-Za-z0-9._-]` segments joined by `/`), never from user input.
 * `put` is atomic and durable: when it resolves, the object is complete and survives a power cut; when it
 * rejects, nothing is left behind.
 */
export interface Storage {
  put(key: string, source: AsyncIterable<Uint8Array>, options?: { contentType?: string }): Promise<PutResult>;
  /** Takes over a finished file on the local disk: moved where that is possible, uploaded otherwise; gone from `path` afterwards. */
  adopt(key: string, path: string, options?: { contentType?: string; sha256?: string }): Promise<PutResult>;
  /** Throws `not-found`, or `bad-range` when the range starts behind the end. The stream must be read or destroyed. */
  get(key: string, range?: ByteRange): Promise<{ stream: Readable; sizeBytes: number; start: number; end: number; modifiedAt: Date }>;
  stat(key: string): Promise<{ sizeBytes: number; modifiedAt: Date }>;
  /** A URL that a browser may fetch directly (S3), or null when the server must deliver the bytes itself (disk). */
  signedGetUrl(key: string, options: { expiresInS: number; contentType?: string; disposition?: string }): Promise<string | null>;
  /** The object's place on the local disk, for fast delivery and for programs that need a file; null where there is none. */
  localPath(key: string): string | null;
  /** Idempotent: an object that is not there is fine. */
  delete(key: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  list(prefix?: string): AsyncIterable<StoredObject>;
  /** Resolves when the store can be written and read; throws `unavailable` otherwise. */
  check(): Promise<void>;
  /** Removes leftovers of unfinished writes older than the given age. Answers how many. */
  sweepUnfinished(olderThanMs: number): Promise<number>;
}
