import { createHash, randomBytes } from "node:crypto";
import { constants, createReadStream, type ReadStream } from "node:fs";
import { copyFile, open, opendir, readdir, rename, stat, unlink, type FileHandle } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { StorageError, type ByteRange, type PutResult, type Storage, type StoredObject } from "../storage.port.ts";
import { createDirSync } from "./dir-sync.ts";
import { assertKey } from "./keys.ts";

/** Buffer size for writes, to reduce system calls. */
const WRITE_BYTES = 512 * 1024;
const READ_BYTES = 1024 * 1024;
/** Amount of a large file that is flushed at a time while the rest is arriving. */
const FLUSH_BYTES = 32 * 1024 * 1024;
/** Folder of unfinished files. Keys cannot start with a dot, so it never contains objects. */
const TEMP = ".tmp";

function toStorageError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === "ENOENT" || code === "ENOTDIR") return new StorageError("not-found", "There is no such object.", { cause: error });
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG")
    return new StorageError("no-space", "The disk is full.", { cause: error });
  if (code === "EIO" || code === "EROFS" || code === "EACCES" || code === "EPERM")
    return new StorageError("unavailable", "The disk cannot be used.", { cause: error });
  return error;
}

async function writeAll(handle: FileHandle, chunks: Uint8Array[], bytes: number): Promise<void> {
  const only = chunks.length === 1 ? chunks[0] : undefined;
  const { bytesWritten } = only ? await handle.write(only) : await handle.writev(chunks);
  if (bytesWritten === bytes) return;
  // A short write (nearly full disk): an ordinary write of the rest reports the error.
  const rest = Buffer.concat(chunks).subarray(bytesWritten);
  await handle.appendFile(rest);
}

/**
 * Writes a stream into an open file and hashes it; one write is always in progress while the next is buffered. With `fsync` a large file
 * is flushed in parts while the rest arrives, so that the flush at the end is short.
 */
async function pour(source: AsyncIterable<Uint8Array>, handle: FileHandle, fsync: boolean): Promise<PutResult> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  let batch: Uint8Array[] = [];
  let batchBytes = 0;
  let pending: Promise<void> = Promise.resolve();
  let failure: unknown;
  let unflushed = 0;
  let flushing = Promise.resolve();
  let isFlushing = false;
  const flushBehind = (): void => {
    unflushed += batchBytes;
    if (!fsync || isFlushing || unflushed < FLUSH_BYTES) return;
    unflushed = 0;
    isFlushing = true;
    // A failed flush is reported once: a later one may succeed although pages were lost.
    flushing = handle
      .datasync()
      .catch((error: unknown) => void (failure ??= error))
      .finally(() => (isFlushing = false));
  };
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      batch.push(chunk);
      batchBytes += chunk.byteLength;
      sizeBytes += chunk.byteLength;
      if (batchBytes < WRITE_BYTES) continue;
      await pending;
      pending = writeAll(handle, batch, batchBytes);
      pending.catch((error: unknown) => (failure = error));
      flushBehind();
      batch = [];
      batchBytes = 0;
      if (failure) throw failure;
    }
    await pending;
    if (batchBytes > 0) await writeAll(handle, batch, batchBytes);
  } catch (error) {
    // The file must not be closed during a write.
    await pending.catch(() => undefined);
    await flushing;
    throw error;
  }
  await flushing;
  if (failure) throw failure;
  if (fsync) await handle.sync();
  return { sizeBytes, sha256: hash.digest("hex") };
}

async function hashFile(path: string): Promise<PutResult> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    sizeBytes += chunk.byteLength;
  }
  return { sizeBytes, sha256: hash.digest("hex") };
}

/** Resolves a range for a file, or throws `bad-range`. */
export function resolveRange(sizeBytes: number, range: ByteRange | undefined): { start: number; end: number } {
  const start = range?.start ?? 0;
  const end = Math.min(range?.end ?? sizeBytes - 1, sizeBytes - 1);
  if (range && (start < 0 || start >= sizeBytes || end < start))
    throw new StorageError("bad-range", `The range ${start}-${range.end ?? ""} is outside of ${sizeBytes} bytes.`);
  return { start, end };
}

