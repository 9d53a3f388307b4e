import { wholePart } from "./fragments.ts";
import {
  FLUSH_MS,
  TICK_MS,
  type RecordingMeta,
  type StoreCalls,
  type StoreReply,
  type StoreRequest,
  type StoredRecording,
} from "./store.types.ts";

/**
 * Disk storage of the recorder: each recording is a folder in the origin private file system, with its bytes, the positions of the pointer, and two slots for its
 * metadata, which are written in turn, so that one of them is always complete. Synchronous handles only exist in workers, and only
 * they write directly to the file: appended bytes survive a killed browser, and flushed bytes survive a power failure.
 */

/** The used part of the worker's global scope. The types of pages and workers cannot be loaded together. */
interface WorkerScope {
  postMessage(message: StoreReply, transfer?: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<StoreRequest>) => void): void;
}
interface SyncHandle {
  read(buffer: Uint8Array, options: { at: number }): number;
  write(buffer: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}
type SyncFile = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncHandle> };
type Folder = FileSystemDirectoryHandle & { entries(): AsyncIterable<[string, FileSystemHandle]> };

const scope = globalThis as unknown as WorkerScope;
const FOLDER = "recordings";
const DATA = "data";
const POINTER = "pointer";
const SLOTS = ["meta-0", "meta-1"] as const;
/** Attempts to read the metadata of a recording that another document writes. A write takes less than one pause. */
const SLOT_READS_MAX = 5;
/**
 * Timeout for a file that another document has open, and pause between two attempts, in milliseconds. Reads of its length are short. The browser
 * closes files some time after the call that closes them.
 */
const HELD_MAX_MS = 5_000;
const HELD_PAUSE_MS = 20;

interface Opened {
  data: SyncHandle;
  slots: [SyncHandle, SyncHandle];
  pointer: SyncHandle;
  bytes: number;
  version: number;
  isDirty: boolean;
}
let opened: Opened | null = null;

const recordingsFolder = async (): Promise<Folder> =>
  (await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true })) as Folder;
const syncFile = async (folder: FileSystemDirectoryHandle, name: string): Promise<SyncHandle> =>
  ((await folder.getFileHandle(name, { create: true })) as SyncFile).createSyncAccessHandle();

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, HELD_PAUSE_MS));

/** Opens the file after other documents have closed it. */
async function freeFile(folder: FileSystemDirectoryHandle, name: string): Promise<SyncHandle> {
  const deadline = performance.now() + HELD_MAX_MS;
  for (;;) {
    try {
      return await syncFile(folder, name);
    } catch (error) {
      const isHeld = error instanceof DOMException && error.name === "NoModificationAllowedError";
      if (!isHeld || performance.now() > deadline) throw error;
      await pause();
    }
  }
}

/** Opens files after other documents have closed them: all, or none when one cannot be opened. */
async function freeFiles(folder: FileSystemDirectoryHandle, names: readonly string[]): Promise<SyncHandle[]> {
  const handles: SyncHandle[] = [];
  try {
    for (const name of names) handles.push(await freeFile(folder, name));
    return handles;
  } catch (error) {
    for (const handle of handles) handle.close();
    throw error;
  }
}

interface Slot {
  version: number;
  meta: RecordingMeta;
}

/** Parses a slot. Returns null for one whose write was interrupted. */
function parseSlot(bytes: Uint8Array): Slot | null {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Slot;
  } catch {
    return null;
  }
}

const newest = (slots: readonly (Slot | null)[]): Slot | null =>
  slots.reduce<Slot | null>((best, slot) => (slot && slot.version > (best?.version ?? 0) ? slot : best), null);

function readAll(handle: SyncHandle): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(handle.getSize());
  handle.read(bytes, { at: 0 });
  return bytes;
}

/** Reads bytes of a file. Returns fewer than requested at its end. */
function readPart(handle: SyncHandle, offset: number, length: number): Uint8Array {
  const buffer = new Uint8Array(Math.max(0, length));
  return buffer.subarray(0, handle.read(buffer, { at: offset }));
}

function current(): Opened {
  if (!opened) throw new Error("No recording is open.");
  return opened;
}

/** Writes all bytes or none: a partial write on a full disk is reverted. */
function writeWhole(handle: SyncHandle, data: Uint8Array, at: number): void {
  let written = 0;
  try {
    while (written < data.byteLength) {
      const count = handle.write(data.subarray(written), { at: at + written });
      if (count === 0) throw new DOMException("The disk takes no more.", "QuotaExceededError");
      written += count;
    }
    // Chromium reports a complete write without writing when the quota is used up.
    if (handle.getSize() < at + data.byteLength) throw new DOMException("The disk took less than it said.", "QuotaExceededError");
  } catch (error) {
    handle.truncate(at);
    throw error;
  }
}

/** Returns a file without opening it exclusively, or null when it does not exist. */
const fileOf = (folder: FileSystemDirectoryHandle, name: string): Promise<File | null> =>
  folder
    .getFileHandle(name)
    .then((handle) => handle.getFile())
    .catch(() => null);

