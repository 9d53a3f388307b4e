import type { PointerTrack } from "@stillreel/contract";
import type { RecorderPorts } from "./ports.ts";
import { decodeSamples, PointerLog, type PointerSample, trackOf } from "./pointer/pointer-log.ts";
import type { StorageProgress, RecordingOrder } from "./recorder.types.ts";
import { Sender, type UploadNames } from "./sending/sender.ts";
import { holdRecording } from "./store/recording-lock.ts";
import { RecordingStore } from "./store/recording-store.ts";
import type { RecordingMeta } from "./store/store.types.ts";
import { withinTime } from "./time-limit.ts";
import { uploadMetadata } from "./sending/upload-metadata.ts";
import { uploadIdOf } from "./sending/upload-name.ts";

/** Interval in which metadata is written while only the length changes, in milliseconds of the recording. */
const META_EVERY_MS = 5_000;

/** Time limit for the files of a new recording, in milliseconds. It includes the wait for files that another document has open. */
const FILES_MAX_MS = 15_000;

/** Callbacks of a session. */
export interface SessionEvents {
  /** Called when {@link RecordingSession.progress} or its upload names changed. */
  onChange(): void;
  onStorageFull(): void;
}

/**
 * Storage and upload of one recording: each piece goes first to disk and then to the server. It exists until the server has all
 * of the recording, and then deletes it from disk.
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
  private trouble: StorageProgress["trouble"] = null;
  private isFull = false;
  private metaMs = 0;
  private writingMeta: Promise<void> = Promise.resolve();
  private isGone = false;
  private readonly pointer = new PointerLog();
  /** Resolves when the server has all of it and it was deleted from disk, or when it was discarded. */
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

  /** Creates the files of a recording on disk. @throws StorageFullError */
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
      await withinTime(
        "file storage",
        FILES_MAX_MS,
        store.open(id).then(() => store.writeMeta(meta)),
      );
    } catch (error) {
      await store.close();
      release();
      throw error;
    }
    return new RecordingSession(ports, events, store, meta, release);
  }

  /** Starts the upload: the server creates item and link. */
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
      pointer: () => this.pointerTrack(),
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

  /** Adds a position of the pointer. It is stored with the next bytes. */
  notePointer(sample: PointerSample): void {
    this.pointer.add(sample);
  }

  /** Stores the positions of the pointer. A recording without them is complete, so a full disk is reported by its bytes only. */
  private async storePointer(): Promise<void> {
    const bytes = this.pointer.take();
    if (bytes) await this.store.appendPointer(bytes).catch(() => {});
  }

  private async pointerTrack(): Promise<PointerTrack | null> {
    await this.storePointer();
    return trackOf(decodeSamples(await this.store.readPointer()));
  }

  /** Appends bytes. `endMs` is the end of the recording with them. After a full disk, further bytes are dropped, because there is a gap. */
  async write(data: Uint8Array<ArrayBuffer>, endMs: number): Promise<void> {
    if (this.isFull || this.isGone) return;
    try {
      await this.store.append(data);
    } catch {
      if (this.isGone) return;
      // For any disk error: bytes after a gap are useless.
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
    void this.storePointer();
    this.sender?.poke();
    this.events.onChange();
  }

  /** Ends the recording. Resolves when all of it is safe on disk. The upload continues. */
  async end(durationMs: number): Promise<void> {
    this.disk = { ...this.disk, ms: durationMs };
    this.marks.push(this.disk);
    this.sender?.finish();
    this.saveMeta({ state: "stopped", durationMs });
    await this.storePointer();
    await this.store.flush().catch(() => {});
    await this.writingMeta;
    if (this.sender)
      void this.sender.done.then(
        () => this.leave(),
        () => {},
      );
    else await this.shut();
  }

  /** Discards it here and on the server. */
  async discard(): Promise<void> {
    if (this.isGone) return;
    this.isGone = true;
    await this.sender?.remove();
    await this.clear();
  }

  progress(): StorageProgress {
    const home = this.meta.upload?.home === true;
    return { disk: { ...this.disk }, server: { ...this.server }, trouble: this.trouble, ...(home && { home }) };
  }

  names(): UploadNames | null {
    return this.meta.upload;
  }

  /** Returns the unsent duration of the recording, in milliseconds. */
  waitingMs(): number {
    return Math.max(0, this.disk.ms - this.server.ms);
  }

  /** Resolves when the server has all of it, after a timeout, or as soon as the upload has trouble. */
  async arrival(timeoutMs: number): Promise<void> {
    if (!this.sender) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([this.settled, timeout]);
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
    // A full disk preserves the older slot, which is sufficient to continue.
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
