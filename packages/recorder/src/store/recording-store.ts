import { withinTime } from "../time-limit.ts";
import type { RecordingMeta, StoreCalls, StoredRecording, StoreReply, StoreRequest } from "./store.types.ts";

/** The disk is full, or the browser's quota is used up. */
export class StorageFullError extends Error {}

/** Time limit for closing the files, in milliseconds. It includes the calls that the worker received before. */
const CLOSE_MAX_MS = 10_000;

/** Client of the worker: one recording on disk, or the list of all of them. */
export class RecordingStore {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  private readonly tickers = new Set<() => void>();
  private count = 0;
  private broken: Error | null = null;
  /** Bytes on disk. */
  bytes = 0;

  constructor(worker: Worker) {
    this.worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<StoreReply>) => this.receive(data));
    worker.addEventListener("error", (event) => this.breakDown(new Error(`The store's worker ended: ${event.message}`)));
  }

  /** Calls back several times a second, also while the page is in the background. */
  onTick(listener: () => void): () => void {
    this.tickers.add(listener);
    return () => this.tickers.delete(listener);
  }

  /** Opens or creates a recording, for this document exclusively. */
  async open(id: string): Promise<RecordingMeta | null> {
    const { bytes, meta } = await this.call("open", { id });
    this.bytes = bytes;
    return meta;
  }

  /**
   * Appends bytes.
   * @throws StorageFullError when the disk is full; none of the bytes are in the file then
   */
  async append(data: Uint8Array<ArrayBuffer>): Promise<void> {
    ({ bytes: this.bytes } = await this.call("append", { data }, [data.buffer]));
  }

  /** Appends positions of the pointer, or does nothing when the disk is full. */
  async appendPointer(data: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.call("appendPointer", { data }, [data.buffer]);
  }

  async readPointer(): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.call("readPointer", {})).data;
  }

  async flush(): Promise<void> {
    await this.call("flush", {});
  }

  async read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.call("read", { from, to })).data;
  }

  /** Returns the playable duration of the first bytes, in milliseconds, or null for files that are not fragmented MP4. */
  async wholeMs(bytes: number): Promise<number | null> {
    return (await this.call("whole", { bytes })).ms;
  }

  async writeMeta(meta: RecordingMeta): Promise<void> {
    await this.call("writeMeta", { meta });
  }

  async list(): Promise<StoredRecording[]> {
    return (await this.call("list", {})).recordings;
  }

  async remove(id: string): Promise<void> {
    await this.call("remove", { id });
  }

  /** Closes the recording and deletes it with the running worker: an offline page may not be able to load another one. */
  async closeAndRemove(id: string): Promise<void> {
    await this.call("close", {});
    await this.call("remove", { id });
    await this.close();
  }

  /** Closes the files and ends the worker, also one that does not answer. */
  async close(): Promise<void> {
    if (!this.broken) await withinTime("file storage", CLOSE_MAX_MS, this.call("close", {})).catch(() => {});
    this.worker.terminate();
    this.breakDown(new Error("The store was closed."));
  }

  private call<K extends keyof StoreCalls>(
    op: K,
    ask: StoreCalls[K]["ask"],
    transfer: Transferable[] = [],
  ): Promise<StoreCalls[K]["answer"]> {
    if (this.broken) return Promise.reject(this.broken);
    this.count += 1;
    const n = this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(n, { resolve, reject });
      this.worker.postMessage({ n, op, ...ask } as StoreRequest, transfer);
    });
  }

  private receive(reply: StoreReply): void {
    if ("tick" in reply) {
      for (const ticker of this.tickers) ticker();
      return;
    }
    const asked = this.waiting.get(reply.n);
    this.waiting.delete(reply.n);
    if (!asked) return;
    if ("answer" in reply) return asked.resolve(reply.answer as never);
    const { name, message } = reply.error;
    asked.reject(name === "QuotaExceededError" ? new StorageFullError(message) : new Error(`${name}: ${message}`));
  }

  private breakDown(error: Error): void {
    this.broken ??= error;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