/** The state that changes while the store is used. */
interface State {
  ready: Promise<void> | null;
}

/** The folders of a store, and whether writes wait for the disk. */
interface Context {
  fsync: boolean;
  root: string;
  state: State;
  dirs: ReturnType<typeof createDirSync>;
  temp: string;
}

const pathOf = ({ root }: Context, key: string): string => join(root, ...assertKey(key).split("/"));

const prepare = ({ state, dirs, temp }: Context): Promise<void> =>
  (state.ready ??= dirs.make(temp).catch((error: unknown) => {
    state.ready = null;
    throw error;
  }));

/** Creates a temporary file with `fill`, then renames it. Errors leave nothing behind. */
async function store(context: Context, key: string, fill: (handle: FileHandle) => Promise<PutResult>): Promise<PutResult> {
  const { temp, dirs } = context;
  const target = pathOf(context, key);
  const unfinished = join(temp, randomBytes(12).toString("hex"));
  let handle: FileHandle | undefined;
  try {
    const folder = dirs.make(dirname(target));
    folder.catch(() => undefined);
    await prepare(context);
    handle = await open(unfinished, "wx", 0o640);
    const result = await fill(handle);
    await handle.close();
    handle = undefined;
    await folder;
    await rename(unfinished, target);
    await dirs.sync(dirname(target));
    return result;
  } catch (error) {
    await handle?.close().catch(() => undefined);
    await unlink(unfinished).catch(() => undefined);
    throw toStorageError(error);
  }
}

const statOf = async (context: Context, key: string): Promise<{ sizeBytes: number; modifiedAt: Date }> => {
  const path = pathOf(context, key);
  try {
    const facts = await stat(path);
    if (!facts.isFile()) throw new StorageError("not-found", "There is no such object.");
    return { sizeBytes: facts.size, modifiedAt: facts.mtime };
  } catch (error) {
    throw toStorageError(error);
  }
};

/** Returns the entries of a folder in the order of the keys below it; none when the folder does not exist. */
async function sortedEntries(dir: string): Promise<{ name: string; isFolder: boolean }[]> {
  try {
    const entries = await readdir(dir, { withFileTypes: true });
    const keyed = entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
    const orderOf = ({ name, isFolder }: (typeof keyed)[number]): string => (isFolder ? `${name}/` : name);
    return keyed.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw toStorageError(error);
  }
}

/** Lists the objects below a folder whose keys follow `after`. Folders that end before it are not read. */
async function* walk(context: Context, dir: string, after: string): AsyncGenerator<StoredObject> {
  const { temp, root } = context;
  for (const { name, isFolder } of await sortedEntries(dir)) {
    const path = join(dir, name);
    const key = relative(root, path).split(sep).join("/");
    if (isFolder) {
      const isBefore = `${key}/` < after && !after.startsWith(`${key}/`);
      if (path !== temp && !isBefore) yield* walk(context, path, after);
      continue;
    }
    if (key <= after) continue;
    const facts = await stat(path).catch(() => null);
    if (facts?.isFile()) yield { key, sizeBytes: facts.size, modifiedAt: facts.mtime };
  }
}

const adopt = async (context: Context, key: string, path: string, options: { sha256?: string } = {}): Promise<PutResult> => {
  const { fsync, dirs } = context;
  const target = pathOf(context, key);
  try {
    const result = options.sha256 ? { sizeBytes: (await stat(path)).size, sha256: options.sha256 } : await hashFile(path);
    if (fsync) {
      const handle = await open(path, "r+");
      await handle.sync().finally(() => handle.close());
    }
    await dirs.make(dirname(target));
    await rename(path, target);
    await dirs.sync(dirname(target));
    return result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw toStorageError(error);
  }
  // Another file system: copied, then deleted there.
  const result = await store(context, key, (handle) => pour(createReadStream(path, { highWaterMark: READ_BYTES }), handle, fsync));
  await unlink(path);
  return result;
};

