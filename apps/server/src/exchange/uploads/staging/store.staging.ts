import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, type Hash, randomBytes, timingSafeEqual } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { DataStore, ERRORS, Upload } from "@tus/utils";
import type { Executor } from "../../../platform/db/client.ts";
import { assemble } from "./assembly.ts";
import { directParts } from "./direct-parts.ts";
import { moveToStore } from "./local-remains.ts";
import { PieceWriter } from "./piece-writer.ts";
import { deleteObjects, loadPieces, PieceFile, PIECES, type StagingContext, storeObject } from "./staged-pieces.ts";
import {
  ALREADY_THERE,
  type Checksum,
  CHECKSUM_MISMATCH,
  type DirectState,
  type HandedOver,
  type Sending,
  type StagedFile,
  type Staging,
  type StagingHooks,
} from "./staging.ts";
import * as repo from "./staging.repo.ts";

/** Maximum number of uploads whose digest is cached; others are read again when they are complete. */
const DIGESTS_MAX = 500;
const PAGE = 1_000;
/** Ending of the files of chunks. */
const CHUNK = ".chunk";

/** SHA-256 of an upload up to a position. */
interface Digest {
  hash: Hash;
  position: number;
}

/** What the staging in a store uses, in addition to its context. */
export interface StoreStagingDeps extends StagingContext {
  /** Returns a key for an object of an item. */
  newKey(): string;
  /** Folder for chunks with a checksum until they are checked; nothing in it has to survive. */
  scratch: string;
}

const isRecording = ({ metadata }: Pick<repo.StagedRow, "metadata">): boolean => metadata["recording"] === "true";

/**
 * Stages uploads in a remote store, with their state in the database, so that every process can continue every upload. A file is
 * written as parts of its final object. A recording is watched while it grows, so its pieces are objects until its end.
 */
export class StoreStaging extends DataStore implements Staging {
  readonly sendings = new AsyncLocalStorage<Sending>();
  readonly direct = (id: string): Promise<DirectState> => directParts(this.deps, id);
  private readonly deps: StoreStagingDeps;
  private readonly hooks: StagingHooks;
  /** Digests of uploads that this process has received from the first byte. */
  private readonly digests = new Map<string, Digest>();
  private readonly moving = new Map<string, Promise<boolean>>();

  constructor(deps: StoreStagingDeps, hooks: StagingHooks) {
    super();
    this.deps = deps;
    this.hooks = hooks;
    this.extensions = ["creation", "creation-with-upload", "creation-defer-length", "termination", "checksum"];
  }

  /** Returns the row of an upload, after moving what an earlier version left on the local disk. */
  private async find(id: string): Promise<repo.StagedRow | undefined> {
    const moving =
      this.moving.get(id) ?? moveToStore({ ...this.deps, folder: this.deps.scratch }, id).finally(() => this.moving.delete(id));
    this.moving.set(id, moving);
    await moving;
    return repo.findStaged(this.deps.db, id);
  }

