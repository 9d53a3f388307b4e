import type { AsyncLocalStorage } from "node:async_hooks";
import type { Readable } from "node:stream";
import type { DataStore, Upload } from "@tus/utils";
import type { Executor } from "../../../platform/db/client.ts";
import type { StillMay } from "../../../media/media/index.ts";

export const CHECKSUM_ALGORITHMS = ["sha1", "sha256"] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** The client's checksum of a chunk. */
export interface Checksum {
  algorithm: ChecksumAlgorithm;
  digest: Buffer;
}

/** Data about the request that sends bytes. */
export interface Sending {
  checksum?: Checksum | undefined;
  /** Returns whether the client may still send. */
  stillMay: StillMay;
}

/** Response to a chunk with a wrong checksum; the chunk is discarded. The status is defined by tus. */
export const CHECKSUM_MISMATCH = { status_code: 460, body: "Checksum mismatch\n" } as const;

/** Response when an upload with this id was just created. The status becomes `upload-conflict`. */
export const ALREADY_THERE = { status_code: 409, body: "Already there\n" } as const;

/** Callbacks of the staging, which keep rows and bytes consistent. */
export interface StagingHooks {
  /** Returns whether an upload with this id exists. Clients may choose ids. */
  isKnown(id: string): Promise<boolean>;
  /** Creates the rows of a new upload. When it throws, its staging is deleted. */
  created(upload: Upload): Promise<void>;
  /** Deletes the rows of an upload. */
  removed(id: string): Promise<void>;
  /** Returns whether its bytes were moved to the storage, so that only its length is left. */
  isFinished(id: string): Promise<boolean>;
}

/** The acknowledged bytes of an unfinished recording. */
export interface StagedFile {
  sizeBytes: number;
  /** Returns at most `length` bytes from a position, fewer at the end. */
  read(offset: number, length: number): Promise<Buffer>;
  /** Returns the bytes from `start` to `end`, inclusive. */
  stream(start: number, end: number): Readable;
  close(): Promise<void>;
}

/** A part that a browser may send to the store. */
export interface DirectPart {
  url: string;
  start: number;
  sizeBytes: number;
}

/** The acknowledged bytes of an upload, and the next parts that its client may send to the store. */
export interface DirectState {
  offset: number;
  parts: DirectPart[];
}

/** All bytes of an upload for the storage: a local file that it adopts, or an object that is in the store already. */
export type HandedOver = { path: string } | { storageKey: string; sizeBytes: number };

/**
 * Holds the bytes of unfinished uploads, as a data store of tus. An acknowledged offset means that all bytes before it are durable. With a
 * folder they are on the local disk; with a remote store they are in that store, and any process continues them.
 */
export interface Staging extends DataStore {
  /** Acknowledges what a browser has sent to the store, and returns where it may send more; null when the store is not remote. */
  readonly direct: ((id: string) => Promise<DirectState>) | null;
  /** The active request. */
  readonly sendings: AsyncLocalStorage<Sending>;
  /** Returns the metadata from the creation; undefined for an unknown upload. */
  metadataOf(id: string): Promise<Upload["metadata"]>;
  /** Returns whether all bytes are here. False also after they were handed over. */
  isComplete(id: string): Promise<boolean>;
  /** Returns whether any bytes are here. */
  hasBytes(id: string): Promise<boolean>;
  /** Opens the bytes of a recording; undefined after they were handed over or deleted. */
  open(id: string): Promise<StagedFile | undefined>;
  /** Returns the local file of an upload, which may not exist; null when its bytes are not on the local disk. */
  localPath(id: string): string | null;
  /** Ends an upload with deferred length: at `end`, or at its current offset when `end` is 0. */
  cut(id: string, end: number): Promise<void>;
  /** Prepares all bytes for the storage. They stay here too, until `forgetBytes`. Repeatable. */
  handOver(id: string): Promise<HandedOver>;
  /** Returns the SHA-256 of an upload of this size in hex; undefined when it would have to be read again. */
  digestOf(id: string, sizeBytes: number): Promise<string | undefined>;
  /** Records in the transaction of the item that an object belongs to it now. */
  taken(tx: Executor, id: string, storageKey: string): Promise<void>;
  /** Deletes the bytes after the item has its own. The data for answering a repeated last request stays. */
  forgetBytes(id: string): Promise<void>;
  /** Deletes everything of an upload but its rows in `uploads`. */
  removeFiles(id: string): Promise<void>;
  /** Returns the ids of uploads whose bytes have not changed since a time. */
  untouchedSince(time: Date): AsyncIterable<string>;
  /** Deletes bytes that a killed process stored and did not record, written before a time. Returns the number of objects. */
  sweepUnrecorded(before: Date): Promise<number>;
}