const get = async (context: Context, key: string, range?: ByteRange): ReturnType<Storage["get"]> => {
  const path = pathOf(context, key);
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, "r");
    const facts = await handle.stat();
    if (!facts.isFile()) throw new StorageError("not-found", "There is no such object.");
    const { start, end } = resolveRange(facts.size, range);
    const stream: ReadStream = handle.createReadStream(
      facts.size === 0 ? { highWaterMark: READ_BYTES } : { start, end, highWaterMark: READ_BYTES },
    );
    return { stream, sizeBytes: facts.size, start, end, modifiedAt: facts.mtime };
  } catch (error) {
    await handle?.close().catch(() => undefined);
    throw toStorageError(error);
  }
};

const remove = async (context: Context, key: string): Promise<void> => {
  const { dirs } = context;
  const path = pathOf(context, key);
  try {
    await unlink(path);
    await dirs.sync(dirname(path));
  } catch (error) {
    const failure = toStorageError(error);
    if (!(failure instanceof StorageError && failure.code === "not-found")) throw failure;
  }
};

const copy = async (context: Context, from: string, to: string): Promise<void> => {
  const { temp, dirs, fsync } = context;
  const source = pathOf(context, from);
  const target = pathOf(context, to);
  const unfinished = join(temp, randomBytes(12).toString("hex"));
  try {
    await prepare(context);
    await dirs.make(dirname(target));
    // A clone where the file system supports it, otherwise a copy.
    await copyFile(source, unfinished, constants.COPYFILE_FICLONE);
    if (fsync) {
      const handle = await open(unfinished, "r+");
      await handle.sync().finally(() => handle.close());
    }
    await rename(unfinished, target);
    await dirs.sync(dirname(target));
  } catch (error) {
    await unlink(unfinished).catch(() => undefined);
    throw toStorageError(error);
  }
};

const check = async (context: Context): Promise<void> => {
  const { temp } = context;
  const probe = join(temp, `check-${randomBytes(6).toString("hex")}`);
  try {
    await prepare(context);
    const handle = await open(probe, "wx", 0o640);
    await handle.write("ok").finally(() => handle.close());
    await unlink(probe);
  } catch (error) {
    await unlink(probe).catch(() => undefined);
    throw new StorageError(
      "unavailable",
      "The folder of STORAGE_URL, or DATA_DIR/storage, cannot be written. Give the user of the server the right to write there.",
      { cause: error },
    );
  }
};

const sweepUnfinished = async (context: Context, olderThanMs: number): Promise<number> => {
  const { temp } = context;
  await prepare(context);
  const before = Date.now() - olderThanMs;
  let removed = 0;
  for await (const entry of await opendir(temp)) {
    const path = join(temp, entry.name);
    const facts = await stat(path).catch(() => null);
    if (!facts?.isFile() || facts.mtimeMs > before) continue;
    await unlink(path).catch(() => undefined);
    removed += 1;
  }
  return removed;
};

/**
 * Objects as files below `root`, in the order fsync(file) < rename < fsync(folder). `fsync: false` sacrifices durability for speed; for
 * tests only.
 */
export function createDiskStorage({ root: givenRoot, fsync = true }: { root: string; fsync?: boolean }): Storage {
  const root = resolve(givenRoot);
  const temp = join(root, TEMP);
  const dirs = createDirSync(fsync);
  const state: State = { ready: null };
  const context: Context = { root, state, dirs, temp, fsync };
  return {
    put: (key, source) => store(context, key, (handle) => pour(source, handle, fsync)),
    adopt: adopt.bind(null, context),
    get: get.bind(null, context),

    stat: statOf.bind(null, context),
    signedGetUrl: async (key) => (assertKey(key), null),
    localPath: (key) => pathOf(context, key),
    delete: remove.bind(null, context),
    copy: copy.bind(null, context),

    list: async function* (prefix = "", after = "") {
      const cut = prefix.lastIndexOf("/");
      const start = cut > 0 ? pathOf(context, prefix.slice(0, cut)) : root;
      for await (const object of walk(context, start, after)) if (object.key.startsWith(prefix)) yield object;
    },
    check: check.bind(null, context),
    parts: null,
    sweepUnfinished: sweepUnfinished.bind(null, context),
  };
}
