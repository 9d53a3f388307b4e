import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, timingSafeEqual, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, link, mkdir, open, readdir, rm, stat, truncate, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { FileStore } from "@tus/file-store";
import { ERRORS, type Upload } from "@tus/utils";
import type { StillMay } from "../../media/media/index.ts";
import {
  ALREADY_THERE,
  CHECKSUM_MISMATCH,
  type HandedOver,
  type Sending,
  type StagedFile,
  type Staging,
  type StagingHooks,
} from "./staging/staging.ts";

/** Maximum number of uploads whose digest is cached; further digests are computed at the end. */
const DIGESTS_MAX = 500;

/** SHA-256 of an upload up to an offset. */
interface Digest {
  hash: Hash;
  position: number;
  /** Active read of bytes that another process wrote. */
  catchingUp: Promise<void> | null;
}

/**
 * Stores unfinished uploads as local files beside a storage on disk, which adopts a finished one. In addition to tus's FileStore, data
 * is flushed (`fdatasync`) before an offset is acknowledged, chunks with a checksum count only after verification, and rows are created
 * and deleted together with files.
 */
export class DurableFileStore extends FileStore implements Staging {
  /** The active request. */
  readonly sendings = new AsyncLocalStorage<Sending>();
  readonly direct = null;
  private readonly hooks: StagingHooks;
  private ready: Promise<unknown> | null = null;
  /** Digests of received bytes, so that a finished file is not read again. */
  private readonly digests = new Map<string, Digest>();

  constructor(directory: string, hooks: StagingHooks) {
    super({ directory });
    this.hooks = hooks;
    this.extensions = ["creation", "creation-with-upload", "creation-defer-length", "termination", "checksum"];
  }

  path(id: string): string {
    return join(this.directory, id);
  }

  override async create(upload: Upload): Promise<Upload> {
    this.ready ??= mkdir(this.directory, { recursive: true });
    await this.ready;
    // Concurrent creation: the existing file must not be truncated. A repeated request finds it.
    if (await this.hooks.isKnown(upload.id)) throw ALREADY_THERE;
    try {
      await super.create(upload);
      await Promise.all([syncFile(this.path(upload.id)), syncFile(`${this.path(upload.id)}.json`), syncFile(this.directory)]);
      await this.hooks.created(upload);
    } catch (error) {
      await this.removeFiles(upload.id);
      throw error;
    }
    return upload;
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const { checksum, stillMay } = this.sendings.getStore() ?? {};
    const written = this.follow(id, offset);
    if (!checksum) return offset + (await pour(source, this.path(id), "r+", offset, { written, stillMay }));
    const chunk = `${this.path(id)}.chunk`;
    try {
      const hash = createHash(checksum.algorithm);
      await pour(source, chunk, "w", 0, { written: (data) => hash.update(data), stillMay });
      const digest = hash.digest();
      if (digest.length !== checksum.digest.length || !timingSafeEqual(digest, checksum.digest)) throw CHECKSUM_MISMATCH;
      return offset + (await pour(createReadStream(chunk), this.path(id), "r+", offset, { written }));
    } finally {
      await rm(chunk, { force: true });
    }
  }

  /** Updates the digest with data written from `offset`. Bytes written by another process are read meanwhile. */
  private follow(id: string, offset: number): (data: Buffer) => void {
    const known = this.digests.get(id);
    const digest = known && known.position <= offset ? known : this.beginDigest(id);
    if (digest.position < offset) this.catchUp(id, digest, offset).catch(() => {});
    let at = offset;
    return (data) => {
      if (digest.catchingUp === null && digest.position === at) {
        digest.hash.update(data);
        digest.position += data.length;
      }
      at += data.length;
    };
  }

  private beginDigest(id: string): Digest {
    const oldest = this.digests.size >= DIGESTS_MAX ? this.digests.keys().next() : undefined;
    if (oldest?.done === false) this.digests.delete(oldest.value);
    const digest: Digest = { hash: createHash("sha256"), position: 0, catchingUp: null };
    this.digests.set(id, digest);
    return digest;
  }

  /** Reads missing bytes before `until`, after an active read. */
  private catchUp(id: string, digest: Digest, until: number): Promise<void> {
    const before = digest.catchingUp ?? Promise.resolve();
    const reading = before
      .catch(() => {})
      .then(async () => {
        if (digest.position >= until) return;
        const bytes = createReadStream(this.path(id), { start: digest.position, end: until - 1, highWaterMark: 1024 * 1024 });
        for await (const chunk of bytes as AsyncIterable<Buffer>) {
          digest.hash.update(chunk);
          digest.position += chunk.length;
        }
      });
    const settled = reading.finally(() => {
      if (digest.catchingUp === settled) digest.catchingUp = null;
    });
    digest.catchingUp = settled;
    return settled;
  }

  /** Returns the SHA-256 of an upload of this size in hex; undefined when much of it would have to be read again. */
  async digestOf(id: string, sizeBytes: number): Promise<string | undefined> {
    const digest = this.digests.get(id);
    if (!digest || digest.position > sizeBytes) return undefined;
    if (digest.catchingUp !== null || digest.position < sizeBytes) await this.catchUp(id, digest, sizeBytes);
    return digest.position === sizeBytes ? digest.hash.copy().digest("hex") : undefined;
  }