/** Reads the newest metadata, also while another document writes it: the browser then refuses to read one slot or both. */
async function readMeta(folder: FileSystemDirectoryHandle): Promise<RecordingMeta | null> {
  for (let reads = 1; ; reads += 1) {
    const files = await Promise.all(SLOTS.map((name) => fileOf(folder, name)));
    const slots = await Promise.all(
      files.map(async (file) => {
        const bytes = await file?.arrayBuffer().catch(() => null);
        return bytes ? parseSlot(new Uint8Array(bytes)) : null;
      }),
    );
    const slot = newest(slots);
    if (slot) return slot.meta;
    if (reads === SLOT_READS_MAX || files.every((file) => file === null)) return null;
    await pause();
  }
}

async function stored(id: string, folder: FileSystemDirectoryHandle): Promise<StoredRecording | null> {
  const meta = await readMeta(folder);
  if (!meta || meta.id !== id) return null;
  let handle: SyncHandle;
  try {
    handle = await syncFile(folder, DATA);
  } catch {
    // Another document writes to it.
    return { meta, bytes: (await fileOf(folder, DATA))?.size ?? 0, wholeMs: null };
  }
  try {
    const bytes = handle.getSize();
    const read = (offset: number, length: number): Uint8Array => readPart(handle, offset, Math.min(length, bytes - offset));
    return { meta, bytes, wholeMs: wholePart(read, bytes)?.durationMs ?? null };
  } finally {
    handle.close();
  }
}

type Operations = { [K in keyof StoreCalls]: (ask: StoreCalls[K]["ask"]) => Promise<StoreCalls[K]["answer"]> };

const operations: Operations = {
  async open({ id }) {
    if (opened) throw new Error("Another recording is open.");
    const folder = await (await recordingsFolder()).getDirectoryHandle(id, { create: true });
    const [data, pointer, ...slots] = (await freeFiles(folder, [DATA, POINTER, ...SLOTS])) as [
      SyncHandle,
      SyncHandle,
      SyncHandle,
      SyncHandle,
    ];
    const slot = newest(slots.map((handle) => parseSlot(readAll(handle))));
    opened = { data, slots, pointer, bytes: data.getSize(), version: slot?.version ?? 0, isDirty: false };
    return { bytes: opened.bytes, meta: slot?.meta ?? null };
  },
  async append({ data }) {
    const file = current();
    writeWhole(file.data, data, file.bytes);
    file.bytes += data.byteLength;
    file.isDirty = true;
    return { bytes: file.bytes };
  },
  async appendPointer({ data }) {
    const { pointer } = current();
    writeWhole(pointer, data, pointer.getSize());
    return {};
  },
  async readPointer() {
    return { data: readAll(current().pointer) };
  },
  async flush() {
    const file = current();
    file.data.flush();
    file.pointer.flush();
    file.isDirty = false;
    return { bytes: file.bytes };
  },
  async read({ from, to }) {
    const file = current();
    const data = new Uint8Array(Math.max(0, Math.min(to, file.bytes) - from));
    const count = file.data.read(data, { at: from });
    return { data: count === data.byteLength ? data : data.slice(0, count) };
  },
  async whole({ bytes }) {
    const { data } = current();
    const read = (offset: number, length: number): Uint8Array => readPart(data, offset, Math.min(length, bytes - offset));
    return { ms: wholePart(read, bytes)?.durationMs ?? null };
  },
  async writeMeta({ meta }) {
    const file = current();
    const version = file.version + 1;
    const slot = file.slots[version % 2 === 0 ? 0 : 1];
    const text = new TextEncoder().encode(JSON.stringify({ version, meta } satisfies Slot));
    slot.truncate(0);
    writeWhole(slot, text, 0);
    slot.flush();
    file.version = version;
    return {};
  },
  async close() {
    if (!opened) return {};
    const file = opened;
    opened = null;
    for (const handle of [file.data, file.pointer, ...file.slots]) {
      handle.flush();
      handle.close();
    }
    return {};
  },
  async list() {
    const recordings: StoredRecording[] = [];
    for await (const [id, handle] of (await recordingsFolder()).entries()) {
      const found = handle.kind === "directory" ? await stored(id, handle as FileSystemDirectoryHandle) : null;
      if (found) recordings.push(found);
    }
    return { recordings };
  },
  async remove({ id }) {
    await (await recordingsFolder()).removeEntry(id, { recursive: true }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === "NotFoundError")) throw error;
    });
    return {};
  },
};

async function answer(request: StoreRequest): Promise<void> {
  const { n, op, ...ask } = request;
  try {
    const result = await (operations[op] as (ask: object) => Promise<StoreCalls[keyof StoreCalls]["answer"]>)(ask);
    scope.postMessage({ n, answer: result }, "data" in result ? [result.data.buffer] : []);
  } catch (error) {
    const { name, message } = error instanceof Error || error instanceof DOMException ? error : new Error(String(error));
    scope.postMessage({ n, error: { name, message } });
  }
}

/** Runs requests in sequence: the order of appends is the order of the file. */
let turn: Promise<void> = Promise.resolve();
scope.addEventListener("message", ({ data }) => {
  turn = turn.then(() => answer(data));
});
setInterval(() => scope.postMessage({ tick: true }), TICK_MS);
setInterval(() => {
  if (!opened?.isDirty) return;
  opened.isDirty = false;
  opened.data.flush();
  opened.pointer.flush();
}, FLUSH_MS);