  override async create(upload: Upload): Promise<Upload> {
    const { db, clock, newKey } = this.deps;
    const { id, metadata = {} } = upload;
    if (await this.hooks.isKnown(id)) throw ALREADY_THERE;
    // Remains of an upload whose rows are deleted, with an id that its client uses again.
    await this.removeFiles(id);
    const now = clock.now();
    await repo.insertStaged(db, {
      id,
      metadata: metadata as Record<string, string | null>,
      sizeBytes: upload.size ?? null,
      storageKey: newKey(),
      createdAt: now,
      touchedAt: now,
    });
    try {
      await this.hooks.created(upload);
    } catch (error) {
      await this.removeFiles(id);
      throw error;
    }
    return upload;
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const { checksum, stillMay } = this.sendings.getStore() ?? {};
    const watched = (async function* () {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        const asked = stillMay?.();
        if (asked) await asked;
        yield chunk;
      }
    })();
    return checksum ? this.writeChecked(watched, id, offset, checksum) : this.append(watched, id, offset);
  }

  private async append(source: AsyncIterable<Buffer>, id: string, offset: number): Promise<number> {
    const { db } = this.deps;
    const row = await this.find(id);
    const pieces = await repo.listPieces(db, id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    if (row.receivedBytes !== offset) throw ERRORS.INVALID_OFFSET;
    const writer = new PieceWriter(this.deps, row, pieces, isRecording(row));
    const digest = this.digestAt(id, offset);
    let failure: { error: unknown } | null = null;
    try {
      for await (const chunk of source) {
        await writer.add(chunk);
        digest?.hash.update(chunk);
        if (digest) digest.position += chunk.length;
      }
    } catch (error) {
      failure = { error };
    }
    // Bytes before an error stay, as far as the store takes them.
    const received = await writer.end().catch((error: unknown) => {
      throw failure ? failure.error : error;
    });
    if (failure) throw failure.error;
    return received;
  }

  /** Appends a chunk after its checksum was verified. */
  private async writeChecked(source: AsyncIterable<Buffer>, id: string, offset: number, checksum: Checksum): Promise<number> {
    const path = join(this.deps.scratch, `${randomBytes(12).toString("hex")}${CHUNK}`);
    await mkdir(this.deps.scratch, { recursive: true });
    try {
      const hash = createHash(checksum.algorithm);
      const file = await open(path, "wx", 0o600);
      try {
        for await (const chunk of source) {
          hash.update(chunk);
          await file.appendFile(chunk);
        }
      } finally {
        await file.close();
      }
      const digest = hash.digest();
      if (digest.length !== checksum.digest.length || !timingSafeEqual(digest, checksum.digest)) throw CHECKSUM_MISMATCH;
      return await this.append(createReadStream(path) as AsyncIterable<Buffer>, id, offset);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Returns the digest of all bytes before a position; undefined when another process has received some of them. */
  private digestAt(id: string, offset: number): Digest | undefined {
    const known = this.digests.get(id);
    if (known?.position === offset) return known;
    this.digests.delete(id);
    if (offset > 0) return undefined;
    const oldest = this.digests.size >= DIGESTS_MAX ? this.digests.keys().next() : undefined;
    if (oldest?.done === false) this.digests.delete(oldest.value);
    const digest = { hash: createHash("sha256"), position: 0 };
    this.digests.set(id, digest);
    return digest;
  }

  async digestOf(id: string, sizeBytes: number): Promise<string | undefined> {
    const digest = this.digests.get(id);
    return digest?.position === sizeBytes ? digest.hash.copy().digest("hex") : undefined;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.find(id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    return new Upload({
      id,
      offset: row.receivedBytes,
      metadata: row.metadata,
      creation_date: row.createdAt.toISOString(),
      ...(row.sizeBytes === null ? {} : { size: row.sizeBytes }),
    });
  }

  override async declareUploadLength(id: string, length: number): Promise<void> {
    await repo.updateStaged(this.deps.db, id, { sizeBytes: length });
  }

  override async remove(id: string): Promise<void> {
    await this.hooks.removed(id);
    await this.removeFiles(id);
  }

  async metadataOf(id: string): Promise<Upload["metadata"]> {
    return (await this.find(id))?.metadata;
  }

  async isComplete(id: string): Promise<boolean> {
    const row = await this.find(id);
    return row !== undefined && row.storageKey !== null && row.sizeBytes === row.receivedBytes;
  }

  async hasBytes(id: string): Promise<boolean> {
    const row = await this.find(id);
    return row !== undefined && row.storageKey !== null && row.receivedBytes > 0;
  }

  async open(id: string): Promise<StagedFile | undefined> {
    const { db } = this.deps;
    const row = await this.find(id);
    const pieces = await repo.listPieces(db, id);
    return row && row.storageKey !== null ? new PieceFile(this.deps, id, pieces) : undefined;
  }

  // oxlint-disable-next-line class-methods-use-this -- a method of the port
  localPath(): null {
    return null;
  }

  async cut(id: string, end: number): Promise<void> {
    const { db, clock } = this.deps;
    const row = await this.find(id);
    const pieces = await repo.listPieces(db, id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    if (end > 0 && end < row.receivedBytes) {
      const last = pieces.findLast(({ startByte }) => startByte < end);
      const isSplit = last !== undefined && last.startByte + last.sizeBytes > end;
      const changed = isSplit
        ? await repo.recordPiece(db, await this.beginning(last, end - last.startByte), row.receivedBytes, clock.now())
        : await repo.shorten(db, id, end, row.receivedBytes);
      if (!changed) throw ERRORS.INVALID_OFFSET;
      this.digests.delete(id);
      await deleteObjects(this.deps, changed);
    }
    await this.declareUploadLength(id, end > 0 ? Math.min(end, row.receivedBytes) : row.receivedBytes);
  }

  /** Stores the first bytes of a piece as a new one. */
  private async beginning(piece: repo.Piece, sizeBytes: number): Promise<repo.Piece> {
    const bytes = Buffer.allocUnsafe(piece.sizeBytes);
    await loadPieces(this.deps, [piece], bytes);
    return { ...piece, sizeBytes, objectKey: await storeObject(this.deps, bytes.subarray(0, sizeBytes)) };
  }

  handOver(id: string): Promise<HandedOver> {
    return assemble(this.deps, id);
  }

  async taken(tx: Executor, id: string, storageKey: string): Promise<void> {
    await repo.releaseKey(tx, id, storageKey);
  }

  async forgetBytes(id: string): Promise<void> {
    const { db } = this.deps;
    const row = await this.find(id);
    if (!row) return;
    await this.deleteBytes(row);
    await repo.updateStaged(db, id, { storageKey: null, writeId: null });
    await repo.deletePieces(db, id);
  }

  async removeFiles(id: string): Promise<void> {
    const { db } = this.deps;
    const row = await this.find(id);
    if (!row) return;
    await this.deleteBytes(row);
    await repo.deleteStaged(db, id);
  }

  private async deleteBytes({ id, storageKey, writeId }: repo.StagedRow): Promise<void> {
    const { db, storage, parts } = this.deps;
    this.digests.delete(id);
    const pieces = await repo.listPieces(db, id);
    for (const { objectKey } of pieces) if (objectKey !== null) await storage.delete(objectKey);
    if (storageKey === null) return;
    if (writeId !== null) await parts.abort({ key: storageKey, id: writeId });
    await storage.delete(storageKey);
  }

  async *untouchedSince(time: Date): AsyncGenerator<string> {
    for (let after = ""; ;) {
      const ids = await repo.untouchedAfter(this.deps.db, time, after, PAGE);
      yield* ids;
      const last = ids.at(-1);
      if (last === undefined || ids.length < PAGE) return;
      after = last;
    }
  }

  async sweepUnrecorded(before: Date): Promise<number> {
    const { storage, db } = this.deps;
    let swept = 0;
    const sweepPage = async (keys: string[]): Promise<void> => {
      const known = await repo.recordedKeys(db, keys);
      for (const key of keys.filter((one) => !known.has(one))) {
        await storage.delete(key);
        swept += 1;
      }
    };
    let page: string[] = [];
    for await (const { key, modifiedAt } of storage.list(PIECES)) {
      if (modifiedAt >= before) continue;
      page.push(key);
      if (page.length < PAGE) continue;
      await sweepPage(page);
      page = [];
    }
    if (page.length > 0) await sweepPage(page);
    return swept + (await this.sweepScratch(before));
  }

  /** Deletes chunks that a killed process was checking. */
  private async sweepScratch(before: Date): Promise<number> {
    const { scratch } = this.deps;
    const chunks = (await readdir(scratch).catch(() => [])).filter((name) => name.endsWith(CHUNK));
    let swept = 0;
    for (const name of chunks) {
      const found = await stat(join(scratch, name)).catch(() => null);
      if (found === null || found.mtime >= before) continue;
      await rm(join(scratch, name), { force: true });
      swept += 1;
    }
    return swept;
  }
}