  /** Ends an upload with deferred length: at `end`, or at its current offset when `end` is 0. */
  async cut(id: string, end: number): Promise<void> {
    if (end > 0) {
      await truncate(this.path(id), end);
      this.digests.delete(id);
      await syncFile(this.path(id));
    }
    await this.declareUploadLength(id, (await stat(this.path(id))).size);
  }

  /** Returns whether any local bytes exist. */
  hasBytes(id: string): Promise<boolean> {
    return stat(this.path(id)).then(
      ({ size }) => size > 0,
      () => false,
    );
  }

  override async getUpload(id: string): Promise<Upload> {
    try {
      const upload = await super.getUpload(id);
      // After a crash the file may contain bytes that are only in the page cache; acknowledged bytes must be on disk.
      await syncFile(this.path(id));
      return upload;
    } catch (error) {
      if (error !== ERRORS.FILE_NO_LONGER_EXISTS || !(await this.hooks.isFinished(id))) throw error;
      const known = await this.configstore.get(id);
      if (!known) throw error;
      known.offset = known.size ?? 0;
      return known;
    }
  }

  override async declareUploadLength(id: string, length: number): Promise<void> {
    await super.declareUploadLength(id, length);
    await syncFile(`${this.path(id)}.json`);
  }

  override async remove(id: string): Promise<void> {
    await this.hooks.removed(id);
    await this.removeFiles(id);
  }

  /** Returns the metadata from the creation; undefined for an unknown upload. */
  async metadataOf(id: string): Promise<Upload["metadata"]> {
    return (await this.configstore.get(id))?.metadata;
  }

  localPath(id: string): string {
    return this.path(id);
  }

  async isComplete(id: string): Promise<boolean> {
    const exists = await stat(this.path(id)).then(
      () => true,
      () => false,
    );
    if (!exists) return false;
    const { size, offset } = await this.getUpload(id);
    return size !== undefined && offset === size;
  }

  async open(id: string): Promise<StagedFile | undefined> {
    const file = await open(this.path(id), "r").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (!file) return undefined;
    return {
      sizeBytes: (await file.stat()).size,
      async read(offset, length) {
        const buffer = Buffer.allocUnsafe(length);
        const { bytesRead } = await file.read(buffer, 0, length, offset);
        return buffer.subarray(0, bytesRead);
      },
      stream: (start, end) => createReadStream(this.path(id), { start, end }),
      close: () => file.close(),
    };
  }

  // oxlint-disable-next-line class-methods-use-this -- the storage moves the file, so there is nothing to record
  async taken(): Promise<void> {}

  // oxlint-disable-next-line class-methods-use-this -- every file here has the name of its upload
  async sweepUnrecorded(): Promise<number> {
    return 0;
  }

  /** Creates a second link to the bytes for the storage; the upload keeps its own until the rows are written. */
  async handOver(id: string): Promise<HandedOver> {
    const copy = `${this.path(id)}.done`;
    await rm(copy, { force: true });
    await link(this.path(id), copy).catch(() => copyFile(this.path(id), copy));
    return { path: copy };
  }

  /** Deletes the bytes after they are in the store. The data for answering a repeated last request stays. */
  async forgetBytes(id: string): Promise<void> {
    this.digests.delete(id);
    await rm(this.path(id), { force: true });
  }

  async removeFiles(id: string): Promise<void> {
    this.digests.delete(id);
    await Promise.all(["", ".json", ".chunk", ".done"].map((ending) => rm(this.path(id) + ending, { force: true })));
  }

  /** Returns the ids of uploads whose files have not changed since a time. */
  async *untouchedSince(time: Date): AsyncGenerator<string> {
    const names = await readdir(this.directory).catch(() => []);
    for (const id of new Set(names.map((name) => name.replace(/\.(json|chunk|done)$/u, "")))) {
      const own = names.filter((name) => name === id || name.startsWith(`${id}.`));
      const touched = await Promise.all(
        own.map((name) =>
          stat(this.path(name)).then(
            ({ mtimeMs }) => mtimeMs,
            () => 0,
          ),
        ),
      );
      if (Math.max(...touched) < time.getTime()) yield id;
    }
  }
}

/**
 * Writes a stream into a file at an offset and flushes it. Returns the number of bytes. Bytes before an error stay and are flushed.
 * `written` is called for each chunk. Writing stops when access is lost.
 */
async function pour(
  source: AsyncIterable<Buffer>,
  path: string,
  flags: "r+" | "w",
  offset: number,
  { written, stillMay }: { written: (chunk: Buffer) => void; stillMay?: StillMay | undefined },
): Promise<number> {
  let position = offset;
  let file: FileHandle | null = null;
  try {
    for await (const chunk of source) {
      const asked = stillMay?.();
      if (asked) await asked;
      // Opened at the first byte: an empty last request finds no file after the upload is finished.
      file ??= await open(path, flags);
      for (let done = 0; done < chunk.length;) {
        const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position);
        done += bytesWritten;
        position += bytesWritten;
      }
      written(chunk);
    }
    if (file === null && flags === "w") file = await open(path, flags);
  } finally {
    if (file) await flush(file);
  }
  return position - offset;
}

async function flush(file: FileHandle): Promise<void> {
  await file.datasync().finally(() => file.close());
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r");
  await file.sync().finally(() => file.close());
}
