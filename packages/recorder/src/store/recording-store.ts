import type { RecordingMeta, StoreCalls, StoredRecording, StoreReply, StoreRequest } from "./store.types.ts";

/** The disk is full, or the browser gives no more room. */
export class StorageFullError extends Error {}

/** One recording on the disk, or the shelf of all of them: the near end of the worker. */
export class RecordingStore {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  private readonly tickers = new Set<() => void>();
  private count = 0;
  private broken: Error | null = null;
  /** Bytes on the disk. */
  bytes = 0;

  constructor(worker: Worker) {
    this.worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<StoreReply>) => this.hear(data));
    worker.addEventListener("error", (event) => this.breakDown(new Error(`The store's worker ended: ${event.message}`)));
  }

  /** Calls back some times a second, also while the page is in the background. */
  onTick(listener: () => void): () => void {
    this.tickers.add(listener);
    return () => this.tickers.delete(listener);
  }

  /** Opens or makes a recording, for this document alone. */
  async open(id: string): Promise<RecordingMeta | null> {
    const { bytes, meta } = await this.call("open", { id });
    this.bytes = bytes;
    return meta;
  }

  /**
   * Adds bytes at the end.
   * @throws StorageFullError when there is no room; nothing of them is in the file then
   */
  async append(data: Uint8Array<ArrayBuffer>): Promise<void> {
    ({ bytes: this.bytes } = await this.call("append", { data }, [data.buffer]));
  }

  async flush(): Promise<void> {
    await this.call("flush", {});
  }

  async read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.call("read", { from, to })).data;
  }

  /** How far the first so many bytes of it can be played, in milliseconds; null for what is no fragmented MP4. */
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

  /** Closes the recording and takes it off the disk, with the worker that is there: a page that is offline may get no other. */
  async closeAndRemove(id: string): Promise<void> {
    await this.call("close", {});
    await this.call("remove", { id });
    await this.close();
  }

  /** Closes the files and ends the worker. */
  async close(): Promise<void> {
    if (!this.broken) await this.call("close", {}).catch(() => {});
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

  private hear(reply: StoreReply): void {
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
