import type { RecorderPorts } from "./ports.ts";
import type { Kept, RecordingOrder } from "./recorder.types.ts";
import { Sender, type UploadNames } from "./sending/sender.ts";
import { holdRecording } from "./store/recording-lock.ts";
import { RecordingStore } from "./store/recording-store.ts";
import type { RecordingMeta } from "./store/store.types.ts";
import { uploadMetadata } from "./sending/upload-metadata.ts";
import { uploadIdOf } from "./sending/upload-name.ts";

/** How often the meta data is written while nothing but the length changes, in milliseconds of the recording. */
const META_EVERY_MS = 5_000;

/** What a session tells the recorder. */
export interface SessionEvents {
  /** Something of {@link RecordingSession.kept} or its names changed. */
  onChange(): void;
  onStorageFull(): void;
}

/**
 * One recording on its way: each piece goes to the disk first and to the server next. It outlives the recording until the server
 * has all of it, and leaves the disk then.
 */
export class RecordingSession {
  readonly id: string;
  readonly store: RecordingStore;
  private readonly ports: RecorderPorts;
  private readonly events: SessionEvents;
  private readonly release: () => void;
  private meta: RecordingMeta;
  private sender: Sender | null = null;
  private marks: { bytes: number; ms: number }[] = [];
  private disk = { bytes: 0, ms: 0 };
  private server = { bytes: 0, ms: 0 };
  private trouble: Kept["trouble"] = null;
  private isFull = false;
  private metaMs = 0;
  private writingMeta: Promise<void> = Promise.resolve();
  private isGone = false;
  /** Resolves when the server has all of it and it has left the disk; also when it was thrown away. */
  readonly settled: Promise<void>;
  private settle: () => void = () => {};

  private constructor(ports: RecorderPorts, events: SessionEvents, store: RecordingStore, meta: RecordingMeta, release: () => void) {
    this.id = meta.id;
    this.ports = ports;
    this.events = events;
    this.store = store;
    this.meta = meta;
    this.release = release;
    this.settled = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  /** Makes room for a recording on the disk. @throws StorageFullError */
  static async open(ports: RecorderPorts, id: string, order: RecordingOrder, events: SessionEvents): Promise<RecordingSession> {
    const release = await holdRecording(ports.locks, id);
    const store = new RecordingStore(ports.startWorker());
    const { server, title, fileName, pageUrl, folderId, workspaceId, setup } = order;
    const meta: RecordingMeta = {
      id,
      state: "recording",
      startedAt: ports.date().toISOString(),
      mimeType: "video/mp4",
      order: { server, title, fileName, pageUrl, folderId, workspaceId, live: setup.live },
      durationMs: 0,
      upload: null,
      sentBytes: 0,
    };
    try {
      await store.open(id);
      await store.writeMeta(meta);
    } catch (error) {
      await store.close();
      release();
      throw error;
    }
    return new RecordingSession(ports, events, store, meta, release);
  }

  /** It begins: the server makes item and link. */
  begin(mimeType: string): void {
    const { server } = this.meta.order;
    this.saveMeta({ mimeType, startedAt: this.ports.date().toISOString() });
    if (!server) return;
    this.sender = new Sender(this.ports, {
      destination: server,
      uploadId: uploadIdOf(this.id),
      metadata: uploadMetadata(this.meta),
      source: { bytes: () => this.disk.bytes, read: (from, to) => this.store.read(from, to) },
      upload: null,
      onUpload: (upload) => {
        this.saveMeta({ upload });
        this.events.onChange();
      },
      onProgress: (bytes) => this.noteSent(bytes),
      onTrouble: (trouble) => {
        this.trouble = trouble;
        this.events.onChange();
      },
    });
  }

  /** Adds bytes; `endMs` is how far the recording reaches then. After the disk was full nothing more is taken: it would not fit on. */
  async write(data: Uint8Array<ArrayBuffer>, endMs: number): Promise<void> {
    if (this.isFull || this.isGone) return;
    try {
      await this.store.append(data);
    } catch {
      if (this.isGone) return;
      // Whatever the disk's reason is: what comes after a hole is worth nothing.
      this.isFull = true;
      this.events.onStorageFull();
      return;
    }
    this.disk = { bytes: this.store.bytes, ms: Math.max(this.disk.ms, endMs) };
    this.marks.push(this.disk);
    if (endMs - this.metaMs >= META_EVERY_MS) {
      this.metaMs = endMs;
      this.saveMeta({ durationMs: endMs });
    }
    this.sender?.poke();
    this.events.onChange();
  }

  /** Nothing more comes. Resolves when all of it is safe on the disk; sending goes on. */
  async end(durationMs: number): Promise<void> {
    this.disk = { ...this.disk, ms: durationMs };
    this.marks.push(this.disk);
    this.sender?.finish();
    this.saveMeta({ state: "stopped", durationMs });
    await this.store.flush().catch(() => {});
    await this.writingMeta;
    if (this.sender)
      void this.sender.done.then(
        () => this.leave(),
        () => {},
      );
    else await this.shut();
  }

  /** Throws it away, here and on the server. */
  async discard(): Promise<void> {
    if (this.isGone) return;
    this.isGone = true;
    await this.sender?.remove();
    await this.clear();
  }

  kept(): Kept {
    const home = this.meta.upload?.home === true;
    return { disk: { ...this.disk }, server: { ...this.server }, trouble: this.trouble, ...(home && { home }) };
  }

  names(): UploadNames | null {
    return this.meta.upload;
  }

  /** How much of the recording waits to be sent, in milliseconds. */
  waitingMs(): number {
    return Math.max(0, this.disk.ms - this.server.ms);
  }

  /** Resolves when the server has all of it, or after some time, or as soon as it is in trouble. */
  async arrival(patienceMs: number): Promise<void> {
    if (!this.sender) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    await Promise.race([this.settled, patience]);
    clearTimeout(timer);
  }

  private noteSent(bytes: number): void {
    let ms = bytes >= this.server.bytes ? this.server.ms : 0;
    while (this.marks[0] && this.marks[0].bytes <= bytes) ms = this.marks.shift()?.ms ?? ms;
    this.server = { bytes, ms };
    this.events.onChange();
  }

  private saveMeta(changes: Partial<RecordingMeta>): void {
    this.meta = { ...this.meta, ...changes, sentBytes: this.server.bytes };
    const { meta } = this;
    // A full disk keeps the older slot, which is good enough to go on from.
    this.writingMeta = this.writingMeta.then(() => (this.isGone ? undefined : this.store.writeMeta(meta))).catch(() => {});
  }

  private async leave(): Promise<void> {
    this.server = { ...this.disk };
    this.saveMeta({ state: "sent" });
    await this.writingMeta;
    this.isGone = true;
    await this.clear();
    this.events.onChange();
  }

  private async clear(): Promise<void> {
    await this.writingMeta;
    await this.store.closeAndRemove(this.id).catch(() => this.store.close());
    this.release();
    this.settle();
  }

  private async shut(): Promise<void> {
    await this.store.close();
    this.release();
    this.settle();
  }
}
